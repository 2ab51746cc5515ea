/** Values below the one being checked. In: the value and what it may fail. Out: issues that lead to it. */

import type { Fails, Issues } from "../../schema/validator.js";
import { propertyNamesRule } from "../../schema/rules.js";
import { failed, typeFailed } from "./report.js";
import { below, members, names } from "./values.js";

/**
 * Checks a value below the one being checked: the member at a pointer, or with `key` one of a map's or an array's there.
 * Issues are reported from where they are found and get the way to there on the way back, so that a valid value costs
 * no pointer.
 */
export function memberFails(
  issues: Issues | undefined,
  at: string,
  fails: Fails,
  value: unknown,
  key?: string | number,
): boolean {
  if (issues === undefined) return fails(value);
  const { list } = issues;
  let index = list.length;
  const stop = fails(value, issues);
  if (index < list.length) {
    const way = key === undefined ? at : below(at, key);
    for (; index < list.length; index++) list[index]!.pointer = way + list[index]!.pointer;
  }
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
        : memberFails(issues, at, fails, value[index], index)
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
    if (name?.(key) === true && failed(issues, below(at, key), propertyNamesRule)) return true;
    if (memberFails(issues, at, entry, object[key], key)) return true;
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
