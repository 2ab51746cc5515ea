/**
 * Random schemas, exported, against ajv on the schemas themselves. By reference the verdicts are the
 * same. Written out nothing valid is refused, and where no definition is recursive they are the same.
 * `ORACLE_SEED` brings a failure back; `ORACLE_BATCHES` makes it look longer.
 */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { expect, it } from "vitest";
import { inlineNode } from "../../src/emit/schema/inline-node.js";
import {
  booleanSchemas,
  definitionOf,
  isRecursive,
  predicateOf,
  standalone,
} from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { randomObject, randomSchema } from "../support/oracle/random-schema.js";
import { randomValue } from "../support/oracle/random-value.js";
import { createRandom, type Random } from "../support/oracle/random.js";

const SEED = Number(process.env["ORACLE_SEED"] ?? 20261120);
const BATCHES = Number(process.env["ORACLE_BATCHES"] ?? 20);
const PER_BATCH = 10;
const VALUES = 12;
const MUTANTS = 4;

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

const tally = { verdicts: 0, accepted: 0, recursive: 0, cut: 0 };

/** What is wrong with one document's exports, in words. */
function judge(document: JsonObject, random: Random): string[] {
  const definition = definitionOf(document);
  const referring = standalone(definition);
  const inline = inlineNode(definition.node);
  const recursive = isRecursive(definition);
  if (recursive) tally.recursive++;
  const asserted = { assertFormats: true };
  const [isValid, byReference, writtenOut] = [document, referring, inline].map((each) =>
    predicateOf(each, asserted),
  ) as [Predicate, Predicate, Predicate];
  const wrong = [...booleanSchemas(referring), ...booleanSchemas(inline)];
  for (const value of randomValues(document, random)) {
    const valid = isValid(value);
    tally.verdicts++;
    if (valid) tally.accepted++;
    const text = JSON.stringify(value);
    if (byReference(value) !== valid) wrong.push(`by reference ${!valid}: ${text}`);
    if (writtenOut(value) === valid) continue;
    if (valid || !recursive) wrong.push(`written out ${!valid}: ${text}`);
    else tally.cut++;
  }
  return wrong;
}

type Predicate = (value: unknown) => boolean;

it(
  "random schemas keep their meaning",
  () => {
    for (let batch = 0; batch < BATCHES; batch++) {
      for (let index = 0; index < PER_BATCH; index++) {
        const seed = SEED + batch * PER_BATCH + index;
        const random = createRandom(seed);
        const document = randomDocument(random);
        const wrong = judge(document, random);
        expect(wrong, `ORACLE_SEED=${seed}: ${JSON.stringify(document)}`).toEqual([]);
      }
    }
    console.info(
      `${BATCHES * PER_BATCH} schemas, ${tally.recursive} recursive: ${tally.verdicts} verdicts, ` +
        `${tally.accepted} accepted; ${tally.cut} accepted too much where a definition was cut`,
    );
    expect(tally.accepted).toBeGreaterThan(tally.verdicts / 20);
  },
  60_000 + BATCHES * 5000,
);
