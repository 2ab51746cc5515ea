/** Rewrites of a schema that leave its values as they are: the same set in other words. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "../oracle/random.js";
import {
  isObject,
  listOf,
  schemaAt,
  schemaPaths,
  withSchemaAt,
  type SchemaPath,
} from "./schema-places.js";

/** Undefined where it does not apply to the schema. */
type Rewrite = (schema: Json, random: Random) => Json | undefined;

const UNIONS = ["anyOf", "oneOf"] as const;

/** Keywords that speak of values of any type. */
const ANY_TYPE = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "enum", "const", "$defs"];
/** Keywords whose meaning depends on others in the same schema. */
const IN_COMPANY = [
  ...["properties", "patternProperties", "additionalProperties", "unevaluatedProperties"],
  ...["prefixItems", "items", "unevaluatedItems", "contains", "minContains", "maxContains"],
  ...["if", "then", "else", "$defs"],
];

const SUBJECTS: Readonly<Record<string, JsonObject>> = {
  string: { minLength: 2, pattern: "^a" },
  number: { minimum: 1, multipleOf: 2 },
  array: { minItems: 1, uniqueItems: true, items: { type: "string" } },
  object: { minProperties: 1, required: ["a"], propertyNames: { maxLength: 3 } },
};

const IDLE: readonly JsonObject[] = [
  { minLength: 0 },
  { minItems: 0 },
  { minProperties: 0 },
  { required: [] },
  { uniqueItems: false },
  { patternProperties: {} },
  { dependentRequired: {} },
  { allOf: [{}] },
  { not: false },
  { items: {} },
  { additionalProperties: true },
  { propertyNames: true },
  { dependentSchemas: { a: true } },
  { if: { required: ["a"] }, then: true },
  { contains: {}, minContains: 0 },
];

const within =
  (
    name: keyof JsonObject,
    change: (list: readonly Json[], random: Random) => readonly Json[] | undefined,
  ): Rewrite =>
  (schema, random) => {
    const list = isObject(schema) ? listOf(schema[name]) : [];
    const changed = list.length < 2 ? undefined : change(list, random);
    return changed === undefined ? undefined : { ...(schema as JsonObject), [name]: changed };
  };

const reversed = (list: readonly Json[]): readonly Json[] => [...list].reverse();

export const REWRITES = {
  "null leaves the list of types": (schema, random) => {
    const types = isPlain(schema) ? listOf(schema["type"]) : [];
    if (!types.includes("null") || types.length < 2) return undefined;
    const rest = { ...(schema as JsonObject), type: types.filter((each) => each !== "null") };
    return { [random.pick(UNIONS)]: random.chance(0.5) ? [rest, NULL] : [NULL, rest] };
  },
  "null leaves the list of values": (schema, random) => {
    const values = isObject(schema) ? listOf(schema["enum"]) : [];
    if (!onlyHas(schema, "enum") || !values.includes(null) || values.length < 2) return undefined;
    const rest = { enum: values.filter((each) => each !== null) };
    return {
      [random.pick(UNIONS)]: [rest, random.pick([NULL, { const: null }, { enum: [null] }])],
    };
  },
  "a constant is a list of one": (schema) => {
    if (!isObject(schema)) return undefined;
    const { const: value, enum: list, ...rest } = schema;
    if (value !== undefined && list === undefined) return { ...rest, enum: [value] };
    const [only, ...others] = listOf(list);
    return only === undefined || others.length > 0 || value !== undefined
      ? undefined
      : { ...rest, const: only };
  },
  "a list of values is split": (schema, random) => {
    if (!onlyHas(schema, "enum")) return undefined;
    const values = listOf((schema as JsonObject)["enum"]);
    if (values.length < 2) return undefined;
    const at = 1 + random.int(values.length - 1);
    const lists = [values.slice(0, at), values.slice(at)];
    return {
      [random.pick(UNIONS)]: lists.map((list) =>
        list.length === 1 ? { const: list[0] as Json } : { enum: list },
      ),
    };
  },
  "a list of values is a union of constants": (schema, random) => {
    if (!onlyHas(schema, "enum")) return undefined;
    const values = listOf((schema as JsonObject)["enum"]);
    return { [random.pick(UNIONS)]: values.map((value) => ({ const: value })) };
  },
  "values in another order": within("enum", reversed),
  "a value that other rules refuse is listed": (schema) => {
    const types = typesOfValues(schema);
    const other = Object.entries(VALUES).find(([type]) => types?.includes(type) === false);
    if (types === undefined || other === undefined) return undefined;
    const values = listOf((schema as JsonObject)["enum"]);
    return { type: types, enum: [...values, other[1]] };
  },
  "values name their type": (schema) => {
    const types = typesOfValues(schema);
    return types === undefined ? undefined : { ...(schema as JsonObject), type: types };
  },
  "a union of one": (schema, random) => ({ [random.pick(UNIONS)]: [schema] }),
  "an intersection of one": (schema) => ({ allOf: [schema] }),
  "a union in a union": within("anyOf", ([first, ...rest]) => [
    { anyOf: [first as Json, ...rest.slice(0, 1)] },
    ...rest.slice(1),
  ]),
  "a branch twice": (schema) => {
    const branches = isObject(schema) ? listOf(schema["anyOf"]) : [];
    return branches.length === 0
      ? { anyOf: [schema, schema] }
      : { ...(schema as JsonObject), anyOf: [...branches, branches[0] as Json] };
  },
  "a branch that is part of another": (schema) => ({
    anyOf: [schema, { allOf: [schema, { minLength: 2, minimum: 1, minProperties: 1 }] }],
  }),
  "alternatives in another order": within("anyOf", reversed),
  "exclusive alternatives in another order": within("oneOf", reversed),
  "types in another order": within("type", reversed),
  "one type as a list": (schema) => {
    if (!isObject(schema) || typeof schema["type"] !== "string") return undefined;
    return { ...schema, type: [schema["type"]] };
  },
  "a type for each branch": (schema, random) => {
    const types = isPlain(schema) ? listOf(schema["type"]) : [];
    if (types.length < 2) return undefined;
    return { [random.pick(UNIONS)]: types.map((type) => ({ ...(schema as JsonObject), type })) };
  },
  "any of disjoint types": (schema) => {
    if (!isObject(schema)) return undefined;
    const { anyOf, oneOf, ...rest } = schema;
    const branches = listOf(anyOf ?? oneOf);
    if ((anyOf === undefined) === (oneOf === undefined) || !haveOwnTypes(branches))
      return undefined;
    return { ...rest, [anyOf === undefined ? "anyOf" : "oneOf"]: branches };
  },
  "an excluded end of an integer": (schema) => {
    if (!isObject(schema) || schema["type"] !== "integer") return undefined;
    const { minimum, exclusiveMinimum, ...rest } = schema;
    if (typeof minimum === "number" && exclusiveMinimum === undefined)
      return { ...rest, exclusiveMinimum: Math.ceil(minimum) - 1 };
    return typeof exclusiveMinimum === "number" && minimum === undefined
      ? { ...rest, minimum: Math.floor(exclusiveMinimum) + 1 }
      : undefined;
  },
  "an integer is a number in steps of one": (schema) => {
    if (!isObject(schema) || schema["type"] !== "integer" || schema["multipleOf"] !== undefined)
      return undefined;
    return { ...schema, type: "number", multipleOf: 1 };
  },
  "a truth value is listed": (schema) =>
    isPlain(schema) && schema["type"] === "boolean" ? { enum: [true, false] } : undefined,
  "a keyword that refuses nothing": (schema, random) => {
    if (!isObject(schema)) return undefined;
    const idle = IDLE.filter((each) => !Object.keys(each).some((name) => isTaken(schema, name)));
    return idle.length === 0 ? undefined : { ...schema, ...random.pick(idle) };
  },
  "a keyword of another type": (schema, random) => {
    if (!isObject(schema) || schema["type"] === undefined) return undefined;
    const types = [schema["type"]].flat().map((type) => (type === "integer" ? "number" : type));
    const [others] = [Object.keys(SUBJECTS).filter((type) => !types.includes(type))];
    const added = SUBJECTS[random.pick(others)] ?? {};
    return Object.keys(added).some((name) => isTaken(schema, name))
      ? undefined
      : { ...schema, ...added };
  },
  "true is an empty schema": (schema) => {
    if (schema === true) return {};
    if (schema === false) return { not: {} };
    return isObject(schema) && Object.keys(schema).length === 0 ? true : undefined;
  },
  "a reference in an intersection": (schema) => {
    if (!isObject(schema) || schema["$ref"] === undefined || schema["allOf"] !== undefined)
      return undefined;
    const { $ref, ...rest } = schema;
    return { ...rest, allOf: [{ $ref }] };
  },
  "keywords in an intersection": (schema, random) => {
    if (!isObject(schema) || schema["allOf"] !== undefined) return undefined;
    const names = Object.keys(schema).filter((name) => !IN_COMPANY.includes(name));
    const moved = new Set(random.some(names, 1));
    if (names.length === 0) return undefined;
    const entries = Object.entries(schema) as [string, Json][];
    return {
      ...Object.fromEntries(entries.filter(([name]) => !moved.has(name))),
      allOf: [Object.fromEntries(entries.filter(([name]) => moved.has(name)))],
    };
  },
  "dependencies as schemas": (schema) => {
    if (
      !isObject(schema) ||
      !isObject(schema["dependentRequired"]) ||
      schema["dependentSchemas"] !== undefined
    )
      return undefined;
    const { dependentRequired, ...rest } = schema;
    const entries = Object.entries(dependentRequired as JsonObject);
    return {
      ...rest,
      dependentSchemas: Object.fromEntries(
        entries.map(([name, required]) => [name, { required: required as Json }]),
      ),
    };
  },
  "required members in another order": within("required", reversed),
  "members in another order": (schema) => {
    if (!isObject(schema) || !isObject(schema["properties"])) return undefined;
    return {
      ...schema,
      properties: Object.fromEntries(Object.entries(schema["properties"]).reverse()),
    };
  },
  "a range in two": (schema, random) => {
    if (
      isObject(schema) &&
      (schema["exclusiveMinimum"] ?? schema["exclusiveMaximum"]) !== undefined
    )
      return undefined;
    if (
      !isPlain(schema) ||
      typeof schema["maximum"] !== "number" ||
      typeof schema["minimum"] !== "number" ||
      schema["minimum"] >= schema["maximum"]
    )
      return undefined;
    const { minimum, maximum, ...rest } = schema;
    const middle = ((minimum as number) + (maximum as number)) / 2;
    const end = random.chance(0.5) ? { exclusiveMinimum: middle } : { minimum: middle };
    return {
      anyOf: [
        { ...rest, minimum, maximum: middle } as JsonObject,
        { ...rest, ...end, maximum } as JsonObject,
      ],
    };
  },
} as const satisfies Readonly<Record<string, Rewrite>>;

const NAMED = "a schema with a name";

export type RewriteName = keyof typeof REWRITES | typeof NAMED;

export const REWRITE_NAMES = [...Object.keys(REWRITES), NAMED] as readonly RewriteName[];

/** The schema, rewritten at a random place below its root; undefined where the rewrite applies nowhere. */
export function rewritten(
  root: JsonObject,
  name: RewriteName,
  random: Random,
): JsonObject | undefined {
  // A name of its own is a change where nothing leads to it, and a definition that is only a reference has none.
  const places = schemaPaths(root).filter((path) => {
    const isDefinition = path[0] === "$defs";
    if (path.length === 0 || (isDefinition && name === NAMED)) return false;
    return !isDefinition || path.length > 2 || !onlyHas(schemaAt(root, path), "$ref");
  });
  const paths = shuffled(places, random);
  for (const path of paths) {
    const found = name === NAMED ? named(root, path) : rewriteAt(root, path, { name, random });
    if (found !== undefined) return found;
  }
  return undefined;
}

function rewriteAt(
  root: JsonObject,
  path: SchemaPath,
  { name, random }: { readonly name: keyof typeof REWRITES; readonly random: Random },
): JsonObject | undefined {
  const changed = REWRITES[name](schemaAt(root, path), random);
  return changed === undefined ? undefined : (withSchemaAt(root, path, changed) as JsonObject);
}

function named(root: JsonObject, path: SchemaPath): JsonObject {
  const schema = schemaAt(root, path);
  const changed = withSchemaAt(root, path, { $ref: "#/$defs/moved" }) as JsonObject;
  return { ...changed, $defs: { ...(changed["$defs"] as JsonObject | undefined), moved: schema } };
}

const NULL = { type: "null" };

/** True where a schema speaks of each type apart. */
function isPlain(schema: Json): schema is JsonObject {
  return (
    isObject(schema) && schema["type"] !== undefined && !ANY_TYPE.some((name) => name in schema)
  );
}

function onlyHas(schema: Json, keyword: string): boolean {
  return isObject(schema) && Object.keys(schema).join() === keyword;
}

/** A value of each type, of which a list may lack some. */
const VALUES: Readonly<Record<string, Json>> = {
  boolean: false,
  array: ["other"],
  object: { other: 1 },
  null: null,
  string: "other",
  number: 4.5,
};

/** The types of listed values, where a schema only lists some. */
function typesOfValues(schema: Json): string[] | undefined {
  if (!onlyHas(schema, "enum")) return undefined;
  const values = listOf((schema as JsonObject)["enum"]);
  const types = values.map((value) =>
    value === null ? "null" : Array.isArray(value) ? "array" : typeof value,
  );
  return [...new Set(types)];
}

/** True for a keyword that is there, and for one that would change what a neighbour means. */
function isTaken(schema: JsonObject, name: string): boolean {
  if (name in schema) return true;
  if (name === "items") return "unevaluatedItems" in schema;
  if (name === "contains") return "minContains" in schema || "maxContains" in schema;
  return name === "additionalProperties" && "unevaluatedProperties" in schema;
}

/** Branches that each name types, none of which another one names. */
function haveOwnTypes(branches: readonly Json[]): boolean {
  const types = branches.map((each) =>
    isObject(each) && each["type"] !== undefined ? [each["type"]].flat() : undefined,
  );
  const kinds = types.map((all) => [
    ...new Set(all?.map((type) => (type === "integer" ? "number" : type))),
  ]);
  return (
    branches.length > 1 &&
    types.every((all) => all !== undefined) &&
    new Set(kinds.flat()).size === kinds.flat().length
  );
}

function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => [random.int(1_000_000), item] as const)
    .sort(([left], [right]) => left - right)
    .map(([, item]) => item);
}
