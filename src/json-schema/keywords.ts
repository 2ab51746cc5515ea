/** The keywords of JSON Schema 2020-12, and the subschemas that stand in them. Unknown keywords are data. */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json, JsonObject } from "@proto-gen/runtime/json";

import { SIMPLE_KEYWORD_LIST } from "../keywords/simple-keywords.js";

export type Schema = boolean | JsonObject;

/** Keywords whose value is one schema. */
export const SCHEMA_KEYWORDS = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;

/** Keywords whose value is an array of schemas. */
export const SCHEMA_ARRAY_KEYWORDS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;

/** Keywords whose value maps names to schemas. */
export const SCHEMA_MAP_KEYWORDS = [
  "$defs",
  "definitions",
  "dependentSchemas",
  "patternProperties",
  "properties",
] as const;

/** Keywords that annotate and constrain nothing (formats are judged apart). */
export const ANNOTATION_KEYWORDS: ReadonlySet<string> = new Set([
  "$anchor",
  "$comment",
  "$defs",
  "$dynamicAnchor",
  "$id",
  "$schema",
  "$vocabulary",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
  "default",
  "definitions",
  "deprecated",
  "description",
  "examples",
  "readOnly",
  "title",
  "writeOnly",
]);

const ASSERTION_KEYWORDS: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "$ref",
  "const",
  "dependentRequired",
  "enum",
  "maxContains",
  "minContains",
  "required",
  "type",
  ...SIMPLE_KEYWORD_LIST.map(({ name }) => name),
  ...SCHEMA_KEYWORDS.filter((keyword) => keyword !== "contentSchema"),
  ...SCHEMA_ARRAY_KEYWORDS,
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Every keyword of JSON Schema 2020-12. */
export const KEYWORDS: ReadonlySet<string> = new Set([
  ...ANNOTATION_KEYWORDS,
  ...ASSERTION_KEYWORDS,
]);

interface Holder {
  readonly holds: "schema" | "list" | "map";
  /** Its place in the order in which subschemas are visited. */
  readonly rank: number;
}

const HOLDERS: ReadonlyMap<string, Holder> = new Map(
  [
    ...SCHEMA_KEYWORDS.map((keyword) => [keyword, "schema"] as const),
    ...SCHEMA_ARRAY_KEYWORDS.map((keyword) => [keyword, "list"] as const),
    ...SCHEMA_MAP_KEYWORDS.map((keyword) => [keyword, "map"] as const),
  ].map(([keyword, holds], rank) => [keyword, { holds, rank }]),
);

/** True where the keyword's value holds schemas. */
export function holdsSchemas(keyword: string): boolean {
  return HOLDERS.has(keyword);
}

export function isAssertion(keyword: string): boolean {
  return ASSERTION_KEYWORDS.has(keyword);
}

/** True where a document's root describes values of its own. One that only holds `$defs` may still say `type: object`. */
export function describesValues(root: JsonObject): boolean {
  const own = Object.keys(root).filter(isAssertion);
  if (!isObject(root["$defs"])) return own.length > 0;
  return own.some(
    (keyword) =>
      !(keyword === "type" && root["type"] === "object") &&
      !(keyword === "minProperties" && root["minProperties"] === 0),
  );
}

/** A meta-schema describes schemas, and no payload: `$vocabulary` means nothing elsewhere (Core §8.1.2). */
export function isMetaSchema(root: JsonObject): boolean {
  return isObject(root["$vocabulary"]);
}

export interface Subschema {
  readonly schema: Schema;
  readonly pointer: string;
  readonly keyword: string;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isObject(value);
}

/** The direct subschemas, in a fixed order. A map of roles (below) counts as a map of schemas. */
export function subschemas(schema: Schema, pointer: string): Subschema[] {
  const found: Subschema[] = [];
  if (typeof schema === "boolean") return found;
  for (const keyword of holdersIn(schema)) {
    const value = schema[keyword];
    const at = `${pointer}/${keyword}`;
    const holds = HOLDERS.get(keyword)?.holds;
    if (holds === "schema") addSchema(found, value, at, keyword);
    else if (holds === "list" && Array.isArray(value))
      value.forEach((item: Json, index) => addSchema(found, item, `${at}/${index}`, keyword));
    else if (holds === "map" && isObject(value)) addEntries(found, value, at, keyword);
  }
  return found;
}

function addSchema(
  found: Subschema[],
  value: Json | undefined,
  pointer: string,
  keyword: string,
): void {
  if (isSchema(value)) found.push({ schema: value, pointer, keyword });
}

function addEntries(
  found: Subschema[],
  entries: JsonObject,
  pointer: string,
  keyword: string,
): void {
  for (const name of Object.keys(entries)) {
    const entry = entries[name];
    const at = `${pointer}/${escapePointerToken(name)}`;
    if (keyword !== "$defs" || !isRoleMap(name, entry)) addSchema(found, entry, at, keyword);
    else
      for (const [role, schema] of Object.entries(entry))
        addSchema(found, schema as Json, `${at}/${escapePointerToken(role)}`, keyword);
  }
}

/** The keywords of a schema that hold schemas. Most schemas have one or none. */
function holdersIn(schema: JsonObject): string[] {
  const found = Object.keys(schema).filter(holdsSchemas);
  const rankOf = (keyword: string): number => HOLDERS.get(keyword)?.rank as number;
  return found.length < 2 ? found : found.sort((left, right) => rankOf(left) - rankOf(right));
}

const ROLE_OR_SHAPE = /_(?:schema|request|response)$/;

/**
 * `$defs[<capability name>]` may map roles (`platform_schema`, `business_schema`, ...) or shapes to schemas instead of being
 * one. Told by having no keyword of JSON Schema, and by its dotted name or the names of what it maps.
 */
export function isRoleMap(name: string, value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false;
  const roles = Object.keys(value);
  return (
    roles.length > 0 &&
    (name.includes(".") || roles.every((role) => ROLE_OR_SHAPE.test(role))) &&
    roles.every(
      (role) => !isAssertion(role) && !ANNOTATION_KEYWORDS.has(role) && isSchema(value[role]),
    )
  );
}
