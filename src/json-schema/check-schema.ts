/** Checks the types and ranges of the keywords of one schema (JSON Schema 2020-12), without its subschemas. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { cutText } from "@proto-gen/runtime/json";
import { checkCount } from "../keywords/bound.js";
import { SIMPLE_KEYWORD_LIST } from "../keywords/simple-keywords.js";
import { isMisreadAsUrl } from "../text/http-url.js";
import { didYouMean } from "../text/nearest.js";
import {
  isObject,
  isSchema,
  SCHEMA_ARRAY_KEYWORDS,
  SCHEMA_KEYWORDS,
  SCHEMA_MAP_KEYWORDS,
} from "./keywords.js";

export interface SchemaProblem {
  readonly keyword: string;
  readonly message: string;
  readonly hint?: string | undefined;
}

const TYPE_NAMES = ["null", "boolean", "integer", "number", "string", "array", "object"];
const TYPES: ReadonlySet<Json> = new Set(TYPE_NAMES);

const STRINGS = [
  "$id",
  "$schema",
  "$anchor",
  "$dynamicAnchor",
  "$ref",
  "$dynamicRef",
  "$comment",
  "contentEncoding",
  "contentMediaType",
  "title",
  "description",
];
const BOOLEANS = ["deprecated", "readOnly", "writeOnly"];

type Rule = (value: Json) => string | undefined;

const RULES: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...SIMPLE_KEYWORD_LIST.map(({ name, keyword }) => [name, keyword.check] as const),
  ...["minContains", "maxContains"].map((keyword) => [keyword, checkCount] as const),
  ...STRINGS.map((keyword) => [keyword, isA("string", "a string")] as const),
  ...BOOLEANS.map((keyword) => [keyword, isA("boolean", "true or false")] as const),
  ...SCHEMA_KEYWORDS.map(
    (keyword) =>
      [keyword, (value: Json) => (isSchema(value) ? undefined : "expected a schema")] as const,
  ),
  ...SCHEMA_ARRAY_KEYWORDS.map((keyword) => [keyword, isSchemaList] as const),
  ...SCHEMA_MAP_KEYWORDS.map((keyword) => [keyword, isSchemaMap] as const),
  [
    "$id",
    (value) =>
      typeof value === "string" &&
      !isMisreadAsUrl(value) &&
      URL.canParse(value, "https://base.example/") &&
      !value.includes("#")
        ? undefined
        : "expected a URI without fragment",
  ],
  ...["$ref", "$dynamicRef"].map((keyword) => [keyword, isReference] as const),
  // Some releases mark a member with `required: true`, which is data.
  [
    "required",
    (value) =>
      typeof value === "string" || (Array.isArray(value) && !isNameList(value))
        ? "expected names, each once"
        : undefined,
  ],
  ["type", isType],
  ["$anchor", isAnchor],
  ["$dynamicAnchor", isAnchor],
  ["enum", isList],
  ["examples", isList],
  [
    "$vocabulary",
    (value) =>
      isObject(value) && Object.values(value).every((each) => typeof each === "boolean")
        ? undefined
        : "expected an object of true and false, by URI",
  ],
  [
    "dependentRequired",
    (value) =>
      isObject(value) && Object.values(value).every(isNameList)
        ? undefined
        : "expected an object of lists of names, each once",
  ],
]);

/** The first problem of a schema's own keywords; undefined where there is none. */
export function schemaProblem(schema: JsonObject): SchemaProblem | undefined {
  for (const keyword of Object.keys(schema)) {
    const value = schema[keyword] as Json;
    const message = RULES.get(keyword)?.(value);
    if (message === undefined) continue;
    const hint =
      keyword === "type" && typeof value === "string" ? didYouMean(value, TYPE_NAMES) : undefined;
    return {
      keyword,
      message: `${message}, found ${cutText(JSON.stringify(value), 60)}`,
      hint,
    };
  }
  return undefined;
}

/** One that leads nowhere is told where it is followed. */
function isReference(value: Json): string | undefined {
  if (typeof value !== "string") return "expected a string";
  return isMisreadAsUrl(value) ? "expected a URI reference" : undefined;
}

function isA(type: "string" | "boolean", text: string): Rule {
  return (value) => (typeof value === type ? undefined : `expected ${text}`);
}

/** JSON Schema 2020-12 Core §8.2.2. */
function isAnchor(value: Json): string | undefined {
  return typeof value === "string" && /^[A-Za-z_][-A-Za-z0-9._]*$/.test(value)
    ? undefined
    : "expected a name: a letter or _, then letters, digits, -, _ and .";
}

function isList(value: Json): string | undefined {
  return Array.isArray(value) ? undefined : "expected an array of values";
}

function isType(value: Json): string | undefined {
  const types = Array.isArray(value) ? (value as readonly Json[]) : [value];
  if (
    types.length > 0 &&
    types.every((type) => TYPES.has(type)) &&
    new Set(types).size === types.length
  )
    return undefined;
  return `expected ${[...TYPES].join(", ")}, or a list of them`;
}

function isSchemaList(value: Json): string | undefined {
  return Array.isArray(value) && value.length > 0 && value.every(isSchema)
    ? undefined
    : "expected a non-empty array of schemas";
}

function isSchemaMap(value: Json): string | undefined {
  return isObject(value) && Object.values(value).every(isSchema)
    ? undefined
    : "expected an object of schemas";
}

function isNameList(value: Json): boolean {
  return (
    Array.isArray(value) &&
    value.every((name) => typeof name === "string") &&
    new Set(value).size === value.length
  );
}
