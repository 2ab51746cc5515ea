/** The order of a schema's keywords, as an author would write them. */

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

/** The place of a keyword in a schema; keywords that are not listed come last. */
export function keywordRank(keyword: string): number {
  return RANKS.get(keyword) ?? ORDER.length;
}

export function inOrder(keywords: Iterable<readonly [string, Json]>): JsonObject {
  return Object.fromEntries(
    [...keywords].sort(([left], [right]) => keywordRank(left) - keywordRank(right)),
  );
}
