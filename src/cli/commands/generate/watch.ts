/**
 * `generate --watch`: generates the targets of a changed file again, until the process is asked to end. An error is printed, and the
 * output stays as it was until a later change fixes the error.
 */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FSWatcher } from "chokidar";
import { ProtoGenError, type ExitCode } from "../../../errors.js";
import { openGenerator, type Generator } from "../../../generate.js";
import type { GenerationTarget } from "../../../target/target.js";
import { generateTarget } from "../../../target/write-target.js";
import { QUIET_MS, targetSources, type TargetSources } from "../../../target/target-sources.js";
import { countText } from "../../../text/count.js";
import { line, type Line } from "../../../text/line.js";
import type { TargetFlags, TargetsRun } from "../../define-command.js";
import type { Host } from "../../host.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import type { GenerateFlags } from "./command.js";
import { flagsTarget } from "./flags-target.js";
import { fingerprintFile, fingerprintSources } from "./fingerprint-sources.js";
import { finishRun, generateFiles } from "./full-run.js";
import { watchSources } from "./watch-sources.js";

/**
 * A run begins this long after a change, since an editor may empty a file before it writes it. If a source changes during a run, the
 * run is repeated.
 */
const START_MS = 2;

/**
 * An event of the file system only says when to look: chokidar drops a change that follows another within 50 ms, and has no further
 * events for a file that is removed and made again twice within 100 ms, nor for a directory that is moved away. So all sources are
 * looked at this often without an event, too, or less often where that takes long.
 */
const LOOK_MS = 250;
const LOOK_SHARE = 0.05;

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
  /** The sources as the last run read them, and when it began to. */
  read: { readonly fingerprint: string; readonly at: number };
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
  let watched = openTargets(targets);
  const sources = (): string[] => [
    ...(config === undefined ? [] : [path.resolve(config)]),
    ...listSources(watched),
  ];
  const open = (): Promise<FSWatcher> =>
    watchSources(
      sources(),
      watched.map((each) => each.sources),
      changes.note,
    );
  const configuration = trackConfig(config);
  let watcher = await open();
  try {
    for (const each of watched) await runOnce(each, { host, reporter, changes });
    reporter.note(watchingNote(watched));
    const warmUp = createWarmUp(changes, configuration);
    for (;;) {
      await warmUp(watched);
      const woken = await changes.next();
      if (woken === undefined) return 0;
      const hasNewConfig = configuration.isAnother();
      if (hasNewConfig) {
        await changes.quiet();
        configuration.take();
        const again = await attempt(reload, reporter);
        if (again === undefined) continue;
        watched.forEach(({ generator }) => generator.close());
        watched = openTargets(again);
      }
      const changed = hasNewConfig ? watched : changes.look(() => watched.filter(hasChanged));
      for (const each of changed) await runOnce(each, { host, reporter, changes });
      const hasNoEvent = woken === "look" && changed.length > 0 && changes.areNone();
      if (!hasNewConfig && !hasNoEvent) continue;
      await watcher.close();
      watcher = await open();
    }
  } finally {
    termination.stopListening();
    watched.forEach(({ generator }) => generator.close());
    await watcher.close();
  }
}

interface Configuration {
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
    isAnother: () => now() !== read,
    take() {
      read = now();
    },
  };
}

function openTargets(targets: readonly Target[]): WatchedTarget[] {
  return targets.map((target) => {
    const generation = flagsTarget(target.flags);
    return {
      ...{ target, generation },
      sources: targetSources(generation),
      generator: openGenerator(generation),
      read: { fingerprint: "", at: 0 },
      hasFailed: false,
    };
  });
}

function listSources(watched: readonly WatchedTarget[]): readonly string[] {
  const all = watched.flatMap(({ sources }) => [...sources.files, ...sources.directories]);
  return [...new Set(all)];
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
    const at = Date.now();
    watched.read = { fingerprint: fingerprintSources(watched.sources, at), at };
    const [result] = await Promise.allSettled([read()]);
    if (!(await changes.quiet())) return undefined;
    if (hasChanged(watched)) continue;
    if (result.status === "rejected") throw result.reason;
    return result.value;
  }
}

function hasChanged({ sources, read }: WatchedTarget): boolean {
  return fingerprintSources(sources, read.at) !== read.fingerprint;
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
function createWarmUp(
  changes: Changes,
  configuration: Configuration,
): (watched: readonly WatchedTarget[]) => Promise<void> {
  let left = WARM_UP_MS;
  return async (watched) => {
    // Nothing is fetched for a result that nobody sees.
    const sound = watched.filter(({ target, hasFailed }) => !hasFailed && !target.flags.fetch);
    for (let round = 0; sound.length > 0 && left > 0 && (await changes.idle()); round++) {
      if (configuration.isAnother()) return;
      const each = sound[round % sound.length]!;
      const { generator, generation } = each;
      const start = performance.now();
      // An event would wait for the stage to end; a change must not wait for the whole run.
      const stopIfChanged = (): void => {
        if (hasChanged(each)) throw new Error("a source has changed");
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
  /** Takes note of an event. */
  note(): void;
  /** No event has come since the last call of `next`. */
  areNone(): boolean;
  /** Waits for a while; false as soon as an event has come or the process is asked to end. */
  idle(): Promise<boolean>;
  /** Resolves soon after an event, or once it is time to look without one; undefined once the process is asked to end. */
  next(): Promise<"event" | "look" | undefined>;
  /** Looks at the sources. The longer that takes, the later `next` resolves without an event. */
  look<Result>(at: () => Result): Result;
  /** Waits until no event has come for a while; false once the process is asked to end. */
  quiet(): Promise<boolean>;
}

function collectChanges(signal: AbortSignal): Changes {
  let hasEvent = false;
  let last = -Infinity;
  let lookAfter = LOOK_MS;
  let wake = (): void => {};
  signal.addEventListener("abort", () => wake());
  /** Ends early once the process is asked to end. */
  const sleep = (ms: number): Promise<unknown> =>
    pause(ms, undefined, { signal }).catch(() => undefined);
  /** Ends early once an event has come, too. */
  const calm = async (ms: number): Promise<boolean> => {
    const isCalm = (): boolean => !signal.aborted && !hasEvent;
    const woken = new Promise<void>((resolve) => (wake = resolve));
    if (isCalm()) await Promise.race([woken, sleep(ms)]);
    return isCalm();
  };
  return {
    note() {
      hasEvent = true;
      last = performance.now();
      wake();
    },
    areNone: () => !hasEvent,
    idle: () => calm(IDLE_MS),
    async next() {
      const isCalm = await calm(lookAfter);
      if (!isCalm) await sleep(START_MS);
      hasEvent = false;
      if (signal.aborted) return undefined;
      return isCalm ? "look" : "event";
    },
    look(at) {
      const start = performance.now();
      const result = at();
      lookAfter = Math.max(LOOK_MS, (performance.now() - start) / LOOK_SHARE);
      return result;
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

function watchingNote(watched: readonly WatchedTarget[]): Line {
  return line`watching ${countText(listSources(watched).length, "source")}; Ctrl+C ends`;
}
