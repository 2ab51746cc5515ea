/**
 * Pairs of schemas that ajv tells apart by some value: whoever is hurt by it is told, and never that the change is safe. A
 * failure names the seed of its pair: `TOLD_APART_SEED=... TOLD_APART_RUNS=1` tries that one alone.
 */

import { describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Change } from "../../src/diff/change.js";
import { randomChange } from "../support/diff/random-change.js";
import { REFERENCES, randomThing } from "../support/diff/random-thing.js";
import { compared, releaseFiles, thingRelease } from "../support/diff/release-files.js";
import { schemaAt } from "../support/diff/schema-places.js";
import { witnessesAmong } from "../support/diff/two-judges.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { randomValue } from "../support/oracle/random-value.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const SIZES = { quick: 40, full: 2_000 };
const DEFINITIONS = { references: REFERENCES, current: REFERENCES.length };

interface TrialPair {
  readonly change: string;
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Valid before, and not after. */
  readonly refused: readonly Json[];
  /** Valid after, and not before. */
  readonly allowed: readonly Json[];
}

/** Undefined where no value was found that tells the two apart. */
function randomPair(own: number): TrialPair | undefined {
  const random = createRandom(own);
  const thing = randomThing(random);
  const changed = randomChange(thing, random, DEFINITIONS);
  if (changed === undefined || typeof changed.schema !== "object") return undefined;
  const other = changed.schema as JsonObject;
  const [before, after] = random.chance(0.5) ? [thing, other] : [other, thing];
  const values = [...valuesOf(before, random), ...valuesOf(after, random)];
  const { refused, allowed } = witnessesAmong(values, before, after);
  if (refused.length + allowed.length === 0) return undefined;
  return { change: changed.name, before, after, refused, allowed };
}

const MOST_MUTANTS = 30;

function valuesOf(schema: JsonObject, random: Random): Json[] {
  const lookup = (reference: string): Json => schemaAt(schema, reference.split("/").slice(1));
  const made = Array.from({ length: 6 }, () => randomValue(schema, lookup, random));
  const mutants = made.flatMap((value) => [...mutantsOf(value)].slice(0, MOST_MUTANTS));
  return [...made, ...mutants.map(({ value }) => value)];
}

/** The level of a change for whoever sends a request, or reads it. */
function isSafe(changes: readonly Change[], role: "platform" | "business"): boolean {
  return changes
    .filter(({ direction }) => direction === "request")
    .every(({ levels }) => levels[role] === "safe");
}

/** A member that the sender's side does not declare is no witness of what its release takes. */
function namesOfNewMembers(changes: readonly Change[]): readonly string[] {
  return changes.flatMap(({ rule, message }) =>
    rule === "property-added" ? [message.replace(/ is new.*$/, "")] : [],
  );
}

function holds(value: Json, names: readonly string[]): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(
    ([name, each]) => names.includes(name) || holds(each as Json, names),
  );
}

async function problemsOf({ before, after, refused, allowed }: TrialPair): Promise<string[]> {
  const [from, to] = [before, after].map((schema) => releaseFiles(thingRelease(schema)));
  const changes = await compared(from!, to!);
  const known = namesOfNewMembers(changes);
  const refusedValue = refused.find((value) => !holds(value, known));
  const told = changes.map(({ rule, subject, message }) => `${subject}: ${message} [${rule}]`);
  const words = [JSON.stringify(before), JSON.stringify(after), ...new Set(told)].join("\n");
  return [
    ...(refusedValue !== undefined && isSafe(changes, "platform")
      ? [`${JSON.stringify(refusedValue)} is refused now, and its sender is not told\n${words}`]
      : []),
    ...(allowed[0] !== undefined && isSafe(changes, "business")
      ? [`${JSON.stringify(allowed[0])} is allowed now, and its reader is not told\n${words}`]
      : []),
  ];
}

describe("two schemas that a value tells apart", () => {
  it(
    `are safe for nobody whom it hurts (${reproduction("TOLD_APART", SIZES)})`,
    { timeout: 1_200_000 },
    async () => {
      const wrong: string[] = [];
      let own = seed("TOLD_APART");
      for (let count = 0; count < runs("TOLD_APART", SIZES); own++) {
        const pair = randomPair(own);
        if (pair === undefined) continue;
        count++;
        const problems = await problemsOf(pair);
        wrong.push(
          ...problems.map(
            (text) => `TOLD_APART_SEED=${own} TOLD_APART_RUNS=1, ${pair.change}: ${text}`,
          ),
        );
      }
      expect(wrong.slice(0, 6).join("\n\n"), `${wrong.length} wrong`).toBe("");
    },
  );
});
