/** The simulations by name, small enough for many seeds. */

import { simulateCalls } from "./calls.js";
import { simulateCounters, simulateStock } from "./shared-records.js";
import { simulateTasks } from "./tasks.js";
import type { Statistics, WorldOptions } from "./world.js";

type SmallOptions = Pick<WorldOptions, "seed" | "breaks">;

const MINUTE = 60_000;
const LIFE = { lifeMs: 5 * MINUTE, endMs: 180 * MINUTE };
const TASKS = { ...LIFE, processes: 20, lanes: 15, perLane: 4, pollMs: 5_000 };

export const SIMULATIONS = {
  tasks: (options) => simulateTasks({ ...TASKS, ...options }),
  "tasks while clocks jump": (options) =>
    simulateTasks({ ...TASKS, clockJumpMs: 2 * MINUTE, ...options }),
  calls: (options) =>
    simulateCalls({ ...LIFE, processes: 60, keys: 60, answersPerKey: 5, ...options }),
  counters: (options) => simulateCounters({ ...LIFE, processes: 40, records: 3, ...options }),
  stock: (options) => simulateStock({ ...LIFE, processes: 40, records: 3, ...options }),
} satisfies Readonly<Record<string, (options: SmallOptions) => Promise<Statistics>>>;

export type Simulation = keyof typeof SIMULATIONS;

/** Tasks, done by more workers than there are tasks at a time. */
export function simulateManyWorkers(
  options: Pick<WorldOptions, "seed" | "processes"> & { lanes: number; perLane: number },
): Promise<Statistics> {
  return simulateTasks({ ...options, pollMs: MINUTE, lifeMs: 30 * MINUTE });
}
