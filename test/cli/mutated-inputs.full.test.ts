/**
 * Mutated releases, through every command: whatever a document says, the tool ends in time, and says where the mistake is.
 * `MUTATED_SEED=7 MUTATED_RUNS=20000` chooses the inputs; a failure prints the seed and the number of its input, which
 * `MUTATED_SEED=7 MUTATED_ONLY=123` runs alone.
 */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  createInputRunner,
  type InputResult,
  type InputRunner,
} from "../support/mutated/run-inputs.js";
import { reproduction, runs, seed } from "../support/sizes.js";

const NAME = "MUTATED";
const SIZES = { quick: 60, full: 500 };
const LIMITS = { maxMilliseconds: 2_000, hangMilliseconds: 60_000, maxMegabytes: 512 };
/** Numbers of inputs, to repeat failures. */
const ONLY = process.env["MUTATED_ONLY"];
const STAGES_OF_LOAD = new Set(["profile", "load"]);

let runner: InputRunner;
beforeAll(async () => {
  runner = await createInputRunner(LIMITS);
});
afterAll(() => runner.close());

describe(`mutated releases (${reproduction(NAME, SIZES)})`, () => {
  it(
    "end every command in time, with a place for each error",
    async () => {
      const stages = new Map<string, number>();
      const faults: string[] = [];
      for (const index of indexes()) {
        const result = await runner.run({ seed: seed(NAME), index });
        const stage = result.report?.stage ?? "ended";
        stages.set(stage, (stages.get(stage) ?? 0) + 1);
        if (hasFault(result)) faults.push(await describeFault(result));
      }
      console.log(stageTable(stages));
      expect(faults, faults.join("\n\n")).toHaveLength(0);
      if (ONLY !== undefined) return;
      const total = sum(stages.values());
      const refusedByLoad = sum(
        [...stages].flatMap(([stage, count]) => (STAGES_OF_LOAD.has(stage) ? count : 0)),
      );
      expect(refusedByLoad / total, stageTable(stages)).toBeLessThanOrEqual(0.7);
    },
    24 * 60 * 60_000,
  );
});

function hasFault({ end, report }: InputResult): boolean {
  return end !== undefined || (report?.faults.length ?? 0) > 0;
}

function indexes(): readonly number[] {
  if (ONLY !== undefined) return ONLY.split(",").map(Number);
  return Array.from({ length: runs(NAME, SIZES) }, (_, index) => index);
}

async function describeFault(result: InputResult): Promise<string> {
  const { seed: drawn, index } = result;
  const { end, report, name, damages } = await minimise(result);
  return [
    `MUTATED_SEED=${drawn} MUTATED_ONLY=${index} (${name})`,
    ...damages.map((each) => `  ${each}`),
    ...(end === undefined ? [] : [`  ${end}`]),
    ...(report?.faults ?? []).map(
      ({ kind, command, detail }) => `  ${kind}: ${command.join(" ")}\n    ${detail}`,
    ),
  ].join("\n");
}

/** The damages that it fails with, one by one left out if it fails without. */
async function minimise(result: InputResult): Promise<InputResult> {
  let smallest = result;
  let left = result.damages.map((_, number) => number);
  for (const number of left) {
    const fewer = left.filter((each) => each !== number);
    if (fewer.length === 0) continue;
    const { seed: drawn, index } = result;
    const again = await runner.run({ seed: drawn, index, left: fewer });
    if (hasFault(again)) [smallest, left] = [again, fewer];
  }
  return smallest;
}

function stageTable(stages: ReadonlyMap<string, number>): string {
  const lines = [...stages]
    .sort()
    .map(([stage, count]) => `${String(count).padStart(8)}  ${stage}`);
  return ["inputs by the stage that refused them:", ...lines].join("\n");
}

function sum(numbers: Iterable<number>): number {
  return [...numbers].reduce((total, each) => total + each, 0);
}
