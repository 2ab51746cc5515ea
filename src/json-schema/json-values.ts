/** A set of JSON values that is asked whether it has an equal value, without comparing each of them. */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "./keywords.js";

export interface JsonValueSet {
  has(value: Json): boolean;
}

/** Equal as `equalJson` says. */
export function createJsonValueSet(values: readonly Json[]): JsonValueSet {
  const keys = new Set(values.map(keyOf));
  return { has: (value) => keys.has(keyOf(value)) };
}

const sets = new WeakMap<readonly Json[], JsonValueSet>();

/** The set of a list that is asked often, such as an enum's: made once. */
export function jsonValueSetOf(values: readonly Json[]): JsonValueSet {
  const known = sets.get(values) ?? createJsonValueSet(values);
  sets.set(values, known);
  return known;
}

/** The first of values that are equal, in the order of the list. */
export function uniqueValues(values: readonly Json[]): Json[] {
  const seen = new Set<Json>();
  return values.filter((value) => {
    const isNew = !seen.has(keyOf(value));
    seen.add(keyOf(value));
    return isNew;
  });
}

/** The same for equal values. A `Set` takes 0 and -0 for one, as JSON Schema does. */
function keyOf(value: Json): Json {
  if (typeof value === "string") return `"${value}`;
  return typeof value === "object" && value !== null ? canonicalText(value) : value;
}

/** The same text for equal values, whatever the order of their members. */
function canonicalText(value: Json): string {
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalText).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalText(value[name] as Json)}`);
  return `{${members.join()}}`;
}

/** Each value once, in the order of the list. */
export function distinctValues(values: readonly Json[]): Json[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
