/**
 * Random schemas over a small universe of names and values, so that random payloads meet their rules.
 * In: a source of choices and the `$defs` to refer to. Out: JSON Schema 2020-12. A `$ref` in place
 * leads to a later definition only, one below a member to any: recursion always passes a member.
 */

import type { Json } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";

export type RandomSchema = boolean | { readonly [keyword: string]: Json };
type Keywords = Record<string, Json>;

/** No inherited name: ajv takes those as evaluated, and fails where data has a `toString`. */
export const NAMES = ["a", "b", "c", "x-y", "note", "properties", "required", "a/b~c"] as const;
export const STRINGS = [
  "",
  "a",
  "abc",
  "b",
  "x-1",
  "42",
  "2026-11-27",
  "https://acme.com/x",
  "é😀",
] as const;
/** Below 1e21, where ajv stops telling multiples. */
export const NUMBERS = [-1, 0, 0.5, 1, 2, 3, 7, 1e15] as const;

const PATTERNS = ["^a", "^[a-c]+$", "x", "^.{2,3}$", "\\d", "^\\p{L}*$"] as const;
const KEY_PATTERNS = ["^x-", "^[a-c]$", "o"] as const;
const FORMATS = ["date", "date-time", "uri", "email", "uuid", "ipv4", "unknown-format"] as const;

export interface Definitions {
  /** References to definitions, in their order. */
  readonly references: readonly string[];
  /** The definition being made; those after it may be referred to in place. */
  readonly current: number;
}

export function randomSchema(random: Random, defs: Definitions, depth: number): RandomSchema {
  if (random.chance(0.03)) return random.chance(0.7);
  const later = defs.references.slice(defs.current + 1);
  if (later.length > 0 && random.chance(0.15)) {
    return { $ref: random.pick(later), ...(random.chance(0.3) ? scalar(random) : {}) };
  }
  if (depth <= 0) return scalar(random);
  const schema: Keywords = random.pick([scalar, array, object, object])(random, defs, depth);
  if (random.chance(0.25)) combine(schema, random, defs, depth);
  if (random.chance(0.05)) delete schema["type"];
  return schema;
}

/** An object schema: what a root or an extension's own branch is. */
export function randomObject(random: Random, defs: Definitions, depth: number): Keywords {
  const schema = object(random, defs, depth);
  if (random.chance(0.4)) combine(schema, random, defs, depth);
  return schema;
}

/** A schema below a member: every definition may be referred to. */
function member(random: Random, defs: Definitions, depth: number): RandomSchema {
  if (defs.references.length > 0 && random.chance(0.15)) {
    return { $ref: random.pick(defs.references) };
  }
  return randomSchema(random, defs, depth - 1);
}

/** Most schemas of one name agree about its type, so that several of them can be met at once. */
function namedMember(name: string, random: Random, defs: Definitions, depth: number): RandomSchema {
  if (random.chance(0.25)) return member(random, defs, depth);
  switch (name) {
    case "a":
    case "note":
      return { type: "string", ...stringRules(random) };
    case "b":
      return { type: random.pick(["integer", "number"]), ...numberRules(random) };
    case "c":
      return depth > 0 ? array(random, defs, depth - 1) : { type: "array" };
    case "x-y":
      return depth > 0 ? object(random, defs, depth - 1) : { type: "object" };
    default:
      return { type: ["string", "number", "null"], ...stringRules(random), ...numberRules(random) };
  }
}

function scalar(random: Random): Keywords {
  switch (random.int(7)) {
    case 0:
      return { type: "string", ...stringRules(random) };
    case 1:
      return { type: random.pick(["integer", "number"]), ...numberRules(random) };
    case 2:
      return { type: random.pick(["boolean", "null", "string", "integer"]) };
    case 3:
      return {
        type: [random.pick(["string", "integer", "object"]), "null"],
        ...stringRules(random),
      };
    case 4:
      return { enum: random.some([...STRINGS, ...NUMBERS, null, true, { a: 1 }, [1]], 1) };
    case 5:
      return { const: random.pick<Json>([...STRINGS, ...NUMBERS, null, false, { a: 1, b: [] }]) };
    default:
      return { ...stringRules(random), ...numberRules(random) };
  }
}

function stringRules(random: Random): Keywords {
  return pickRules(random, {
    minLength: () => random.int(3),
    maxLength: () => 1 + random.int(3),
    pattern: () => random.pick(PATTERNS),
    format: () => random.pick(FORMATS),
  });
}

function numberRules(random: Random): Keywords {
  return pickRules(random, {
    minimum: () => random.pick(NUMBERS),
    maximum: () => random.pick(NUMBERS),
    exclusiveMinimum: () => random.int(2),
    exclusiveMaximum: () => 1 + random.int(7),
    multipleOf: () => random.pick([1, 2, 0.5]),
  });
}

/** Without `unevaluatedItems`: ajv takes all items as evaluated by a `contains`. */
function array(random: Random, defs: Definitions, depth: number): Keywords {
  const below = (): RandomSchema => member(random, defs, depth);
  return {
    type: "array",
    ...(random.chance(0.7) ? { items: below() } : {}),
    ...pickRules(random, {
      prefixItems: () => [below(), below()],
      contains: below,
      minContains: () => random.int(2),
      maxContains: () => 1 + random.int(2),
      uniqueItems: () => true,
      minItems: () => random.int(3),
      maxItems: () => 1 + random.int(3),
    }),
  };
}

function object(random: Random, defs: Definitions, depth: number): Keywords {
  const below = (): RandomSchema => member(random, defs, depth);
  const properties = Object.fromEntries(
    random.some(NAMES, 1).map((name) => [name, namedMember(name, random, defs, depth - 1)]),
  );
  const required = random.some(NAMES).filter(() => random.chance(0.4));
  return {
    type: "object",
    properties,
    ...(required.length > 0 ? { required } : {}),
    ...pickRules(random, {
      patternProperties: () => ({ [random.pick(KEY_PATTERNS)]: below() }),
      propertyNames: () => ({ ...stringRules(random) }),
      additionalProperties: () => (random.chance(0.5) ? false : below()),
      dependentRequired: () => ({ [random.pick(NAMES)]: [random.pick(NAMES)] }),
      dependentSchemas: () => ({ [random.pick(NAMES)]: randomSchema(random, defs, depth - 1) }),
      minProperties: () => random.int(3),
      maxProperties: () => 2 + random.int(4),
      unevaluatedProperties: () => (random.chance(0.5) ? false : below()),
    }),
  };
}

/** Adds in-place branches beside what a schema has. */
function combine(schema: Keywords, random: Random, defs: Definitions, depth: number): void {
  const branch = (): RandomSchema =>
    schema["type"] === "object" && random.chance(0.8)
      ? object(random, defs, depth - 1)
      : randomSchema(random, defs, depth - 1);
  const list = (): Json => Array.from({ length: 1 + random.int(3) }, branch);
  switch (random.int(6)) {
    case 0:
      schema["allOf"] = list();
      return;
    case 1:
      schema["anyOf"] = list();
      return;
    case 2:
      schema["oneOf"] = random.chance(0.5) ? tagged(random, defs, depth) : list();
      return;
    case 3:
      schema["not"] = branch();
      return;
    case 4:
      schema["anyOf"] = [{ type: random.pick(["object", "string"]) }, { type: "null" }];
      return;
    default:
      schema["if"] = branch();
      if (random.chance(0.8)) schema["then"] = branch();
      if (random.chance(0.5)) schema["else"] = branch();
  }
}

/** A union that one member's literal tells apart. */
function tagged(random: Random, defs: Definitions, depth: number): Json {
  return random.some(["a", "b", "abc"], 2).map((tag) => {
    const { properties, required, ...rest } = object(random, defs, depth - 1);
    const wanted = new Set(["note", ...((required ?? []) as readonly string[])]);
    return {
      ...rest,
      properties: { ...(properties as object), note: { const: tag } },
      required: [...wanted],
    };
  });
}

function pickRules(random: Random, rules: Readonly<Record<string, () => Json>>): Keywords {
  const chosen = Object.entries(rules).filter(() => random.chance(0.1));
  return Object.fromEntries(chosen.map(([keyword, make]) => [keyword, make()]));
}
