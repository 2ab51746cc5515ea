/**
 * A validator: a type's compiled check with the faces that people use. It never changes a value
 * and never strips a member.
 */

import { Issue, type Attribution, type IssueCode } from "./issue.js";
import { tokensOf } from "./json-path.js";
import { below, isInteger } from "./values.js";
import type { StandardResult, StandardSchema } from "./standard-schema.js";

/** Collects issues until there are enough. */
export interface Issues {
  readonly list: Issue[];
  readonly limit: number;
  readonly attribution: Attribution | undefined;
}

/**
 * What the generator compiles a type into. Without `issues` it is the predicate: true means invalid.
 * With them it goes on past an issue, and true means that there are enough. The pointers of the issues
 * are relative to `value`.
 */
export type Check = (value: unknown, issues?: Issues) => boolean;

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
    super(issues.map(({ path, message }) => `${path} ${message}`).join("; "));
    this.issues = issues;
  }
}

/** Makes a type's validator. `attribution` says which capability contributed which members. */
export function validator<Type>(check: Check, attribution?: Attribution): Validator<Type> {
  function issuesOf(value: unknown, limit: number): readonly Issue[] {
    const issues: Issues = { list: [], limit, attribution };
    check(value, issues);
    return issues.list;
  }
  return {
    is: (value): value is Type => !check(value),
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

/** The same issues, with another capability as the one that contributed what is reported next. */
export function by(issues: Issues | undefined, capability: string): Issues | undefined {
  return issues && { list: issues.list, limit: issues.limit, attribution: { "": capability } };
}

/** Reports one broken rule; true means stop. */
export function fail(
  issues: Issues | undefined,
  at: string,
  code: IssueCode,
  expected?: unknown,
): boolean {
  if (issues === undefined) return true;
  issues.list.push(new Issue(code, at, expected, issues.attribution));
  return issues.list.length >= issues.limit;
}

/** Reports a value of another type, or one that is not there at all. */
export function failType(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  expected: string,
): boolean {
  return value === undefined ? fail(issues, at, "required") : fail(issues, at, "type", expected);
}

/** Reports a value that is none of the allowed ones, or not there at all. */
export function failEnum(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return value === undefined ? fail(issues, at, "required") : fail(issues, at, "enum", allowed);
}

/** True (stop) where a member is no string, or not there. */
export function stringFails(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "string" && failType(issues, at, value, "string");
}

export function optionalStringFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && stringFails(issues, at, value);
}

export function booleanFails(issues: Issues | undefined, at: string, value: unknown): boolean {
  return typeof value !== "boolean" && failType(issues, at, value, "boolean");
}

export function optionalBooleanFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
): boolean {
  return value !== undefined && booleanFails(issues, at, value);
}

/** True (stop) where a member is no integer from `minimum` on, or not there: amounts and quantities. */
export function integerFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum: number = -Infinity,
): boolean {
  if (!isInteger(value)) return failType(issues, at, value, "integer");
  return value < minimum && fail(issues, at, "minimum", minimum);
}

export function optionalIntegerFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  minimum?: number,
): boolean {
  return value !== undefined && integerFails(issues, at, value, minimum);
}

/** True (stop) where a member is no string of a format, or not there. */
export function formatFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return typeof value === "string"
    ? !matches(value) && fail(issues, at, "format", format)
    : stringFails(issues, at, value);
}

export function optionalFormatFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  format: string,
  matches: Format,
): boolean {
  return value !== undefined && formatFails(issues, at, value, format, matches);
}

type Format = (value: string) => boolean;

/** The check of a string, for lists of them. */
export function checkString(value: unknown, issues?: Issues): boolean {
  return stringFails(issues, "", value);
}

/**
 * Checks a value below the one being checked. Issues are reported from where they are found and get
 * the way to there on the way back, so that a valid value costs no pointer.
 */
export function within(
  issues: Issues | undefined,
  at: string,
  check: Check,
  value: unknown,
): boolean {
  if (issues === undefined) return check(value);
  const before = issues.list.length;
  const stop = check(value, issues);
  if (issues.list.length > before) moveUnder(issues, before, at);
  return stop;
}

/** The same for a member that may be absent. */
export function optionalWithin(
  issues: Issues | undefined,
  at: string,
  check: Check,
  value: unknown,
): boolean {
  return value !== undefined && within(issues, at, check, value);
}

/** The same for the member of a map, or the item at an index. */
export function withinMember(
  issues: Issues | undefined,
  at: string,
  key: string | number,
  check: Check,
  value: unknown,
): boolean {
  if (issues === undefined) return check(value);
  const before = issues.list.length;
  const stop = check(value, issues);
  if (issues.list.length > before) moveUnder(issues, before, below(at, String(key)));
  return stop;
}

/** Checks an array and its items, from an index on. */
export function eachItem(
  issues: Issues | undefined,
  at: string,
  check: Check,
  value: unknown,
  from: number = 0,
): boolean {
  if (!Array.isArray(value)) return failType(issues, at, value, "array");
  for (let index = from; index < value.length; index++) {
    if (
      issues === undefined
        ? check(value[index])
        : withinMember(issues, at, index, check, value[index])
    )
      return true;
  }
  return false;
}

/** The same for a member that may be absent. */
export function optionalEachItem(
  issues: Issues | undefined,
  at: string,
  check: Check,
  value: unknown,
): boolean {
  return value !== undefined && eachItem(issues, at, check, value);
}

function moveUnder({ list }: Issues, from: number, at: string): void {
  for (let index = from; index < list.length; index++) list[index]?.moveUnder(at);
}

/**
 * Reports a value that matches no branch of a union: the issues of the branch that came furthest,
 * since that is the one its author meant.
 */
export function failUnion(
  issues: Issues | undefined,
  at: string,
  code: "anyOf" | "oneOf",
  value: unknown,
  branches: readonly Check[],
): boolean {
  if (issues === undefined) return true;
  let best: readonly Issue[] | undefined;
  const limit = Math.max(issues.limit - issues.list.length, COMPARED_ISSUES);
  for (const branch of branches) {
    const list: Issue[] = [];
    branch(value, { ...issues, list, limit });
    // A branch that matches is not the trouble: a `oneOf` has another one.
    if (list.length === 0) return fail(issues, at, code);
    if (best === undefined || nearer(list, best)) best = list;
  }
  for (const issue of best ?? []) {
    issue.moveUnder(at);
    issues.list.push(issue);
    if (issues.list.length >= issues.limit) return true;
  }
  return false;
}

/** So many tell which branch came furthest; whoever wants a few issues does not pay for millions. */
const COMPARED_ISSUES = 1000;

function nearer(left: readonly Issue[], right: readonly Issue[]): boolean {
  const [one, other] = [depthOf(left), depthOf(right)];
  return one === other ? left.length < right.length : one > other;
}

function depthOf(issues: readonly Issue[]): number {
  // No spread: a branch may have more issues than a call takes arguments.
  return issues.reduce(
    (least, { pointer }) => Math.min(least, pointer.split("/").length),
    Infinity,
  );
}
