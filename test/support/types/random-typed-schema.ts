/** Random schemas with what types are about: open and typed maps beside named members, lists of unions, listed names. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { NAMES, randomObject, randomSchema } from "../oracle/random-schema.js";
import type { Random } from "../oracle/random.js";

/** A schema with four definitions, of which any may be recursive. */
export function randomTypedSchema(random: Random): JsonObject {
  const references = ["A", "B", "C", "D"].map((name) => `#/$defs/${name}`);
  const $defs = references.map((reference, current): [string, Json] => [
    reference.slice(-1),
    enrich(randomSchema(random, { references, current }, 3) as Json, random),
  ]);
  const root = randomObject(random, { references, current: -1 }, 3);
  return {
    ...(enrich(root as Json, random) as JsonObject),
    $defs: Object.fromEntries($defs),
  };
}

function enrich(schema: Json, random: Random): Json {
  if (Array.isArray(schema)) return (schema as readonly Json[]).map((each) => enrich(each, random));
  if (typeof schema !== "object" || schema === null) return schema;
  const below: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema as JsonObject))
    below[keyword] = VALUES.has(keyword) ? value : enrich(value, random);
  const type = below["type"];
  if (type === "object" && below["additionalProperties"] === undefined && random.chance(0.3))
    return { ...below, ...random.pick(OBJECTS) };
  if (type === "array" && random.chance(0.3)) return { ...below, items: random.pick(ITEMS) };
  if (type === "string" && Object.keys(below).length === 1 && random.chance(0.2))
    return { ...below, examples: ["in_stock", "sold_out"] };
  return below;
}

/** Keywords whose value is no schema, or a value that a schema compares. */
const VALUES = new Set(["const", "enum", "required", "type", "dependentRequired"]);

const OBJECTS: readonly JsonObject[] = [
  { additionalProperties: true },
  { additionalProperties: {} },
  { additionalProperties: { type: "string" } },
  { additionalProperties: { type: ["number", "null"] } },
  { additionalProperties: { $ref: "#/$defs/D" } },
  { additionalProperties: { type: "array", items: { enum: ["a", "b", 1] } } },
  { propertyNames: { enum: [...NAMES.slice(0, 3)] } },
  { propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "integer" } },
  { patternProperties: { "^x-": { type: "boolean" } }, additionalProperties: false },
  { patternProperties: { "^x-": { type: "boolean" } }, additionalProperties: { type: "string" } },
  { patternProperties: { o: { type: "string" } } },
];

const ITEMS: readonly JsonObject[] = [
  { oneOf: [{ $ref: "#/$defs/C" }, { type: "null" }] },
  { anyOf: [{ type: "string" }, { type: "object", properties: { a: { const: 1 } } }] },
  { enum: ["a", "b"] },
  { type: ["string", "null"] },
  { type: "string", examples: ["in_stock", "sold_out"] },
  { allOf: [{ $ref: "#/$defs/D" }, { type: "object", required: ["a"] }] },
  { type: "array", items: { oneOf: [{ const: 1 }, { const: "b" }] } },
];
