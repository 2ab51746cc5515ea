/**
 * Small predicates for compiled checks, so that engines inline them and bundles stay small; the values of enums that capabilities
 * extend; and what `unevaluatedProperties` and `unevaluatedItems` have seen of one object or array.
 */

import { equalJson } from "../../json/members.js";

export type Members = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isArray(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A JSON number, which is finite. */
export function isNumber(value: unknown): value is number {
  return typeof value === "number" && value - value === 0;
}

export function isInteger(value: unknown): value is number {
  return Number.isInteger(value);
}

/**
 * The own members of an object; undefined for other values. Returns plain objects themselves, so `object.name` is
 * only safe for names that `Object.prototype` lacks, and copies others without a prototype.
 */
export function members(value: unknown): Members | undefined {
  // Does not call `isObject`: this is the function called most often.
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null
    ? (value as Members)
    : { __proto__: null, ...value };
}

/** An own member whose name `Object.prototype` also has. */
export function member(object: Members, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The names of present members. Undefined members count as absent. */
export function names(object: Members): string[] {
  return Object.keys(object).filter((name) => object[name] !== undefined);
}

/** The pointer of a member or item whose name is only known at run time. */
export function below(at: string, key: string | number): string {
  return `${at}/${String(key).replace(/[~/]/g, (each) => (each === "~" ? "~0" : "~1"))}`;
}

/** Length in Unicode characters, as JSON Schema counts (RFC 8259 §1), not in UTF-16 units. */
export function lengthOf(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    if (
      (text.charCodeAt(index) & 0xfc00) === 0xd800 &&
      (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00
    )
      length--;
  }
  return length;
}

/** `multipleOf` for decimal fractions, which binary division gets wrong: 0.3 is a multiple of 0.1. */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  if (!Number.isFinite(quotient)) return value % divisor === 0;
  return (
    Math.abs(quotient - Math.round(quotient)) < 1e-9 * Math.max(1, Math.abs(quotient)) &&
    (Number.isInteger(divisor) ? value % divisor === 0 : true)
  );
}

export function isOneOf(value: unknown, allowed: readonly unknown[]): boolean {
  return allowed.some((each) => equalJson(value, each));
}

/** Names of capabilities. */
export type ActiveCapabilities = ReadonlySet<string>;

/** A value and lists of capabilities, of each of which one must be active. */
type OwnedValue = readonly [value: unknown, ...owners: (readonly string[])[]];

/**
 * The values of an enum that capabilities extend.
 * @param always the values that require no capability
 */
export function activeValues(
  active: ActiveCapabilities,
  always: readonly unknown[],
  owned: readonly OwnedValue[],
): readonly unknown[] {
  const added = owned.filter(([, ...owners]) =>
    owners.every((capabilities) => capabilities.some((each) => active.has(each))),
  );
  return [...always, ...added.map(([value]) => value)];
}

/** A compiled check used as a predicate. */
type Check = (value: unknown) => boolean;

/** True if at least `min` and at most `max` items match. */
export function containsMatching(
  items: readonly unknown[],
  fails: Check,
  min: number,
  max: number = Infinity,
): boolean {
  let count = 0;
  for (const item of items) if (!fails(item)) count++;
  return count >= min && count <= max;
}

/** True if exactly one branch of a `oneOf` matches. */
export function matchesOne(value: unknown, branches: readonly Check[]): boolean {
  let count = 0;
  for (const branch of branches) if (!branch(value) && ++count > 1) return false;
  return count === 1;
}

/** Tracks what `unevaluatedProperties` and `unevaluatedItems` have seen of one object or array. */
export interface Evaluated {
  all: boolean;
  readonly keys: Set<string | number>;
  /** The functions that have marked what they evaluate. */
  readonly marked: Set<unknown>;
}

export function evaluated(): Evaluated {
  return { all: false, keys: new Set(), marked: new Set() };
}

/** True if a function has already marked what it evaluates. Records that it has. */
export function hasMarked(seen: Evaluated, mark: unknown): boolean {
  if (seen.marked.has(mark)) return true;
  seen.marked.add(mark);
  return false;
}

export function markEvaluated(seen: Evaluated, keys: readonly (string | number)[]): void {
  for (const key of keys) seen.keys.add(key);
}

/** `contains` evaluates the items that match it. */
export function markMatching(
  seen: Evaluated,
  items: readonly unknown[],
  fails: (value: unknown) => boolean,
): void {
  items.forEach((item, index) => {
    if (!fails(item)) seen.keys.add(index);
  });
}

export function isEvaluated(seen: Evaluated, key: string | number): boolean {
  return seen.all || seen.keys.has(key);
}
