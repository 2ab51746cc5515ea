/**
 * `generate --watch`: generates the targets of a changed file again, until the process is asked to end. An error is printed, and the
 * output stays as it was until a later change fixes the error.
 */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ProtoGenError, type ExitCode } from "../../../errors.js";
import { openGenerator, type Generator } from "../../../generate.js";
import type { GenerationTarget } from "../../../target/target.js";
import { generateTarget } from "../../../target/write-target.js";
import {
  fingerprintFile,
  rememberSources,
  type RememberedSources,
} from "../../../watch/remember-sources.js";
import {
  joinSources,
  QUIET_MS,
  targetSources,
  type Sources,
  type TargetSources,
} from "../../../target/target-sources.js";
import { watchSources } from "../../../watch/watch-sources.js";
import { countText } from "../../../text/count.js";
import { line, type Line } from "../../../text/line.js";
import type { TargetFlags, TargetsRun } from "../../define-command.js";
import type { Host } from "../../host.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import type { GenerateFlags } from "./command.js";
import { flagsTarget } from "./flags-target.js";
import { finishRun, generateFiles } from "./full-run.js";

/**
 * A run begins this long after a change, since an editor may empty a file before it writes it. If a source changes during a run, the
 * run is repeated.
 */
const START_MS = 2;

/**
 * V8 optimizes a function once it has run often, so that the first runs take more than twice as long as later ones. Runs whose result is
 * dropped make up for that while nobody waits: this long in all, each after nothing has happened for a while.
 */
const WARM_UP_MS = 8_000;
const IDLE_MS = 40;

type Target = TargetFlags<GenerateFlags>;

/** A target, and what is kept between its runs. */
interface WatchedTarget {
  readonly target: Target;
  readonly generation: GenerationTarget;
  /** What a run reads. */
  readonly sources: TargetSources;
  readonly generator: Generator;
  /** The sources as the last run read them. */
  read: RememberedSources;
  /** The last run ended with errors. */
  hasFailed: boolean;
}

export async function watchTargets(
  { targets, config, reload }: TargetsRun<GenerateFlags>,
  host: Host,
): Promise<ExitCode> {
  const termination = listenForTermination();
  const changes = collectChanges(termination.signal);
  const reporter = createReporter(host, {
    quiet: targets.every(({ flags }) => flags.quiet === true),
  });
  const configuration = trackConfig(config);
  let watched = openTargets(targets);
  const all = (): Sources =>
    joinSources(
      configuration.files,
      watched.map((each) => each.sources),
    );
  let sources = all();
  const watcher = await watchSources({ sources: () => sources, onChange: changes.note });
  try {
    for (const each of watched) await runOnce(each, { host, reporter, changes });
    reporter.note(watchingNote(sources));
    const warmUp = createWarmUp(changes);
    for (;;) {
      await warmUp(watched);
      if (!(await changes.next())) return 0;
      const hasNewConfig = configuration.isAnother();
      if (hasNewConfig) {
        await changes.quiet();
        configuration.take();
        const again = await attempt(reload, reporter);
        if (again === undefined) continue;
        watched.forEach(({ generator }) => generator.close());
        watched = openTargets(again);
        sources = all();
      }
      for (const each of watched)
        if (hasNewConfig || each.read.haveChanged())
          await runOnce(each, { host, reporter, changes });
    }
  } finally {
    termination.stopListening();
    watched.forEach(({ generator }) => generator.close());
    await watcher.close();
  }
}

interface Configuration {
  readonly files: readonly string[];
  /** The file is another than the one that was read last. */
  isAnother(): boolean;
  /** The file as it is now is about to be read. */
  take(): void;
}

/** @param file undefined if there is no configuration */
function trackConfig(file: string | undefined): Configuration {
  const now = (): string => (file === undefined ? "" : fingerprintFile(file));
  // It was read after the process began.
  let read = file === undefined ? "" : fingerprintFile(file, performance.timeOrigin);
  return {
    files: file === undefined ? [] : [path.resolve(file)],
    isAnother: () => now() !== read,
    take() {
      read = now();
    },
  };
}

function openTargets(targets: readonly Target[]): WatchedTarget[] {
  return targets.map((target) => {
    const generation = flagsTarget(target.flags);
    const sources = targetSources(generation);
    return {
      ...{ target, generation, sources },
      generator: openGenerator(generation),
      read: rememberSources(sources),
      hasFailed: false,
    };
  });
}

interface Watching {
  readonly host: Host;
  readonly reporter: Reporter;
  readonly changes: Changes;
}

async function runOnce(watched: WatchedTarget, watching: Watching): Promise<void> {
  const { target, generation, generator } = watched;
  const { host, reporter } = watching;
  const { name, flags } = target;
  const own = createReporter(host, {
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
  });
  if (name !== undefined) own.note(line`target ${name}:`);
  const run = { flags, target: generation, host, reporter: own, generator };
  const done = await attempt(async () => {
    try {
      const generated = await readSettled(() => generateFiles(run), watched, watching);
      if (generated !== undefined) await finishRun(run, generated);
      return true;
    } finally {
      own.finish();
    }
  }, reporter);
  if (done !== undefined && watched.hasFailed) own.note(line`all errors are fixed`);
  watched.hasFailed = done === undefined;
}

/**
 * Reads while sources may still be changing, and again where one has changed meanwhile: only the last result, or the last error,
 * counts.
 * @returns undefined once the process is asked to end
 */
async function readSettled<Result>(
  read: () => Promise<Result>,
  watched: WatchedTarget,
  { changes }: Watching,
): Promise<Result | undefined> {
  for (;;) {
    watched.read = rememberSources(watched.sources);
    const [result] = await Promise.allSettled([read()]);
    if (!(await changes.quiet())) return undefined;
    if (watched.read.haveChanged()) continue;
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }
}

/** @returns undefined where it failed, which is reported */
async function attempt<Result>(
  action: () => Promise<Result>,
  reporter: Reporter,
): Promise<Result | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    reporter.diagnostics(error.diagnostics);
    return undefined;
  }
}

/** Returns a function that ends once something has changed, or once the runs have warmed up. */
function createWarmUp(changes: Changes): (watched: readonly WatchedTarget[]) => Promise<void> {
  let left = WARM_UP_MS;
  return async (watched) => {
    // Nothing is fetched for a result that nobody sees.
    const sound = watched.filter(({ target, hasFailed }) => !hasFailed && !target.flags.fetch);
    for (let round = 0; sound.length > 0 && left > 0 && (await changes.idle()); round++) {
      const each = sound[round % sound.length]!;
      const { generator, generation } = each;
      const start = performance.now();
      // An event would wait for the stage to end; a change must not wait for the whole run.
      const stopIfChanged = (): void => {
        if (each.read.haveChanged()) throw new Error("a source has changed");
      };
      try {
        await generateTarget(generation, {
          generate: (options) => generator.generate(options, stopIfChanged),
          onStage: stopIfChanged,
        });
      } catch {
        // A run that follows a change reports what is wrong.
        return;
      } finally {
        left -= performance.now() - start;
      }
    }
  };
}

interface Changes {
  /** Something has changed. */
  note(): void;
  /** Waits for a while; false as soon as something has changed or the process is asked to end. */
  idle(): Promise<boolean>;
  /** Resolves soon after something has changed; false once the process is asked to end. */
  next(): Promise<boolean>;
  /** Waits until nothing has changed for a while; false once the process is asked to end. */
  quiet(): Promise<boolean>;
}

function collectChanges(signal: AbortSignal): Changes {
  let hasChanged = false;
  let last = -Infinity;
  let wake = (): void => {};
  signal.addEventListener("abort", () => wake());
  /** Ends early once the process is asked to end. */
  const sleep = (ms: number): Promise<unknown> =>
    pause(ms, undefined, { signal }).catch(() => undefined);
  const isCalm = (): boolean => !signal.aborted && !hasChanged;
  const woken = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve;
    });
  return {
    note() {
      hasChanged = true;
      last = performance.now();
      wake();
    },
    async idle() {
      if (isCalm()) await Promise.race([woken(), sleep(IDLE_MS)]);
      return isCalm();
    },
    async next() {
      if (isCalm()) await woken();
      await sleep(START_MS);
      hasChanged = false;
      return !signal.aborted;
    },
    async quiet() {
      for (;;) {
        const rest = last + QUIET_MS - performance.now();
        if (signal.aborted || rest <= 0) return !signal.aborted;
        await sleep(rest);
      }
    },
  };
}

function watchingNote({ files, directories }: Sources): Line {
  return line`watching ${countText(files.length + directories.length, "source")}; Ctrl+C ends`;
}
