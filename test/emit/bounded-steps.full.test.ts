/**
 * The steps of a check are proportional to its payload (DESIGN §8), whoever wrote the schema. Random schemas whose types
 * contain themselves, and payloads that grow in depth: from one size to the next, steps grow as the payload does.
 * A failure names the seed of its schema: `STEPS_SEED=... STEPS_RUNS=1` tries that one alone.
 */

import { rmSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Json } from "@proto-gen/runtime/json";
import type { Validator } from "@proto-gen/runtime/schema";
import { beforeAll, describe, expect, it } from "vitest";
import { ProtoGenError } from "../../src/errors.js";
import { satisfies } from "../../src/model/instance/satisfies.js";
import type { Definition } from "../../src/model/node.js";
import { buildCountedRuntime, compileCounted, countSteps } from "../support/counted-check.js";
import { definitionOf } from "../support/exported.js";
import {
  countNodes,
  randomFamily,
  randomRecursiveSchema,
  type Family,
} from "../support/oracle/random-recursive.js";
import { createRandom } from "../support/oracle/random.js";
import { outDirectory } from "../support/published.js";
import { runs, seed } from "../support/sizes.js";

const OUT = "bounded-steps";
const SEED = seed("STEPS");
const COUNT = runs("STEPS", { quick: 60, full: 500 });
/** Schemas of one test, so that a busy machine has time for each. */
const PART = 250;
const PARTS = Array.from({ length: Math.ceil(COUNT / PART) }, (_, part) => part * PART);
const FAMILIES = 12;
/** Levels of payloads. A level may be an object in an array, so that the last may be 360 deep. */
const SIZES = [12, 36, 60, 180] as const;
/**
 * How many times the steps for a node in smaller payloads those in the last may be: where steps grow with the square, it is
 * three. Paths are remembered up to a length, so that those of short pointers cost less.
 */
const SLACK = 2;

let runtime: string;
let compiled = 0;

beforeAll(async () => {
  rmSync(path.join(outDirectory, OUT), { recursive: true, force: true });
  runtime = await buildCountedRuntime(OUT);
});

function validatorOf(definition: Definition): Promise<Validator<unknown>> {
  const file = path.join(outDirectory, OUT, `check-${compiled++}.mjs`);
  return compileCounted(definition, { file, runtime });
}

const METHODS = {
  is: (validator: Validator<unknown>, value: Json): unknown => validator.is(value),
  check: (validator: Validator<unknown>, value: Json): unknown => validator.check(value),
  parse(validator: Validator<unknown>, value: Json): unknown {
    try {
      return validator.parse(value);
    } catch {
      return undefined;
    }
  },
};

/** The steps of each size, and whether they grow faster than the payload. */
function growth(run: (value: Json) => unknown, family: Family) {
  const values = SIZES.map((size) => family.at(size));
  const steps = values.map((value) => countSteps(() => run(value))[1]);
  const perNode = steps.map((each, index) => each / countNodes(values[index]!));
  const [last = 0, ...smaller] = perNode.toReversed();
  return { steps, isFaster: last > SLACK * Math.max(...smaller), perNode: Math.max(...perNode) };
}

describe("random schemas whose types contain themselves", () => {
  it.each(PARTS)(
    "cost steps that grow as the payload does, and have ajv's verdicts: from %d on",
    async (first) => {
      const tally = { schemas: 0, payloads: 0, invalid: 0, deep: 0, most: 0 };
      for (let at = first; at < Math.min(first + PART, COUNT); at++) {
        const random = createRandom(SEED + at);
        const schema = randomRecursiveSchema(random);
        const definition = definitionOf(schema);
        const validator = await validatorOf(definition).catch((error: unknown) => {
          if (!(error instanceof ProtoGenError)) throw error;
          return undefined;
        });
        if (validator === undefined) continue;
        const ajv = new Ajv2020({ strict: false, logger: false }).compile(schema);
        // ajv forgets what was evaluated where a branch does not apply, and takes a dynamic reference to a later
        // definition for one to the root.
        const isJudgedByAjv = !/unevaluated|dynamicRef/.test(JSON.stringify(schema));
        tally.schemas++;
        for (let each = 0; each < FAMILIES; each++) {
          const family = randomFamily(random);
          const shown = `STEPS_SEED=${SEED + at} STEPS_RUNS=1, family ${each}: ${JSON.stringify(schema)}, ${JSON.stringify(family.at(2))}`;
          const small = family.at(5);
          expect(validator.is(small), shown).toBe(satisfies(definition.node, small));
          if (isJudgedByAjv) expect(validator.is(small), shown).toBe(ajv(small));
          expect(validator.check(small).length > 0, shown).toBe(!validator.is(small));
          tally.payloads++;
          if (!validator.is(family.at(180))) tally.invalid++;
          for (const [name, method] of Object.entries(METHODS)) {
            const { steps, isFaster, perNode } = growth(
              (value) => method(validator, value),
              family,
            );
            if (steps[3]! > 5 * steps[0]!) tally.deep++;
            tally.most = Math.max(tally.most, perNode);
            expect(isFaster, `${name} takes ${steps.join(", ")} steps, ${shown}`).toBe(false);
          }
        }
      }
      console.log(
        `${tally.schemas} schemas, ${tally.payloads} payloads of 180 levels, ${tally.invalid} invalid; ` +
          `${tally.deep} runs went down; at most ${Math.round(tally.most)} steps for each node`,
      );
      expect(tally.deep).toBeGreaterThan(tally.payloads / 4);
    },
  );
});
