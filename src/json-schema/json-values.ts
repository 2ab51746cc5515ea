/** A set of JSON values that is asked whether it has an equal value, without comparing each of them. */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "./keywords.js";

export interface JsonValueSet {
  has(value: Json): boolean;
}

/** Equal as `equalJson` says. */
export function createJsonValueSet(values: readonly Json[]): JsonValueSet {
  // A `Set` takes 0 and -0 for one, as JSON Schema does.
  const scalars = new Set<Json>();
  const texts = new Set<string>();
  for (const value of values) {
    if (typeof value === "object" && value !== null) texts.add(canonicalText(value));
    else scalars.add(value);
  }
  return {
    has: (value) =>
      typeof value === "object" && value !== null
        ? texts.has(canonicalText(value))
        : scalars.has(value),
  };
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
