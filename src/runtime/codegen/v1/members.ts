/** Checks values below the current one, and adds the way to them to the pointers of their issues. */

import type { Check, Issues } from "../../schema/validator.js";
import { propertyNamesRule } from "../../schema/rules.js";
import { failed, typeFailed } from "./report.js";
import { below, members, names } from "./values.js";

/**
 * Checks a value below the current one: the member at a pointer, or with `key` one in a map or an array there.
 * Pointers are completed on the way back, so that valid values need none.
 */
export function memberStops(
  issues: Issues | undefined,
  at: string,
  stops: Check,
  value: unknown,
  key?: string | number,
): boolean {
  if (issues === undefined) return stops(value);
  const { list } = issues;
  let index = list.length;
  const stop = stops(value, issues);
  if (index < list.length) {
    const way = key === undefined ? at : below(at, key);
    for (; index < list.length; index++) list[index]!.pointer = way + list[index]!.pointer;
  }
  return stop;
}

/** The same for an optional member. */
export function optionalMemberStops(
  issues: Issues | undefined,
  at: string,
  stops: Check,
  value: unknown,
): boolean {
  return value !== undefined && memberStops(issues, at, stops, value);
}

/** Checks an array and its items from an index on. */
export function itemsStop(
  issues: Issues | undefined,
  at: string,
  stops: Check,
  value: unknown,
  from: number = 0,
): boolean {
  if (!Array.isArray(value)) return typeFailed(issues, at, value, "array");
  for (let index = from; index < value.length; index++) {
    if (
      issues === undefined
        ? stops(value[index])
        : memberStops(issues, at, stops, value[index], index)
    )
      return true;
  }
  return false;
}

/** The same for an optional member. */
export function optionalItemsStop(
  issues: Issues | undefined,
  at: string,
  stops: Check,
  value: unknown,
): boolean {
  return value !== undefined && itemsStop(issues, at, stops, value);
}

/** Stops if the member is missing or not an object, or one of its values or names is invalid. */
export function mapStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  entry: Check,
  name?: Check,
): boolean {
  const object = members(value);
  if (object === undefined) return typeFailed(issues, at, value, "object");
  for (const key of names(object)) {
    if (name?.(key) === true && failed(issues, below(at, key), propertyNamesRule)) return true;
    if (memberStops(issues, at, entry, object[key], key)) return true;
  }
  return false;
}

export function optionalMapStops(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  entry: Check,
  name?: Check,
): boolean {
  return value !== undefined && mapStops(issues, at, value, entry, name);
}
