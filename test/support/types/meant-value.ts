/**
 * Whether a valid value is one that its author would write. In: a schema as it is written, and a value that it allows. An open object
 * takes any member, and a schema without a `type` any value of another kind, but a type declares what the schema is about: members that
 * some schema states, and values of the kind that its keywords are for.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Lookup } from "../oracle/random-value.js";

export interface Schemas {
  /** What a `$ref` leads to. */
  readonly lookup: Lookup;
  /** Whether a value satisfies a part of the schema. */
  readonly accepts: (part: Json, value: Json) => boolean;
}

export function isMeant(schema: Json | undefined, value: Json, context: Schemas): boolean {
  return isMeantBy(applicable([schema], value, context), value, context);
}

function isMeantBy(schemas: readonly JsonObject[], value: Json, context: Schemas): boolean {
  if (schemas.some((each) => !isOfKind(each, value))) return false;
  if (Array.isArray(value))
    return (value as readonly Json[]).every((item, index) =>
      isMeantBy(applicable(itemSchemas(schemas, index), item, context), item, context),
    );
  if (!isObject(value)) return true;
  const isMap = schemas.every((each) => !MEMBERS.some((keyword) => keyword in each));
  return Object.entries(value).every(([name, member]) => {
    const own = memberSchemas(schemas, name);
    const isStated = own.length > 0 || isMap || schemas.some((each) => isListed(each, name));
    return isStated && isMeantBy(applicable(own, member, context), member, context);
  });
}

const MEMBERS = ["properties", "patternProperties", "required"];

/** Every schema that applies to the value: of a union, the branches that it satisfies. */
function applicable(
  schemas: readonly (Json | undefined)[],
  value: Json,
  { lookup, accepts }: Schemas,
): JsonObject[] {
  const found = new Set<JsonObject>();
  const waiting = [...schemas];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!isObject(next) || found.has(next)) continue;
    found.add(next);
    if (typeof next["$ref"] === "string") waiting.push(lookup(next["$ref"]));
    waiting.push(...listOf(next["allOf"]));
    for (const keyword of ["anyOf", "oneOf"]) {
      const branches = listOf(next[keyword]);
      if (branches.every(saysType))
        waiting.push(...branches.filter((branch) => accepts(branch, value)));
    }
  }
  return [...found];
}

/** A union with a branch that says nothing of the type says nothing of it itself. */
function saysType(branch: Json): boolean {
  if (!isObject(branch)) return branch === false;
  return TELLING.some((keyword) => keyword in branch);
}

const TELLING = [
  ...["type", "const", "enum", "$ref", "properties", "required", "allOf", "anyOf", "oneOf"],
];

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isOfKind(schema: JsonObject, value: Json): boolean {
  if (schema["type"] !== undefined || "const" in schema || "enum" in schema) return true;
  const has = (...names: readonly string[]): boolean => names.some((name) => name in schema);
  if (has("properties", "required", "additionalProperties", "patternProperties"))
    return isObject(value);
  return !has("items", "prefixItems") || Array.isArray(value);
}

function itemSchemas(schemas: readonly JsonObject[], index: number): (Json | undefined)[] {
  return schemas.map(({ prefixItems = [], items }) => (prefixItems as Json[])[index] ?? items);
}

function memberSchemas(schemas: readonly JsonObject[], name: string): Json[] {
  return schemas.flatMap((each) => {
    const { properties = {}, patternProperties = {}, additionalProperties } = each;
    const declared = (properties as JsonObject)[name];
    const matching = Object.entries(patternProperties as JsonObject).flatMap(([pattern, schema]) =>
      new RegExp(pattern, "u").test(name) ? [schema] : [],
    );
    const own = [...(declared === undefined ? [] : [declared]), ...matching];
    if (own.length > 0) return own;
    return additionalProperties === undefined || additionalProperties === false
      ? []
      : [additionalProperties];
  });
}

/** What only requires a member declares it, and so does a list of names. */
function isListed({ required = [], propertyNames }: JsonObject, name: string): boolean {
  const { enum: names = [] } = (propertyNames ?? {}) as { readonly enum?: readonly Json[] };
  return (required as readonly Json[]).includes(name) || names.includes(name);
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
