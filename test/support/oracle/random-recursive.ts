/**
 * Random schemas of which definitions contain themselves below members and items, with several rules that ask of one
 * value: unions, conditions, references beside rules, what is unevaluated. In place, a definition refers to later ones
 * only, so that none contains itself without end.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";

const DEFINITIONS = ["A", "B", "C", "D"] as const;
const MEMBERS = ["a", "b"] as const;

export function randomRecursiveSchema(random: Random): JsonObject {
  const definitions = DEFINITIONS.map((name, index): [string, JsonObject] => [
    name,
    { ...(name === "D" ? { $dynamicAnchor: "node" } : {}), ...rules(random, index, 2) },
  ]);
  return { $ref: "#/$defs/A", $defs: Object.fromEntries(definitions) };
}

/** One to three rules of one value. */
function rules(random: Random, index: number, depth: number): JsonObject {
  const count = 1 + random.int(3);
  return Object.assign({}, ...Array.from({ length: count }, () => rule(random, index, depth)));
}

function rule(random: Random, index: number, depth: number): JsonObject {
  const below = (): Json => schemaBelow(random, index, depth);
  const inPlace = (): Json => schemaInPlace(random, index, depth - 1);
  const name = random.pick(MEMBERS);
  const shallow: (() => JsonObject)[] = [
    () => ({ properties: { [name]: below() } }),
    () => ({ properties: { a: below(), b: below() } }),
    () => ({ type: "object", properties: { a: below() }, required: random.some(MEMBERS) }),
    () => ({ type: ["object", "array"], items: below(), additionalProperties: below() }),
    () => ({ items: below() }),
    () => ({ prefixItems: [below()], items: below() }),
    () => ({ contains: below(), minContains: random.int(2) }),
    () => ({ additionalProperties: below() }),
    () => ({ patternProperties: { "^[ab]$": below() }, properties: { a: below() } }),
    () => ({ uniqueItems: true, items: below() }),
    () => ({ unevaluatedProperties: random.chance(0.3) ? false : below() }),
    () => ({ unevaluatedItems: random.chance(0.3) ? false : below() }),
    () => ({ type: random.pick(["object", "array", "string", "integer"]) }),
  ];
  const applicators: (() => JsonObject)[] = [
    () => ({ anyOf: [inPlace(), inPlace()] }),
    () => ({ anyOf: [inPlace(), inPlace(), inPlace()] }),
    () => ({ oneOf: [inPlace(), inPlace()] }),
    () => ({ allOf: [inPlace(), inPlace()] }),
    () => ({ not: inPlace() }),
    () => ({ if: inPlace(), then: inPlace(), else: inPlace() }),
    () => ({ dependentSchemas: { [name]: inPlace() } }),
  ];
  return random.pick(depth > 0 && random.chance(0.55) ? applicators : shallow)();
}

function schemaBelow(random: Random, index: number, depth: number): Json {
  if (random.chance(0.75)) return { $ref: `#/$defs/${random.pick(DEFINITIONS)}` };
  if (random.chance(0.3)) return { $dynamicRef: "#node" };
  return depth > 0 ? rules(random, index, depth - 1) : { type: "string", maxLength: 3 };
}

function schemaInPlace(random: Random, index: number, depth: number): Json {
  const later = DEFINITIONS.slice(index + 1);
  if (later.length > 0 && random.chance(0.4)) return { $ref: `#/$defs/${random.pick(later)}` };
  return rules(random, index, depth);
}

const BOTTOMS: readonly Json[] = ["", "long", 1, null, {}, [], { a: "x" }, ["x"]];

/** Payloads of one form, the deeper the longer. */
export interface Family {
  at(depth: number): Json;
}

/** Each level is one of up to three forms, in turn; at the bottom is something small. */
export function randomFamily(random: Random): Family {
  const levels = Array.from({ length: 1 + random.int(3) }, () => random.int(6));
  const bottom = random.pick(BOTTOMS);
  const beside = random.pick(BOTTOMS);
  const wrap = (level: number, inner: Json): Json =>
    [
      { a: inner },
      { b: inner },
      [inner],
      { a: inner, b: beside },
      [beside, inner],
      { a: [inner], b: beside },
    ][level] as Json;
  return {
    at(depth) {
      let value = bottom;
      for (let level = depth - 1; level >= 0; level--)
        value = wrap(levels[level % levels.length]!, value);
      return value;
    },
  };
}

export function countNodes(value: Json): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, each) => sum + countNodes(each as Json), 1);
}
