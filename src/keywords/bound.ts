/** The faces that all bounds share: numbers, lengths and counts differ in what they measure. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { code, type Code } from "../source/code.js";
import { numberLiteral } from "../source/literal.js";
import type {
  Bound,
  BoundKeyword,
  PrintedSubject,
  SampleLimits,
  Subjects,
  SubjectType,
} from "./simple-keyword.js";

export interface BoundParts {
  readonly appliesTo: SubjectType;
  readonly what: string;
  readonly isLower: boolean;
  readonly isExclusive?: boolean;
  /** The lowest that a measure can be; undefined where there is none. */
  readonly least?: number | undefined;
  check(value: Json): string | undefined;
  /** The number of a value that is bounded. */
  measure(value: Subjects[SubjectType]): number;
  /** The conditions under which a value is beyond the limit. */
  print(limit: number, subject: PrintedSubject): readonly Code[];
  negate(limit: number): JsonObject;
}

export function defineBound(parts: BoundParts): BoundKeyword {
  const { appliesTo, what, isLower, isExclusive = false, least, check, negate } = parts;
  const comparison: Bound = {
    kind: "bound",
    what,
    isLower,
    isExclusive,
    least,
  };
  const refusesNothing = (limit: number): boolean =>
    isLower && least !== undefined && limit <= least;
  const isTighter = isLower
    ? (next: number, known: number) => next > known
    : (next: number, known: number) => next < known;
  return {
    appliesTo,
    check,
    read: (value) => (typeof value === "number" ? value : undefined),
    merge: (known, rule) =>
      known === undefined || isTighter(rule.value, known.value) ? rule : known,
    print: (limit, subject) =>
      refusesNothing(limit)
        ? undefined
        : { conditions: parts.print(limit, subject), expected: numberLiteral(limit) },
    satisfies(value, limit) {
      const measured = parts.measure(value);
      if (measured === limit) return !isExclusive;
      return isLower ? measured > limit : measured < limit;
    },
    narrow: (limits, limit) => narrowed(limits, limit, isLower),
    negate,
    comparison,
  };
}

function narrowed(limits: SampleLimits, limit: number, isLower: boolean): SampleLimits {
  return isLower
    ? { ...limits, low: Math.max(limits.low, limit) }
    : { ...limits, high: Math.min(limits.high, limit) };
}

/** The value of `minLength`, `maxItems` and their like. */
export function checkCount(value: Json): string | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0
    ? undefined
    : "expected a non-negative integer";
}

export function checkNumber(value: Json): string | undefined {
  return typeof value === "number" ? undefined : "expected a number";
}

export function checkString(value: Json): string | undefined {
  return typeof value === "string" ? undefined : "expected a string";
}

/** `value < 3` */
export function printComparison(measured: Code, operator: Code, limit: number): Code {
  return code`${measured} ${operator} ${numberLiteral(limit)}`;
}
