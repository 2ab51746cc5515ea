/** The schemas in a schema, by their paths, and copies of it with another schema at one of them. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

export type SchemaPath = readonly (string | number)[];

const ONE = [
  "items",
  "contains",
  "additionalProperties",
  "propertyNames",
  "not",
  "if",
  "then",
  "else",
];
const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs"];

/** The whole first; what `unevaluated*` holds is left out, since its meaning depends on what stands beside it. */
export function schemaPaths(schema: Json, path: SchemaPath = []): SchemaPath[] {
  if (!isObject(schema)) return [path];
  const below = (value: Json, ...tokens: SchemaPath): SchemaPath[] =>
    schemaPaths(value, [...path, ...tokens]);
  return [
    path,
    ...ONE.flatMap((name) => (schema[name] === undefined ? [] : below(schema[name], name))),
    ...LISTS.flatMap((name) =>
      listOf(schema[name]).flatMap((each, index) => below(each, name, index)),
    ),
    ...MAPS.flatMap((name) => {
      const map = schema[name];
      return isObject(map)
        ? Object.entries(map).flatMap(([key, each]) => below(each as Json, name, key))
        : [];
    }),
  ];
}

export function schemaAt(schema: Json, path: SchemaPath): Json {
  return path.reduce<Json>(
    (each, token) => (each as Readonly<Record<string | number, Json>>)[token] as Json,
    schema,
  );
}

export function withSchemaAt(schema: Json, [token, ...rest]: SchemaPath, by: Json): Json {
  if (token === undefined) return by;
  if (Array.isArray(schema))
    return schema.map((each: Json, index) =>
      index === token ? withSchemaAt(each, rest, by) : each,
    );
  const object = schema as JsonObject;
  return { ...object, [token]: withSchemaAt(object[token] as Json, rest, by) };
}

export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
