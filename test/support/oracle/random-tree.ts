/**
 * Random schemas of trees, where recursion stands below negations, conditions and counts. In: a source
 * of choices. Out: a schema whose definitions refer to each other below members only, and values.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Random } from "./random.js";

const NAMES = ["a", "b"] as const;
const TREES = ["#/$defs/T", "#/$defs/U"] as const;

export function randomTreeSchema(random: Random): JsonObject {
  const definition = (): JsonObject => ({
    ...(random.chance(0.5) ? { type: ["object", "array", "string"].slice(random.int(2)) } : {}),
    ...rule(random, 2),
    ...(random.chance(0.5) ? { allOf: [rule(random, 2), rule(random, 1)] } : {}),
    ...(random.chance(0.4) ? { unevaluatedProperties: false } : {}),
  });
  return {
    properties: { a: tree(random) },
    ...rule(random, 1),
    $defs: { T: definition(), U: definition() },
  };
}

function tree(random: Random): JsonObject {
  return { $ref: random.pick(TREES) };
}

/** A tree in place, beside what may refuse the members that it evaluates. */
function closed(random: Random): JsonObject {
  const others = random.chance(0.5) ? [] : [tree(random)];
  return {
    [random.pick(["allOf", "anyOf", "oneOf"])]: [tree(random), ...others],
    unevaluatedProperties: false,
  };
}

function rule(random: Random, depth: number): JsonObject {
  const below = (): JsonObject =>
    random.pick([tree, tree, closed, () => rule(random, depth - 1)])(random);
  const inPlace = (): JsonObject => rule(random, depth - 1);
  const name = random.pick(NAMES);
  if (depth <= 0) {
    return random.pick<JsonObject>([
      { required: [name], properties: { [name]: tree(random) } },
      { properties: { [name]: tree(random) } },
      { type: random.pick(["object", "string", "array"]) },
      { minProperties: 1 },
    ]);
  }
  switch (random.int(8)) {
    case 0:
      return { not: inPlace() };
    case 1:
      return { if: inPlace(), then: inPlace(), else: inPlace() };
    case 2:
      return { oneOf: [inPlace(), inPlace()] };
    case 3:
      return { anyOf: [inPlace(), inPlace()] };
    case 4:
      return { contains: below(), minContains: random.int(2), maxContains: 1 };
    case 5:
      return { dependentSchemas: { [name]: inPlace() } };
    case 6:
      return { items: below() };
    default:
      return { required: [name], properties: { [name]: below() } };
  }
}

export function randomTree(random: Random, depth = 4): Json {
  if (depth <= 0 || random.chance(0.15)) return random.pick<Json>(["", 1, {}, []]);
  const below = (): Json => randomTree(random, depth - 1);
  if (random.chance(0.25)) return Array.from({ length: random.int(3) }, below);
  return Object.fromEntries(random.some(NAMES, random.int(2)).map((name) => [name, below()]));
}
