/**
 * Respell: a schema in, the same schema out in the words that openapi-typescript reads rightly. It
 * unites `anyOf` with what stands beside it, drops what stands beside `$ref`, has no type for a `const`
 * of null, and takes every list of first items for the whole list.
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
/** What `anyOf` would be united with. */
const BESIDE_ANY_OF = [
  "allOf",
  "oneOf",
  "properties",
  "patternProperties",
  "additionalProperties",
  "items",
  "prefixItems",
];

/** @param schema an object of an OpenAPI document: what is no schema comes out as it went in */
export function respell(schema: JsonObject): JsonObject {
  return respellNull(respellItems(respellAnyOf(respellType(respellReference(schema)))));
}

function respellReference(schema: JsonObject): JsonObject {
  const { $ref, ...beside } = schema;
  // A parameter has `required` too, but no list.
  const asserts =
    Array.isArray(beside["required"]) || ASSERTIONS.some((keyword) => keyword in beside);
  if ($ref === undefined || !asserts) return schema;
  return { ...beside, allOf: [{ $ref }, ...listOf(beside["allOf"])] };
}

/** `string & ("a" | "b")` is what its branches say already. */
function respellType(schema: JsonObject): JsonObject {
  const { type, ...beside } = schema;
  const branches = [...listOf(schema["anyOf"]), ...listOf(schema["oneOf"])];
  const isSaid = branches.length > 0 && branches.every(saysType);
  return isSaid && typeof type === "string" && type !== "object" && type !== "array"
    ? beside
    : schema;
}

function saysType(branch: Json): boolean {
  return isObject(branch) && ["type", "const", "enum"].some((keyword) => keyword in branch);
}

function respellAnyOf(schema: JsonObject): JsonObject {
  const { anyOf, ...beside } = schema;
  if (anyOf === undefined) return schema;
  const { type } = beside;
  const hasScalar = typeof type === "string" && type !== "object";
  if (!hasScalar && !BESIDE_ANY_OF.some((keyword) => keyword in beside)) return schema;
  return { ...beside, allOf: [...listOf(beside["allOf"]), { anyOf }] };
}

/** Without `minItems` and an end, first items make no tuple: a list of any of them. */
function respellItems(schema: JsonObject): JsonObject {
  const { prefixItems, items = true, minItems = 0, maxItems = Infinity, ...beside } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  const { length } = prefixItems;
  const ends = items === false || Number(maxItems) <= length;
  if (ends && Number(minItems) >= length) return schema;
  return { ...beside, items: { anyOf: ends ? prefixItems : [...prefixItems, items] } };
}

function respellNull(schema: JsonObject): JsonObject {
  const { const: value, ...beside } = schema;
  return value === null ? { ...beside, type: "null" } : schema;
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
