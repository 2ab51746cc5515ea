/**
 * Random schemas, exported, against ajv on the schemas themselves: the verdicts are the same by reference, and in both forms in which
 * tools have them.
 * A failure names the seed of its schema: `EXPORTS_SEED=... EXPORTS_RUNS=1` tries that one alone.
 */

import { rmSync } from "node:fs";
import path from "node:path";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { beforeAll, expect, it } from "vitest";
import type { Definition } from "../../src/model/node.js";
import { compileCheck } from "../support/compile-check.js";
import {
  booleanSchemas,
  definitionOf,
  isRecursive,
  predicateOf,
  standalone,
  toolForm,
} from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { randomObject, randomSchema } from "../support/oracle/random-schema.js";
import { randomValue } from "../support/oracle/random-value.js";
import { randomTree, randomTreeSchema } from "../support/oracle/random-tree.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { outDirectory } from "../support/published.js";
import { runs, seed } from "../support/sizes.js";

const SEED = seed("EXPORTS");
const COUNT = runs("EXPORTS", { quick: 20, full: 200 });
const VALUES = 12;
const MUTANTS = 4;
const TREES = 60;
const OUT = path.join(outDirectory, "schema-random");

/** A schema with four definitions, of which any may be recursive. */
function randomDocument(random: Random): JsonObject {
  const references = ["A", "B", "C", "D"].map((name) => `#/$defs/${name}`);
  const $defs = references.map((reference, current): [string, Json] => [
    reference.slice(-1),
    randomSchema(random, { references, current }, 3) as Json,
  ]);
  const root = randomObject(random, { references, current: -1 }, 3);
  return { ...root, $defs: Object.fromEntries($defs) };
}

function randomValues(document: JsonObject, random: Random): Json[] {
  const lookup = (reference: string): Json | undefined =>
    (document["$defs"] as JsonObject)[reference.slice(-1)];
  return Array.from({ length: VALUES }, () => randomValue(document, lookup, random)).flatMap(
    (value) => {
      const mutants = [...mutantsOf(value)];
      return [value, ...Array.from({ length: MUTANTS }, () => random.pick(mutants).value)];
    },
  );
}

interface Tally {
  schemas: number;
  recursive: number;
  values: number;
  valid: number;
  /** Judged differently by ajv, by mistake. */
  ajv: number;
}

type Predicate = (value: unknown) => boolean;
type Judges = readonly [own: Predicate, ...exported: Predicate[]];

/** The values on which verdicts of the exports are not what they should be, each with what is wrong. */
function disagreements(
  values: readonly Json[],
  [isValid, ...exported]: Judges,
): (readonly [Json, string])[] {
  return values.flatMap((value) => {
    const valid = isValid(value);
    const verdicts = exported.map((judge) => judge(value));
    if (verdicts.every((each) => each === valid)) return [];
    return [[value, `${valid}, by reference, inline and shared ${verdicts.join(", ")}`] as const];
  });
}

/** What is wrong with one document's exports, in words. */
async function judge(
  document: JsonObject,
  values: readonly Json[],
  name: string,
  tally: Tally,
): Promise<string[]> {
  const definition = definitionOf(document);
  const exports = [standalone(definition), toolForm(definition), sharedForm(definition)];
  const judges = [document, ...exports].map((each) =>
    predicateOf(each, { assertFormats: true }),
  ) as unknown as Judges;
  tally.values += values.length;
  tally.valid += values.filter(judges[0]).length;
  if (isRecursive(definition)) tally.recursive++;
  const suspects = disagreements(values, judges);
  const booleans = exports.flatMap((each) => booleanSchemas(each));
  if (suspects.length === 0) return booleans;
  // ajv forgets what was evaluated where a branch does not apply; the emitted checks do not.
  const checks = await Promise.all(
    [document, ...exports].map(async (each, index): Promise<Predicate> => {
      const file = path.join(OUT, `${name}-${index}`);
      const check = await compileCheck(definitionOf(each), { file, assertFormats: true });
      return (value) => !check(value);
    }),
  );
  const wrong = disagreements(
    suspects.map(([value]) => value),
    checks as unknown as Judges,
  );
  tally.ajv += suspects.length - wrong.length;
  return [...booleans, ...wrong.map(([value, what]) => `${what}: ${JSON.stringify(value)}`)];
}

function sharedForm(definition: Definition): JsonObject {
  return toolForm(definition, "shared");
}

interface Case {
  readonly document: JsonObject;
  readonly values: readonly Json[];
}

async function judgeAll(label: string, caseOf: (random: Random) => Case): Promise<Tally> {
  const tally = { schemas: 0, recursive: 0, values: 0, valid: 0, ajv: 0 };
  for (; tally.schemas < COUNT; tally.schemas++) {
    const own = SEED + tally.schemas;
    const { document, values } = caseOf(createRandom(own));
    const wrong = await judge(document, values, `${label}-${own}`, tally);
    const repeat = `EXPORTS_SEED=${own} EXPORTS_RUNS=1`;
    expect(wrong, `${repeat}: ${JSON.stringify(document)}`).toEqual([]);
  }
  console.info(
    `${label}: ${tally.schemas} schemas, ${tally.recursive} recursive: ${tally.values} values, ` +
      `${tally.valid} valid; ` +
      `${tally.ajv} that ajv judges differently by mistake`,
  );
  // Of a few schemas nothing can be said on average.
  if (COUNT < 20) return tally;
  expect(tally.valid).toBeGreaterThan(tally.values / 20);
  expect(tally.ajv).toBeLessThan(tally.values / 100);
  return tally;
}

const TIMEOUT = 60_000 + COUNT * 500;

beforeAll(() => rmSync(OUT, { recursive: true, force: true }));

it(
  "random schemas keep their meaning",
  async () => {
    await judgeAll("any", (random) => {
      const document = randomDocument(random);
      return { document, values: randomValues(document, random) };
    });
  },
  TIMEOUT,
);

it(
  "trees keep their meaning, below negations too",
  async () => {
    const { recursive } = await judgeAll("trees", (random) => ({
      document: randomTreeSchema(random),
      values: Array.from({ length: TREES }, () => randomTree(random)),
    }));
    if (COUNT < 20) return;
    expect(recursive).toBeGreaterThan(COUNT / 2);
  },
  TIMEOUT,
);
