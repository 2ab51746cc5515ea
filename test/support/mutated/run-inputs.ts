/**
 * Runs many inputs in a thread with a limit of memory, and starts another where one hangs or runs out of it. The thread
 * runs a bundle of the source, which is made first.
 */

import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { outDirectory, published, repository } from "../published.js";
import type { InputChoice } from "./input.js";
import type { InputAnswer, WorkerData } from "./worker.js";

/** Files on a disk would take most of the time. */
const MEMORY = "/dev/shm";

/** Each check that a command compiles is a module, and Node keeps every module until the thread ends. */
const INPUTS_OF_A_WORKER = 200;

export interface Limits {
  /** CPU time of a run of a command. */
  readonly maxMilliseconds: number;
  /** The time after which an input hangs. */
  readonly hangMilliseconds: number;
  readonly maxMegabytes: number;
}

export interface InputResult extends Omit<InputAnswer, "report"> {
  readonly seed: number;
  readonly index: number;
  readonly report: InputAnswer["report"] | undefined;
  /** Why there is no report. */
  readonly end: string | undefined;
}

export interface InputRunner {
  run(request: InputChoice): Promise<InputResult>;
  close(): Promise<void>;
}

export async function createInputRunner(limits: Limits): Promise<InputRunner> {
  mkdirSync(outDirectory, { recursive: true });
  const directory = mkdtempSync(path.join(outDirectory, "mutated-"));
  const files = mkdtempSync(path.join(existsSync(MEMORY) ? MEMORY : tmpdir(), "mutated-"));
  const entry = await bundleWorker(directory);
  let worker: Worker | undefined;
  let left = 0;
  return {
    async run(request) {
      if (worker !== undefined && left-- === 0) {
        await worker.terminate();
        worker = undefined;
      }
      if (worker === undefined) left = INPUTS_OF_A_WORKER;
      worker ??= startWorker(entry, files, limits);
      const answer = await askWorker(worker, request, limits);
      if (answer.end !== undefined) {
        await worker.terminate();
        worker = undefined;
      }
      return answer;
    },
    async close() {
      await worker?.terminate();
      for (const each of [directory, files]) rmSync(each, { recursive: true, force: true });
    },
  };
}

function startWorker(entry: string, directory: string, limits: Limits): Worker {
  const { maxMilliseconds, maxMegabytes } = limits;
  return new Worker(entry, {
    workerData: { directory, maxMilliseconds, repository, published } satisfies WorkerData,
    resourceLimits: { maxOldGenerationSizeMb: maxMegabytes, maxYoungGenerationSizeMb: 64 },
    env: {},
    stdout: true,
    stderr: true,
  });
}

function askWorker(
  worker: Worker,
  request: InputChoice,
  { hangMilliseconds }: Limits,
): Promise<InputResult> {
  const { seed, index } = request;
  return new Promise((resolve) => {
    const timeout = setTimeout(() => finish(undefined, "it hangs"), hangMilliseconds);
    const onMessage = (answer: InputAnswer): void => finish(answer, undefined);
    const onError = (error: Error): void => finish(undefined, error.stack ?? error.message);
    const onExit = (): void => finish(undefined, "the process was ended");
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);

    function finish(answer: InputAnswer | undefined, end: string | undefined): void {
      clearTimeout(timeout);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      const { report, name = "", damages = [] } = answer ?? { report: undefined };
      resolve({ seed, index, report, end, name, damages });
    }

    worker.postMessage(request);
  });
}

/** Like the build of the package, but for all that tests add. */
async function bundleWorker(directory: string): Promise<string> {
  await build({
    entryPoints: [path.join(repository, "test/support/mutated/worker.ts")],
    outdir: directory,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
    sourcemap: "inline",
    plugins: [runtimeSource()],
  });
  return path.join(directory, "worker.mjs");
}

/** As in `vitest.config.ts`: a stale build of the runtime cannot hide a change. */
function runtimeSource(): import("esbuild").Plugin {
  return {
    name: "runtime source",
    setup({ onResolve }) {
      onResolve({ filter: /^@proto-gen\/runtime\// }, ({ path: specifier }) => ({
        path: path.join(
          repository,
          "src/runtime",
          specifier.slice("@proto-gen/runtime/".length),
          "index.ts",
        ),
      }));
    },
  };
}
