/** Values below the one being checked. In: the value and what it may fail. Out: issues that lead to it. */

import type { Fails, Issues } from "../../schema/validator.js";
import { failed, typeFailed } from "./report.js";
import { below, members, names } from "./values.js";

/**
 * Checks a value below the one being checked. Issues are reported from where they are found and get
 * the way to there on the way back, so that a valid value costs no pointer.
 */
export function memberFails(
  issues: Issues | undefined,
  at: string,
  fails: Fails,
  value: unknown,
): boolean {
  if (issues === undefined) return fails(value);
  const before = issues.list.length;
  const stop = fails(value, issues);
  if (issues.list.length > before) moveUnder(issues, before, at);
  return stop;
}

/** The same for a member that may be absent. */
export function optionalMemberFails(
  issues: Issues | undefined,
  at: string,
  fails: Fails,
  value: unknown,
): boolean {
  return value !== undefined && memberFails(issues, at, fails, value);
}

/** The same for the member of a map, or the item at an index. */
export function entryFails(
  issues: Issues | undefined,
  at: string,
  key: string | number,
  fails: Fails,
  value: unknown,
): boolean {
  if (issues === undefined) return fails(value);
  const before = issues.list.length;
  const stop = fails(value, issues);
  if (issues.list.length > before) moveUnder(issues, before, below(at, String(key)));
  return stop;
}

/** Checks an array and its items, from an index on. */
export function itemsFail(
  issues: Issues | undefined,
  at: string,
  fails: Fails,
  value: unknown,
  from: number = 0,
): boolean {
  if (!Array.isArray(value)) return typeFailed(issues, at, value, "array");
  for (let index = from; index < value.length; index++) {
    if (
      issues === undefined
        ? fails(value[index])
        : entryFails(issues, at, index, fails, value[index])
    )
      return true;
  }
  return false;
}

/** The same for a member that may be absent. */
export function optionalItemsFail(
  issues: Issues | undefined,
  at: string,
  fails: Fails,
  value: unknown,
): boolean {
  return value !== undefined && itemsFail(issues, at, fails, value);
}

function moveUnder({ list }: Issues, from: number, at: string): void {
  for (let index = from; index < list.length; index++) {
    const finding = list[index]!;
    finding.pointer = at + finding.pointer;
  }
}

/** True (stop) where a member is no map, or where a value or a name in it fails, or where it is not there. */
export function mapFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  entry: Fails,
  name?: Fails,
): boolean {
  const object = members(value);
  if (object === undefined) return typeFailed(issues, at, value, "object");
  for (const key of names(object)) {
    if (name?.(key) === true && failed(issues, below(at, key), "propertyNames")) return true;
    if (entryFails(issues, at, key, entry, object[key])) return true;
  }
  return false;
}

export function optionalMapFails(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  entry: Fails,
  name?: Fails,
): boolean {
  return value !== undefined && mapFails(issues, at, value, entry, name);
}
