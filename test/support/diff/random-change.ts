/** Small random changes of a schema at a random place: most change which values it takes. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { NAMES, randomSchema, type Definitions } from "../oracle/random-schema.js";
import type { Random } from "../oracle/random.js";
import { isObject, listOf, schemaAt, schemaPaths, withSchemaAt } from "./schema-places.js";

type Change = (schema: JsonObject, random: Random, defs: Definitions) => Json | undefined;

const UNIONS = ["anyOf", "oneOf"] as const;

const CHANGES: Readonly<Record<string, Change>> = {
  "a keyword is gone"(schema, random) {
    const names = Object.keys(schema).filter((name) => name !== "$defs");
    if (names.length === 0) return undefined;
    const { [random.pick(names)]: _, ...rest } = schema;
    return rest;
  },
  "keywords of another schema are added"(schema, random, defs) {
    const other = randomSchema(random, defs, 1);
    return isObject(other) ? { ...other, ...schema } : other;
  },
  "another schema"(_, random, defs) {
    return randomSchema(random, defs, 1);
  },
  "a branch is new"(schema, random, defs) {
    const keyword = random.pick(UNIONS);
    const branch = randomSchema(random, defs, 1);
    return { ...schema, [keyword]: [...listOf(schema[keyword]), branch] };
  },
  "it becomes a branch of a union"(schema, random, defs) {
    const { $defs, ...rest } = schema;
    const branches = [rest, randomSchema(random, defs, 1)];
    return { ...($defs === undefined ? {} : { $defs }), [random.pick(UNIONS)]: branches };
  },
  "a branch is gone"(schema, random) {
    const keyword = UNIONS.find((name) => listOf(schema[name]).length > 1);
    if (keyword === undefined) return undefined;
    const branches = listOf(schema[keyword]);
    const gone = random.int(branches.length);
    return { ...schema, [keyword]: branches.filter((_, index) => index !== gone) };
  },
  "the other kind of union"(schema) {
    const { anyOf, oneOf, ...rest } = schema;
    if (anyOf === undefined && oneOf === undefined) return undefined;
    return {
      ...rest,
      ...(oneOf === undefined ? {} : { anyOf: oneOf }),
      ...(anyOf === undefined ? {} : { oneOf: anyOf }),
    };
  },
  "null is added"(schema, random) {
    const { $defs, ...rest } = schema;
    const branches = [rest, { type: "null" }];
    return { ...($defs === undefined ? {} : { $defs }), [random.pick(UNIONS)]: branches };
  },
  "a member is new"(schema, random, defs) {
    if (!isObject(schema["properties"])) return undefined;
    const name = random.pick(NAMES);
    return {
      ...schema,
      properties: { ...schema["properties"], [name]: randomSchema(random, defs, 1) },
    };
  },
  "other members are refused"(schema, random) {
    if (schema["type"] !== "object") return undefined;
    const name = random.pick(["additionalProperties", "unevaluatedProperties"]);
    return { ...schema, [name]: schema[name] === undefined ? false : true };
  },
  "a bound that counts matches"(schema, random, defs) {
    if (schema["type"] !== "array") return undefined;
    const contains = schema["contains"] ?? randomSchema(random, defs, 1);
    return { ...schema, contains, [random.pick(["minContains", "maxContains"])]: random.int(3) };
  },
  "another bound"(schema, random) {
    const names = Object.keys(schema).filter((name) => typeof schema[name] === "number");
    if (names.length === 0) return undefined;
    const name = random.pick(names);
    return { ...schema, [name]: Math.max(1, (schema[name] as number) + random.pick([-1, 1])) };
  },
};

export interface RandomChange {
  readonly name: string;
  readonly schema: Json;
}

/** Places that are tried, since many changes apply to few. */
const MOST_PLACES = 12;

/** Of a schema below the root. Undefined where the change that was drawn has nothing to change. */
export function randomChange(
  schema: Json,
  random: Random,
  defs: Definitions,
): RandomChange | undefined {
  const places = schemaPaths(schema).filter(({ length }) => length > 0);
  const name = random.pick(Object.keys(CHANGES));
  for (let tried = 0; tried < MOST_PLACES && places.length > 0; tried++) {
    const path = random.pick(places);
    const place = schemaAt(schema, path);
    const changed = isObject(place) ? CHANGES[name]?.(place, random, defs) : undefined;
    if (changed !== undefined) return { name, schema: withSchemaAt(schema, path, changed) };
  }
  return undefined;
}
