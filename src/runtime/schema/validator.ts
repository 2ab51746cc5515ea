/**
 * A validator: a type's compiled check with the faces that people use. It never changes a value
 * and never strips a member.
 */

import { Issue, type Attribution, type Finding } from "./issue.js";
import { tokensOf } from "./json-path.js";
import type { StandardResult, StandardSchema } from "./standard-schema.js";

/** Collects issues until there are enough. */
export interface Issues {
  readonly list: Finding[];
  readonly limit: number;
  readonly attribution: Attribution | undefined;
}

/**
 * What the generator compiles a type into: whether a value fails it. With `issues` it goes on past an issue, and true
 * means that there are enough. The pointers of the issues are relative to `value`.
 */
export type Fails = (value: unknown, issues?: Issues) => boolean;

export interface Validator<Type> extends StandardSchema<Type> {
  /** True where the value is valid. */
  is(value: unknown): value is Type;
  /** Every issue of the value, at most `limit`; none where it is valid. */
  check(value: unknown, limit?: number): readonly Issue[];
  /** The value itself. Throws `ValidationError` with the first issue. */
  parse(value: unknown): Type;
}

export class ValidationError extends Error {
  override readonly name = "ValidationError";
  readonly code = "invalid_value";
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.join("; "));
    this.issues = issues;
  }
}

/** Makes a type's validator. `attribution` says which capability contributed which members. */
export function validator<Type>(fails: Fails, attribution?: Attribution): Validator<Type> {
  function issuesOf(value: unknown, limit: number): readonly Issue[] {
    const issues: Issues = { list: [], limit, attribution };
    fails(value, issues);
    return distinct(issues.list).map((finding) => new Issue(finding));
  }
  return {
    is: (value): value is Type => !fails(value),
    check: (value, limit = Infinity) => issuesOf(value, limit),
    parse(value) {
      const issues = issuesOf(value, 1);
      if (issues.length === 0) return value as Type;
      throw new ValidationError(issues);
    },
    "~standard": {
      version: 1,
      vendor: "proto-gen",
      validate: (value): StandardResult<Type> => {
        const issues = issuesOf(value, Infinity);
        if (issues.length === 0) return { value: value as Type };
        return {
          issues: issues.map(({ message, pointer }) => ({ message, path: tokensOf(pointer) })),
        };
      },
    },
  };
}

/** A rule that several schemas repeat is one issue: that of the first. */
function distinct(findings: readonly Finding[]): readonly Finding[] {
  if (findings.length < 2) return findings;
  const kept = new Map<string, Finding[]>();
  return findings.filter((finding) => {
    const known = kept.get(finding.pointer);
    if (known?.some((other) => isSame(other, finding)) === true) return false;
    if (known === undefined) kept.set(finding.pointer, [finding]);
    else known.push(finding);
    return true;
  });
}

function isSame(left: Finding, right: Finding): boolean {
  return left.code === right.code && String(left.expected) === String(right.expected);
}
