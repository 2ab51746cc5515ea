/**
 * Rewrites a schema as an equivalent one that openapi-typescript reads correctly. The library turns `anyOf` and the
 * keywords beside it into one union, drops the keywords beside `$ref`, has no type for a `const` of null, and takes
 * every `prefixItems` for a closed tuple.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { isObject } from "../../../json-schema/keywords.js";

const ASSERTIONS = [
  "type",
  "const",
  "enum",
  "allOf",
  "anyOf",
  "oneOf",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
];
/** Keywords that would become part of the union. */
const MERGED_WITH_ANY_OF = [
  "allOf",
  "oneOf",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
];

/** @param schema any object of an OpenAPI document; one that is not a schema is returned unchanged */
export function normaliseSchema(schema: JsonObject): JsonObject {
  return normaliseNull(normaliseItems(normaliseAnyOf(normaliseType(normaliseReference(schema)))));
}

function normaliseReference(schema: JsonObject): JsonObject {
  const { $ref, ...beside } = schema;
  // A parameter has `required` too, but no list.
  const asserts =
    Array.isArray(beside["required"]) || ASSERTIONS.some((keyword) => keyword in beside);
  if ($ref === undefined || !asserts) return schema;
  return { ...beside, allOf: [{ $ref }, ...arrayOf(beside["allOf"])] };
}

/** Without `type` where all branches have one: the type would be `string & ("a" | "b")`. */
function normaliseType(schema: JsonObject): JsonObject {
  const { type, ...beside } = schema;
  const branches = [...arrayOf(schema["anyOf"]), ...arrayOf(schema["oneOf"])];
  const isRedundant = branches.length > 0 && branches.every(hasType);
  return isRedundant && typeof type === "string" && type !== "object" && type !== "array"
    ? beside
    : schema;
}

function hasType(branch: Json): boolean {
  return isObject(branch) && ["type", "const", "enum"].some((keyword) => keyword in branch);
}

function normaliseAnyOf(schema: JsonObject): JsonObject {
  const { anyOf, ...beside } = schema;
  if (anyOf === undefined) return schema;
  const { type } = beside;
  const hasScalar = typeof type === "string" && type !== "object";
  if (!hasScalar && !MERGED_WITH_ANY_OF.some((keyword) => keyword in beside)) return schema;
  return { ...beside, allOf: [...arrayOf(beside["allOf"]), { anyOf }] };
}

/** Without `minItems` and an end, an array with `prefixItems` is not a tuple but a list of any of them. */
function normaliseItems(schema: JsonObject): JsonObject {
  const { prefixItems, items = true, minItems = 0, maxItems = Infinity, ...beside } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const { length } = prefixItems;
  const ends = items === false || Number(maxItems) <= length;
  if (ends && Number(minItems) >= length) return schema;
  return { ...beside, items: { anyOf: ends ? prefixItems : [...prefixItems, items] } };
}

function normaliseNull(schema: JsonObject): JsonObject {
  const { const: value, ...beside } = schema;
  return value === null ? { ...beside, type: "null" } : schema;
}

function arrayOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
