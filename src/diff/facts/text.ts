/** Values of schemas as messages show them. */

import type { Json } from "@proto-gen/runtime/json";
import { cutText } from "@proto-gen/runtime/json";
import { jsonValueSetOf } from "../../json-schema/json-values.js";
import { isObject } from "../../json-schema/keywords.js";

const MAX_LENGTH = 60;

/** A value as JSON, short, and the same in whatever order its members stand. */
export function valueText(value: Json | undefined): string {
  if (value === undefined) return "none";
  const text = JSON.stringify(value, (_, each: Json) => withSortedMembers(each));
  return text.length <= MAX_LENGTH ? text : cutText(text, MAX_LENGTH - 1, "…");
}

export function list(values: readonly Json[]): string {
  return values.map(valueText).join(", ");
}

/** `"a" is` or `"a", "b" are`. */
export function listIs(values: readonly Json[]): string {
  return `${list(values)} ${values.length === 1 ? "is" : "are"}`;
}

/** `"a" was` or `"a", "b" were`. */
export function listWas(values: readonly Json[]): string {
  return `${list(values)} ${values.length === 1 ? "was" : "were"}`;
}

/** `string or null`; what stands for every type where there is no such rule. */
export function typesText(types: readonly string[] | undefined, any = "any value"): string {
  return types === undefined ? any : types.length === 0 ? "no value" : types.join(" or ");
}

/** The values of the first that are not among the second. */
export function without(values: readonly Json[], others: readonly Json[]): Json[] {
  const known = jsonValueSetOf(others);
  return values.filter((value) => !known.has(value));
}

function withSortedMembers(value: Json): Json {
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)),
  );
}
