/**
 * `generate --watch`: generates the targets of a changed file again, until the process is asked to end. An error is printed, and the
 * output stays as it was until a later change fixes the error.
 */

import { existsSync } from "node:fs";
import type { ExitCode } from "../../../errors.js";
import { openGenerator, type Generator } from "../../../generate.js";
import {
  allTargetSources,
  joinSources,
  type Sources,
  type TargetSources,
} from "../../../target/target-sources.js";
import type { GenerationTarget } from "../../../target/target.js";
import { generateTarget } from "../../../target/write-target.js";
import { countText } from "../../../text/count.js";
import { line, type Line } from "../../../text/line.js";
import { rememberSources, type RememberedSources } from "../../../watch/remember-sources.js";
import { ERROR_MS, MAX_UNSETTLED_MS } from "../../../watch/settling.js";
import { watchSources } from "../../../watch/watch-sources.js";
import type { TargetFlags, TargetsRun } from "../../define-command.js";
import type { Host } from "../../host.js";
import { createReporter, type Reporter } from "../../reporter.js";
import { listenForTermination } from "../../termination.js";
import { collectChanges, type Changes } from "./changes.js";
import type { GenerateFlags } from "./command.js";
import { createFailures, diagnosticsOf, type Failures } from "./failures.js";
import { flagsTarget } from "./flags-target.js";
import { finishRun, generateFiles } from "./full-run.js";
import { trackConfig, type Configuration } from "./track-config.js";

/**
 * V8 optimizes a function once it has run often, so that the first runs take more than twice as long as later ones. Runs whose result is
 * dropped make up for that while nobody waits: this long in all, each after nothing has happened for a while.
 */
const WARM_UP_MS = 8_000;
const IDLE_MS = 40;

/** What the configuration is called among failures; targets have their names. */
const CONFIGURATION = Symbol("configuration");

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
}

interface Watching {
  readonly host: Host;
  readonly reporter: Reporter;
  readonly changes: Changes;
  readonly failures: Failures;
}

export async function watchTargets(run: TargetsRun<GenerateFlags>, host: Host): Promise<ExitCode> {
  const termination = listenForTermination();
  const changes = collectChanges(termination.signal);
  const reporter = createReporter(host, {
    quiet: run.targets.every(({ flags }) => flags.quiet === true),
  });
  const watching = { host, reporter, changes, failures: createFailures() };
  const configuration = trackConfig(run, termination.signal);
  let watched = openTargets(run.targets);
  const all = (): Sources => {
    const own = watched.map((each) => each.sources);
    return joinSources(configuration.files(), [...own, ...configuration.unread()]);
  };
  let sources = all();
  const watcher = await watchSources({ sources: () => sources, onChange: changes.note });
  try {
    await runDue(watched, watching);
    if (!changes.haveEnded()) reporter.note(watchingNote(sources));
    const warmUp = createWarmUp(watching);
    for (;;) {
      await warmUp(watched);
      if (!(await changes.next())) return 0;
      const isNew = configuration.isAnother() || watching.failures.has(CONFIGURATION);
      const again = isNew ? await reload(configuration, watching) : undefined;
      if (again !== undefined) {
        watched.forEach(({ generator }) => generator.close());
        watched = again;
      }
      if (isNew) sources = all();
      const isDue = ({ read }: WatchedTarget): boolean => again !== undefined || read.haveChanged();
      await runDue(watched, watching, isDue);
    }
  } finally {
    termination.stopListening();
    watched.forEach(({ generator }) => generator.close());
    await watcher.close();
  }
}

/** @returns undefined where the configuration cannot be used, which is reported, or the process is asked to end */
async function reload(
  configuration: Configuration,
  { changes, failures, reporter }: Watching,
): Promise<WatchedTarget[] | undefined> {
  const isEdited = configuration.isAnother();
  for (;;) {
    if (!(await changes.quiet())) return undefined;
    let targets: WatchedTarget[] | undefined;
    const errors = await diagnosticsOf(async () => {
      targets = openTargets(await configuration.read());
    });
    if (changes.haveEnded()) return undefined;
    if (targets !== undefined) {
      failures.retain(targets.map(({ target }) => target.name));
      return targets;
    }
    if (!(await changes.isLasting(ERROR_MS, () => !configuration.isAnother()))) continue;
    if (isEdited || !failures.isShown(CONFIGURATION, errors))
      failures.show(CONFIGURATION, errors, reporter);
    return undefined;
  }
}

/** @throws ProtoGenError as `flagsTarget` and `openGenerator` do */
function openTargets(targets: readonly Target[]): WatchedTarget[] {
  const generations = targets.map(({ flags }) => flagsTarget(flags));
  const sources = allTargetSources(generations);
  return targets.map((target, index) => {
    const own = { generation: generations[index]!, sources: sources[index]! };
    return {
      ...{ target, ...own },
      generator: openGenerator(own.generation),
      read: rememberSources(own.sources),
    };
  });
}

async function runDue(
  targets: readonly WatchedTarget[],
  watching: Watching,
  isDue: (target: WatchedTarget) => boolean = () => true,
): Promise<void> {
  for (const each of targets)
    if (!watching.changes.haveEnded() && isDue(each)) await runOnce(each, watching);
  if (!watching.changes.haveEnded() && watching.failures.areFixed())
    watching.reporter.note(line`all errors are fixed`);
}

async function runOnce(watched: WatchedTarget, watching: Watching): Promise<void> {
  const { target, generation, generator } = watched;
  const { host, changes, failures } = watching;
  const { name, flags } = target;
  const reporter = createReporter(host, {
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
  });
  if (name !== undefined) reporter.note(line`target ${name}:`);
  const run = { flags, target: generation, host, reporter, generator };
  const errors = await diagnosticsOf(async () => {
    const generated = await readSettled(() => generateFiles(run), watched, watching);
    if (generated !== undefined) await finishRun(run, generated);
  });
  reporter.finish();
  if (changes.haveEnded()) return;
  if (errors.length === 0) failures.clear(name);
  else failures.show(name, errors, reporter);
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
  const giveUp = performance.now() + MAX_UNSETTLED_MS;
  for (;;) {
    const remembered = rememberSources(watched.sources);
    watched.read = remembered;
    const [result] = await Promise.allSettled([read()]);
    if (!(await changes.quiet())) return undefined;
    const isCurrent = (): boolean => performance.now() > giveUp || !remembered.haveChanged();
    if (!isCurrent()) continue;
    if (result.status === "fulfilled") return result.value;
    if (await changes.isLasting(ERROR_MS, isCurrent)) throw result.reason;
    if (changes.haveEnded()) return undefined;
  }
}

/** Returns a function that ends once something has changed, or once the runs have warmed up. */
function createWarmUp({
  changes,
  failures,
}: Watching): (watched: readonly WatchedTarget[]) => Promise<void> {
  let left = WARM_UP_MS;
  return async (watched) => {
    // Nothing is fetched for a result that nobody sees.
    const sound = watched.filter(({ target }) => !failures.has(target.name) && !target.flags.fetch);
    for (let round = 0; sound.length > 0 && left > 0 && (await changes.idle(IDLE_MS)); round++) {
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

function watchingNote({ files, directories }: Sources): Line {
  const sources = [...files, ...directories].filter((each) => existsSync(each));
  return line`watching ${countText(sources.length, "source")}; Ctrl+C ends`;
}
