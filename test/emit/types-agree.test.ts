/**
 * Types say what validators say. Random schemas: what ajv accepts is a literal of the type, and what TypeScript's checker takes for a
 * value of the type is refused by ajv only for what a type has no words for.
 */

import { beforeAll, describe, expect, it } from "vitest";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { predicateOf } from "../support/exported.js";
import { mutantsOf } from "../support/oracle/mutate.js";
import { randomValue, type Lookup } from "../support/oracle/random-value.js";
import { createRandom, type Random } from "../support/oracle/random.js";
import { reproduction, runs, seed } from "../support/sizes.js";
import { declareTypes } from "../support/types/declare-types.js";
import { isMeant } from "../support/types/meant-value.js";
import { randomTypedSchema } from "../support/types/random-typed-schema.js";
import { FURTHER_REASONS, REASONS, relaxSchema } from "../support/types/relax-schema.js";
import { sampleType } from "../support/types/sample-type.js";
import { compileTypes, type Literal, type TypeProgram } from "../support/types/type-program.js";

const SIZES = { quick: 50, full: 2000 };
const COUNT = runs("TYPES", SIZES);
const SEED = seed("TYPES");
const BATCH = 50;
const VALUES = 12;
const SAMPLES = 12;

type Predicate = (value: unknown) => boolean;

interface Subject {
  readonly namespace: string;
  readonly schema: JsonObject;
  readonly random: Random;
  readonly isValid: Predicate;
  readonly isRelaxed: Predicate;
  /** ajv's verdict without the rules of one reason. */
  readonly without: (reason: string) => Predicate;
  readonly lookup: Lookup;
}

const ALL_REASONS = [...Object.keys(REASONS), ...Object.keys(FURTHER_REASONS)];

function remember<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? make(key);
    known.set(key, value);
    return value;
  };
}

function subjectOf(index: number): Subject {
  const random = createRandom(SEED + index);
  const schema = randomTypedSchema(random);
  return {
    namespace: `S${SEED + index}`,
    schema,
    random,
    isValid: predicateOf(schema, { assertFormats: true }),
    isRelaxed: predicateOf(relaxSchema(schema) as JsonObject, { assertFormats: false }),
    without: remember((reason: string) =>
      predicateOf(relaxSchema(schema, [reason]) as JsonObject, { assertFormats: true }),
    ),
    lookup: (reference) => (schema["$defs"] as JsonObject)[reference.slice(-1)],
  };
}

/** Valid values that an author would write. */
function acceptedValues({ schema, random, isValid, lookup }: Subject): Json[] {
  const predicateAt = remember((part: Json) =>
    predicateOf({ allOf: [part], $defs: schema["$defs"] as Json }, { assertFormats: true }),
  );
  const accepts = (part: Json, value: Json): boolean => predicateAt(part)(value);
  return Array.from({ length: VALUES }, () => randomValue(schema, lookup, random))
    .flatMap((value) => [value, random.pick([...mutantsOf(value)]).value])
    .filter((value) => isValid(value) && isMeant(schema, value, { lookup, accepts }));
}

interface Tally {
  schemas: number;
  literals: number;
  samples: number;
  accepted: number;
  readonly reasons: Record<string, number>;
}

interface Finding {
  readonly schema: string;
  readonly value: string;
  readonly why: string;
}

const tally: Tally = { schemas: 0, literals: 0, samples: 0, accepted: 0, reasons: {} };
const broken: string[] = [];
const refused: Finding[] = [];
const unexplained: Finding[] = [];

function describeFinding({ namespace, schema }: Subject, value: Json, why: string): Finding {
  return { schema: `${namespace} ${JSON.stringify(schema)}`, value: JSON.stringify(value), why };
}

async function judgeBatch(first: number, size: number): Promise<void> {
  const subjects = Array.from({ length: size }, (_, index) => subjectOf(first + index));
  const byName = new Map(subjects.map((each) => [each.namespace, each]));
  const declared = await declareTypes(
    new Map(subjects.map(({ namespace, schema }) => [namespace, schema])),
  );
  const literals = subjects.flatMap((each) =>
    acceptedValues(each).map((value): Literal => ({ namespace: each.namespace, value })),
  );
  const sources = [...declared.values()];
  const program = compileTypes("types-agree", sources, literals);
  broken.push(...program.problems);
  tally.schemas += size;
  tally.literals += literals.length;
  for (const [index, { namespace, value }] of literals.entries()) {
    const why = program.refusals[index];
    if (why !== undefined)
      refused.push(
        describeFinding(byName.get(namespace)!, value, `${why}\n${declared.get(namespace)}`),
      );
  }
  const suspects = subjects.flatMap((each) => judgeSamples(each, program));
  if (suspects.length === 0) return;
  // The sampler may make what the type refuses: an intersection demands more than each member's type.
  const { refusals } = compileTypes("types-agree-suspects", sources, suspects);
  for (const [index, { namespace, value }] of suspects.entries()) {
    if (refusals[index] !== undefined) continue;
    const subject = byName.get(namespace)!;
    const why = errorsOf(subject.isRelaxed, value);
    unexplained.push(describeFinding(subject, value, `${why}\n${declared.get(namespace)}`));
  }
}

/** What ajv said last. */
function errorsOf(predicate: Predicate, value: Json): string {
  predicate(value);
  const { errors } = predicate as { errors?: readonly { schemaPath: string; message?: string }[] };
  return (errors ?? []).map(({ schemaPath, message }) => `${schemaPath} ${message}`).join("\n");
}

function judgeSamples(subject: Subject, { checker, typeOf }: TypeProgram): Literal[] {
  const { namespace, random, isValid, isRelaxed } = subject;
  const suspects: Literal[] = [];
  for (let count = 0; count < SAMPLES; count++) {
    const value = sampleType(checker, typeOf(namespace), random);
    if (value === undefined) continue;
    tally.samples++;
    if (isValid(value)) tally.accepted++;
    else if (isRelaxed(value)) tallyReason(subject, value);
    else suspects.push({ namespace, value });
  }
  return suspects;
}

/** The reason without which the value is accepted; several where none is enough. */
function tallyReason({ without }: Subject, value: Json): void {
  const found = ALL_REASONS.find((reason) => without(reason)(value));
  const reason = found ?? "several";
  tally.reasons[reason] = (tally.reasons[reason] ?? 0) + 1;
}

describe(`types of random schemas (${reproduction("TYPES", SIZES)})`, () => {
  beforeAll(async () => {
    for (let first = 0; first < COUNT; first += BATCH)
      await judgeBatch(first, Math.min(BATCH, COUNT - first));
    if (process.env["TYPES_RUNS"] !== undefined) console.log(JSON.stringify(tally));
  }, 1_200_000);

  it("compile", () => expect(broken).toEqual([]));

  it("take what ajv accepts", () => {
    expect(tally.literals).toBeGreaterThan(COUNT);
    expect(refused).toEqual([]);
  });

  it("have values that ajv refuses only for what no type says", () => {
    expect(tally.samples).toBeGreaterThan(COUNT);
    expect(unexplained).toEqual([]);
  });
});
