/** The order of a schema's keywords, as an author would write them. In: keywords. Out: an object. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

const ORDER: readonly string[] = [
  ...["$ref", "title", "description", "deprecated", "readOnly", "writeOnly"],
  ...["type", "const", "enum", "format", "pattern", "minLength", "maxLength"],
  ...["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf"],
  ...["required", "properties", "patternProperties", "additionalProperties", "propertyNames"],
  ...["minProperties", "maxProperties", "dependentRequired", "dependentSchemas"],
  ...["prefixItems", "items", "minItems", "maxItems", "uniqueItems"],
  ...["contains", "minContains", "maxContains"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else"],
  ...["unevaluatedProperties", "unevaluatedItems", "default", "examples"],
];

const RANKS: ReadonlyMap<string, number> = new Map(ORDER.map((keyword, rank) => [keyword, rank]));

/** Keywords that are not listed stand last, in the order they came. */
export function inOrder(keywords: Iterable<readonly [string, Json]>): JsonObject {
  const rank = (keyword: string): number => RANKS.get(keyword) ?? ORDER.length;
  return Object.fromEntries([...keywords].sort(([left], [right]) => rank(left) - rank(right)));
}
