/**
 * What is proven of sets of values holds for every value that is tried. A failure names the seed of its pair:
 * `SETS_SEED=... SETS_RUNS=1` tries that one alone.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { SetProver } from "../../src/diff/sets/set-prover.js";
import { randomChange } from "../support/diff/random-change.js";
import { isObject } from "../support/diff/schema-places.js";
import { ajvJudge, nodeOf } from "../support/diff/two-judges.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { randomSchema } from "../support/oracle/random-schema.js";
import { randomValue } from "../support/oracle/random-value.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 60, full: 5_000 };
const NO_DEFINITIONS = { references: [], current: 0 };

interface Trial {
  readonly isWithin: boolean;
  readonly areDisjoint: boolean;
  /** Why an answer is wrong. */
  readonly wrong: string | undefined;
}

/** Undefined where no pair was drawn. */
function trial(own: number): Trial | undefined {
  const random = createRandom(own);
  const from = randomSchema(random, NO_DEFINITIONS, 3);
  const to = randomChange(from, random, NO_DEFINITIONS)?.schema;
  if (!isObject(from) || !isObject(to)) return undefined;
  const [one, other] = [nodeOf(from), nodeOf(to)];
  const prover = new SetProver();
  const isWithin = prover.isWithin(one, other);
  const areDisjoint = prover.areDisjoint([one, other]);
  const contradicting = valuesOf([from, to], random).filter(
    (value) => satisfies(one, value) && (satisfies(other, value) ? areDisjoint : isWithin),
  );
  const witness = contradicting.find(confirmedBy(from, to));
  const wrong =
    witness === undefined
      ? undefined
      : `SETS_SEED=${own} SETS_RUNS=1: ${JSON.stringify(witness)}, ${JSON.stringify(from)}, ${JSON.stringify(to)}`;
  return { isWithin, areDisjoint, wrong };
}

/** Ajv, too, says that the value is of the first, and whether it is of the second. */
function confirmedBy(from: JsonObject, to: JsonObject): (value: Json) => boolean {
  const node = nodeOf(to);
  return (value) => ajvJudge(from)(value) && ajvJudge(to)(value) === satisfies(node, value);
}

function valuesOf(schemas: readonly Json[], random: Random): Json[] {
  const made = schemas.flatMap((schema) =>
    Array.from({ length: 8 }, () => randomValue(schema, () => undefined, random)),
  );
  const mutants = made.flatMap((value) => [...mutantsOf(value)].slice(0, 25));
  return [...made, ...mutants.map(({ value }) => value)];
}

describe("what is proven of sets", () => {
  it(`holds (${reproduction("SETS", SIZES)})`, { timeout: 900_000 }, () => {
    const trials: Trial[] = [];
    for (let own = seed("SETS"); trials.length < runs("SETS", SIZES); own++)
      trials.push(...[trial(own)].filter((each) => each !== undefined));
    const wrong = trials.flatMap((each) => each.wrong ?? []);
    expect(wrong.slice(0, 5).join("\n"), `${wrong.length} wrong`).toBe("");
  });

  it.each<[string, JsonObject, JsonObject]>([
    ["a list within its type", { enum: ["a", "b"] }, { type: "string" }],
    ["bounds", { type: "integer", minimum: 2 }, { type: "number", exclusiveMinimum: 1 }],
    [
      "a branch of a union",
      { type: "string", maxLength: 2 },
      { anyOf: [{ type: "null" }, { type: "string", maxLength: 3 }] },
    ],
    [
      "one of exclusive branches",
      { type: "object", required: ["k"], properties: { k: { const: "a" } } },
      {
        oneOf: ["a", "b"].map((k) => ({
          type: "object",
          required: ["k"],
          properties: { k: { const: k } },
        })),
      },
    ],
    [
      "a condition that is met",
      { type: "object", required: ["a", "b"] },
      { if: { required: ["a"] }, then: { required: ["b"] } },
    ],
    [
      "a dependency as a condition",
      { type: "object", dependentRequired: { a: ["b"] } },
      { type: "object", if: { required: ["a"] }, then: { required: ["b"] } },
    ],
    [
      "recursion",
      {
        $ref: "#/$defs/t",
        $defs: { t: { properties: { t: { $ref: "#/$defs/t" }, a: { const: 1 } } } },
      },
      {
        $ref: "#/$defs/u",
        $defs: { u: { properties: { t: { $ref: "#/$defs/u" }, a: { type: "integer" } } } },
      },
    ],
    [
      "a closed object",
      { type: "object", properties: { a: {} }, additionalProperties: false },
      { type: "object", properties: { a: {}, b: { type: "string" } }, additionalProperties: false },
    ],
  ])("proves %s, and not the reverse", (_, from, to) => {
    const [one, other] = [nodeOf(from), nodeOf(to)];
    expect(new SetProver().isWithin(one, other)).toBe(true);
    // A dependency and its condition are the same.
    expect(new SetProver().isWithin(other, one)).toBe(_.startsWith("a dependency"));
  });

  it("is not proven of what has no end: it is given up", () => {
    const branch = (name: string, more: object): object => ({
      anyOf: Array.from({ length: 6 }, (_, index) => ({ required: [`${name}${index}`], ...more })),
    });
    const nested = (least: number): JsonObject =>
      Array.from({ length: 8 }).reduce<JsonObject>(
        (schema, _, index) => ({ allOf: [branch(`n${index}`, {}), schema] }) as JsonObject,
        { type: "object", minProperties: least },
      );
    expect(new SetProver().isWithin(nodeOf(nested(9)), nodeOf(nested(40)))).toBe(false);
  });
});
