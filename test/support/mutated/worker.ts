/** Runs inputs one after the other in a thread: of what it does, only its end can be forced from outside. */

import { parentPort, workerData } from "node:worker_threads";
import { createInput, type InputChoice } from "./input.js";
import { readReleases, type ReleasePlaces } from "./releases.js";
import { runInput, type InputReport, type RunPlace } from "./run-input.js";

export interface WorkerData extends ReleasePlaces, RunPlace {}

export interface InputAnswer {
  readonly report: InputReport;
  readonly name: string;
  readonly damages: readonly string[];
}

const data = workerData as WorkerData;
const releases = readReleases(data);

parentPort?.on("message", (choice: InputChoice) => void answer(choice));

async function answer(choice: InputChoice): Promise<void> {
  const input = createInput(releases, choice);
  const report = await runInput(input, data);
  const { name, damages } = input;
  parentPort?.postMessage({ report, name, damages } satisfies InputAnswer);
}
