/**
 * Simulations of many processes in virtual time: they keep their promises with any seed, and each planted defect is found.
 *
 * `SIMULATION_SEED` is the first seed, `SIMULATION_RUNS` how many are tried.
 */

import { describe, expect, it } from "vitest";
import { runs, seed, sized } from "../support/sizes.js";
import { DEFECTS } from "./defects.js";
import { SIMULATIONS, simulateManyWorkers, type Simulation } from "./simulations.js";

const NAME = "SIMULATION";
const SEEDS = { quick: 3, full: 200 };
/** How many seeds a defect may go unnoticed. */
const MOST_SEEDS = 20;

/** @throws with what repeats the run */
async function withSeed<Result>(each: number, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (cause) {
    throw new Error(`${NAME}_SEED=${each} ${NAME}_RUNS=1: ${(cause as Error).message}`, { cause });
  }
}

describe("many processes that crash, on a storage that fails", () => {
  it.each(Object.keys(SIMULATIONS) as Simulation[])("keep the promises of %s", async (name) => {
    for (let run = 0; run < runs(NAME, SEEDS); run += 1) {
      const each = seed(NAME) + run;
      await withSeed(each, () => SIMULATIONS[name]({ seed: each }));
    }
  });

  it("do the tasks of many lanes, with thousands of workers", async () => {
    const size = sized({
      quick: { processes: 1_000, lanes: 200, perLane: 3 },
      full: { processes: 5_000, lanes: 1_000, perLane: 10 },
    });
    const each = seed(NAME);
    const statistics = await withSeed(each, () => simulateManyWorkers({ seed: each, ...size }));
    expect(statistics.processes).toBeGreaterThan(size.processes);
  });

  it("do the same with the same seed", async () => {
    const run = () => SIMULATIONS.tasks({ seed: seed(NAME) });
    expect(await run()).toEqual(await run());
  });
});

describe("a simulation finds it if", () => {
  it.each(DEFECTS)("$title", async ({ simulation, breaks }) => {
    const violations: string[] = [];
    for (let run = 0; run < MOST_SEEDS && violations.length === 0; run += 1)
      await SIMULATIONS[simulation]({ seed: seed(NAME) + run, breaks }).catch((error: Error) =>
        violations.push(error.message),
      );
    expect(violations).toHaveLength(1);
  });
});
