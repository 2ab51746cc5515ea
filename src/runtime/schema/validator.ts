/** A validator wraps a type's compiled check. It never changes a value and never removes members. */

import {
  FoundIssue,
  type Attribution,
  type FoundEntry,
  type LocatedFinding,
  tokensOf,
} from "./issue.js";
import type { Issue, StandardResult, Validator } from "./validator-interface.js";

/** Collects issues until there are enough. */
export interface Issues {
  readonly list: FoundEntry[];
  readonly limit: number;
  readonly attribution: Attribution | undefined;
}

/**
 * What the generator compiles a type into. Returns true if validation stops: without `issues` at the first issue, so
 * true means invalid; with `issues` once the list is full, so false only means that there is room for more. Pointers
 * of the issues are relative to `value`.
 */
export type Check = (value: unknown, issues?: Issues) => boolean;

export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly code = "invalid_value";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.join("; "));
    this.issues = issues;
  }
}

/** Creates the validator of a type. `attribution` says which capability contributed which members. */
export function validator<Type>(stops: Check, attribution?: Attribution): Validator<Type> {
  function check(value: unknown, limit: number = Infinity): readonly Issue[] {
    const list: FoundEntry[] = [];
    stops(value, { list, limit, attribution });
    return distinct(list, limit).map((finding) => new FoundIssue(finding));
  }
  return {
    is: (value): value is Type => !stops(value),
    check,
    parse(value) {
      const issues = check(value, 1);
      if (issues.length > 0) throw new ValidationError(issues);
      return value as Type;
    },
    "~standard": {
      version: 1,
      vendor: "proto-gen",
      validate(value): StandardResult<Type> {
        const issues = check(value);
        if (issues.length === 0) return { value: value as Type };
        return {
          issues: issues.map(({ message, pointer }) => ({ message, path: tokensOf(pointer) })),
        };
      },
    },
  };
}

/** Removes duplicates: a rule repeated by several schemas is one issue, the first. */
function distinct(entries: readonly FoundEntry[], limit: number): readonly LocatedFinding[] {
  // Most invalid values have one issue.
  if (entries.length < 2 && !entries[0]?.locate) return entries as readonly LocatedFinding[];
  const kept = new Set<string>();
  return entries
    .flatMap((entry) => (entry.locate ? entry.locate(limit) : entry))
    .slice(0, limit)
    .filter(
      ({ rule, pointer, expected }) =>
        // The set only grows for a new key.
        kept.size < kept.add(`${rule.code} ${String(expected)}\n${pointer}`).size,
    );
}
