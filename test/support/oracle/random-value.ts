/**
 * Random values with a schema in mind: most rules are met, some by luck only. In: a schema, its
 * definitions and a source of choices. Out: a value that is often valid, never for certain.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";
import { NAMES, NUMBERS, STRINGS } from "./random-schema.js";

export type Lookup = (reference: string) => Json | undefined;

export function randomValue(
  schema: Json | undefined,
  lookup: Lookup,
  random: Random,
  depth = 5,
): Json {
  if (!isObject(schema) || depth <= 0)
    return random.pick<Json>([...STRINGS, ...NUMBERS, null, true, {}, []]);
  const parts: Json[] = [];
  const add = (part: Json | undefined): void =>
    void parts.push(randomValue(part, lookup, random, depth - 1));
  if (typeof schema["$ref"] === "string") add(lookup(schema["$ref"]));
  for (const branch of listOf(schema["allOf"])) add(branch);
  for (const keyword of ["anyOf", "oneOf"]) {
    const branches = listOf(schema[keyword]);
    if (branches.length > 0) add(random.pick(branches));
  }
  if (schema["then"] !== undefined && random.chance(0.5))
    add({ allOf: [schema["if"] as Json, schema["then"]] });
  const own = ownValue(schema, lookup, random, depth);
  if (own !== undefined) parts.push(own);
  return parts.length === 0
    ? random.pick<Json>([...STRINGS, ...NUMBERS, null])
    : parts.reduce(merge);
}

/** Objects are joined, of anything else the last one stays. */
export function merge(left: Json, right: Json): Json {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.map((item: Json, index) =>
      index < right.length ? merge(item, right[index] as Json) : item,
    );
  }
  if (!isObject(left) || !isObject(right)) return right;
  const joined = Object.entries(right).map(([name, value]): [string, Json] => {
    const known = Object.hasOwn(left, name) ? left[name] : undefined;
    return [name, known === undefined ? value : merge(known, value)];
  });
  return { ...left, ...Object.fromEntries(joined) };
}

function ownValue(
  schema: JsonObject,
  lookup: Lookup,
  random: Random,
  depth: number,
): Json | undefined {
  if ("const" in schema) return schema["const"];
  if (Array.isArray(schema["enum"])) return random.pick(schema["enum"] as readonly Json[]);
  const types = listOf(schema["type"] === undefined ? undefined : [schema["type"]].flat());
  const type = types.length > 0 ? random.pick(types) : implied(schema);
  switch (type) {
    case "object":
      return objectValue(schema, lookup, random, depth);
    case "array":
      return arrayValue(schema, lookup, random, depth);
    case "string":
      return random.pick(STRINGS);
    case "integer":
    case "number":
      return random.pick(NUMBERS);
    case "boolean":
      return random.chance(0.5);
    default:
      return type === "null" ? null : undefined;
  }
}

function implied(schema: JsonObject): string | undefined {
  if (schema["properties"] !== undefined || schema["required"] !== undefined) return "object";
  if (schema["items"] !== undefined || schema["prefixItems"] !== undefined) return "array";
  if (schema["pattern"] !== undefined || schema["maxLength"] !== undefined) return "string";
  return schema["minimum"] === undefined ? undefined : "number";
}

function objectValue(schema: JsonObject, lookup: Lookup, random: Random, depth: number): Json {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = new Set(listOf(schema["required"]) as string[]);
  const names = [...new Set([...required, ...Object.keys(properties)])];
  const kept = names.filter((name) => required.has(name) || random.chance(0.6));
  const extra = random.chance(0.15) ? [random.pick(NAMES)] : [];
  const entries = [...kept, ...extra].map((name): [string, Json] => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return [name, randomValue(property, lookup, random, depth - 1)];
  });
  return Object.fromEntries(entries);
}

function arrayValue(schema: JsonObject, lookup: Lookup, random: Random, depth: number): Json {
  const prefix = listOf(schema["prefixItems"]);
  const least = typeof schema["minItems"] === "number" ? schema["minItems"] : 0;
  const length = least + random.int(3);
  const wanted = (index: number): Json | undefined =>
    index === length - 1 && schema["contains"] !== undefined
      ? schema["contains"]
      : (prefix[index] ?? schema["items"]);
  return Array.from({ length }, (_, index) =>
    randomValue(wanted(index), lookup, random, depth - 1),
  );
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
