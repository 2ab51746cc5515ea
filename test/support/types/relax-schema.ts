/**
 * A schema without the rules that a type has no words for: what a value of the type may be refused for. Whatever the rest refuses, the
 * type should have refused.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";

/** The closed list: each removes rules of one kind. */
export const REASONS: Readonly<Record<string, readonly string[]>> = {
  pattern: ["pattern"],
  length: ["minLength", "maxLength"],
  range: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  count: ["minItems", "maxItems", "minProperties", "maxProperties"],
  if: ["if", "then", "else"],
  contains: ["contains", "minContains", "maxContains"],
  "unevaluated*": ["unevaluatedItems", "unevaluatedProperties"],
  format: ["format"],
  uniqueItems: ["uniqueItems"],
  multipleOf: ["multipleOf"],
  not: ["not"],
};

/**
 * Beyond the list. TypeScript has one type of numbers. No type says that exactly one of several holds, that a member calls for another,
 * or that what stands beside it may not add members.
 */
export const FURTHER_REASONS: Readonly<Record<string, readonly string[]>> = {
  "whole numbers": ["integer"],
  "overlapping oneOf": ["oneOf"],
  "a member that calls for another": ["dependentRequired", "dependentSchemas"],
  "a closed part": ["additionalProperties", "propertyNames", "const", "enum"],
};

/** Keywords that are only dropped in a schema that applies beside another. */
const OF_PARTS: ReadonlySet<string> = new Set(FURTHER_REASONS["a closed part"]);

/** @param reasons those to leave out; all unless given */
export function relaxSchema(
  schema: Json,
  reasons: readonly string[] = [...Object.keys(REASONS), ...Object.keys(FURTHER_REASONS)],
): Json {
  const dropped = new Set(reasons.flatMap((each) => REASONS[each] ?? FURTHER_REASONS[each] ?? []));
  return relax(schema, { dropped, isPart: false });
}

interface Relaxation {
  readonly dropped: ReadonlySet<string>;
  /** True for a schema that applies beside another to the same value, or to a value below that. */
  readonly isPart: boolean;
}

function relax(schema: Json, relaxation: Relaxation): Json {
  if (Array.isArray(schema))
    return (schema as readonly Json[]).map((each) => relax(each, relaxation));
  if (!isObject(schema)) return schema;
  const { dropped } = relaxation;
  const isPart = relaxation.isPart || PARTS.some((keyword) => keyword in schema);
  const kept: Record<string, Json> = {};
  for (const keyword of Object.keys(schema)) {
    const name = keyword === "oneOf" && dropped.has("oneOf") ? "anyOf" : keyword;
    const isKept = OF_PARTS.has(keyword) && !(isPart && isClosing(keyword, schema));
    if (name !== "anyOf" && dropped.has(keyword) && !isKept) continue;
    const relaxed = relaxKeyword(keyword, schema, { dropped, isPart });
    // Both, where the schema has an `anyOf` too.
    if (name in kept || (name !== keyword && "anyOf" in schema))
      kept["allOf"] = [...((kept["allOf"] ?? []) as Json[]), { [name]: relaxed }];
    else if (keyword === "allOf")
      kept["allOf"] = [...((kept["allOf"] ?? []) as Json[]), ...(relaxed as Json[])];
    else kept[name] = relaxed;
  }
  return dropped.has("pattern") ? withIndex(kept) : kept;
}

const PARTS = ["$ref", "allOf", "anyOf", "oneOf"];

function isClosing(keyword: string, schema: JsonObject): boolean {
  const value = schema[keyword];
  if (keyword === "const" || keyword === "enum") return JSON.stringify(value).includes("{");
  return keyword === "propertyNames" || value === false || "propertyNames" in schema;
}

function relaxKeyword(keyword: string, schema: JsonObject, relaxation: Relaxation): Json {
  const { dropped, isPart } = relaxation;
  const value = schema[keyword]!;
  if (keyword === "type" && dropped.has("integer"))
    return JSON.parse(JSON.stringify(value).replaceAll('"integer"', '"number"')) as Json;
  if (MAPS.has(keyword))
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, each]) => [
        name,
        relax(each, {
          dropped,
          isPart: isPart || keyword === "$defs" || isMatched(keyword, name, schema),
        }),
      ]),
    );
  return SCHEMAS.has(keyword) ? relax(value, relaxation) : value;
}

/** True for a member that a pattern of the same object speaks of, too, and for that pattern. */
function isMatched(keyword: string, name: string, schema: JsonObject): boolean {
  const { properties = {}, patternProperties = {} } = schema;
  const [names, patterns] = [properties, patternProperties].map((each) =>
    Object.keys(each as JsonObject),
  ) as [string[], string[]];
  if (keyword === "properties") return patterns.some((each) => new RegExp(each, "u").test(name));
  return keyword === "patternProperties" && names.some((each) => new RegExp(name, "u").test(each));
}

/** An index signature knows no patterns, and covers the named members, too. */
function withIndex({ patternProperties, ...rest }: Record<string, Json>): Json {
  const { properties = {}, additionalProperties } = rest;
  const patterns = Object.values((patternProperties ?? {}) as JsonObject);
  const others =
    additionalProperties === undefined || additionalProperties === false
      ? []
      : [additionalProperties];
  const isOpen = patterns.length > 0 && additionalProperties === undefined;
  const values = [...patterns, ...others];
  if (values.length === 0 || isOpen) return rest;
  const named = Object.values(properties as JsonObject);
  return { ...rest, additionalProperties: { anyOf: [...values, ...named] } };
}

const MAPS = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);
const SCHEMAS = new Set([
  ...["allOf", "anyOf", "oneOf", "prefixItems", "if", "then", "else", "not", "items", "contains"],
  ...["additionalProperties", "propertyNames", "unevaluatedItems", "unevaluatedProperties"],
]);

function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
