/**
 * The project of a bundler, which has the targets of its configuration. `refresh` brings their output up to date and reports what is
 * wrong as diagnostics, so that each bundler can show them in its own way. Nothing is printed.
 */

import path from "node:path";
import { configPlaces } from "../config/find-config.js";
import { readConfiguration, readInTime } from "../config/read-configuration.js";
import { diagnosticSeverity, failure, ProtoGenError, type Diagnostic } from "../errors.js";
import { findTargetUpToDate } from "../target/find-target-up-to-date.js";
import { configuredTarget, type GenerationTarget } from "../target/target.js";
import {
  allTargetSources,
  isAtOrBelow,
  joinSources,
  type Sources,
  type TargetSources,
} from "../target/target-sources.js";
import type { Environment } from "../write/run-memory.js";

export interface ProjectOptions {
  /** The configuration's file, relative to the bundler's root; by default the nearest one, from the root upwards. */
  readonly config?: string | undefined;
  /** The only target to generate; by default all of the configuration. */
  readonly target?: string | undefined;
}

export interface Project {
  /** Runs one at a time in this process, since two bundlers, or two builds of one, may write to the same directory. */
  refresh(): Promise<Refreshed>;
  /** True for what the last refresh has generated. @param file absolute */
  hasGenerated(file: string): boolean;
}

export interface Refreshed {
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
  /** Something was written. */
  readonly hasWritten: boolean;
  readonly sources: Sources;
}

/** @param root the bundler's root: a directory */
export function openProject(options: ProjectOptions, root: string, env: Environment): Project {
  let targets: readonly TargetSources[] = [];
  return {
    hasGenerated: (file) => targets.some(({ out }) => isAtOrBelow(file, out)),
    refresh: () =>
      inTurn(async () => {
        const config = configCandidates(options, root);
        const run = new Map<string, Diagnostic>();
        let hasWritten = false;
        const collect = async (action: () => Promise<void>): Promise<void> => {
          for (const each of await diagnosticsOf(action)) run.set(JSON.stringify(each), each);
        };
        await collect(async () => {
          const configured = await readTargets(options, root).catch(async (error: unknown) => {
            // One that names a directory that is missing is read again once that is there.
            await diagnosticsOf(async () => {
              targets = allTargetSources(await readTargets(options, root, false));
            });
            throw error;
          });
          targets = allTargetSources(configured);
          for (const target of configured)
            await collect(async () => {
              const written = await bringUpToDate(target, env);
              hasWritten ||= written.hasWritten;
              for (const notice of written.notices) run.set(JSON.stringify(notice), notice);
            });
        });
        const having = (severity: "error" | "warning"): readonly Diagnostic[] =>
          [...run.values()].filter((each) => diagnosticSeverity(each) === severity);
        return {
          errors: having("error"),
          warnings: having("warning"),
          hasWritten,
          sources: joinSources(config, targets),
        };
      }),
  };
}

let last: Promise<unknown> = Promise.resolve();

function inTurn<Result>(action: () => Promise<Result>): Promise<Result> {
  const next = last.then(action);
  last = next.catch(() => undefined);
  return next;
}

/** Returns all files that decide what the configuration is. */
function configCandidates({ config }: ProjectOptions, root: string): readonly string[] {
  return config === undefined ? configPlaces(root) : [path.resolve(root, config)];
}

async function readTargets(
  { config, target }: ProjectOptions,
  root: string,
  checksRoots = true,
): Promise<readonly GenerationTarget[]> {
  const named = config === undefined ? undefined : path.resolve(root, config);
  const { file, targets } = await readInTime(
    readConfiguration({ config: named, target, checksRoots }, root),
  );
  if (file === undefined)
    throw failure("USAGE", `there is no configuration in ${root} or above`, {
      hint: "write proto-gen.config.ts, or name another file with the plugin's option config",
    });
  return targets.map(({ settings }) => configuredTarget(settings, file));
}

async function bringUpToDate(
  target: GenerationTarget,
  env: Environment,
): Promise<{ readonly hasWritten: boolean; readonly notices: readonly Diagnostic[] }> {
  if ((await findTargetUpToDate(target, env)) !== undefined)
    return { hasWritten: false, notices: [] };
  // Most builds have nothing to do, and do without the pipeline.
  const { generate } = await import("../generate.js");
  const { generateTarget, writeTarget } = await import("../target/write-target.js");
  const generation = await generateTarget(target, { generate });
  const { created, changed, removed } = writeTarget(target, generation, { env });
  return {
    hasWritten: [...created, ...changed, ...removed].length > 0,
    notices: generation.notices,
  };
}

async function diagnosticsOf(action: () => Promise<void>): Promise<readonly Diagnostic[]> {
  try {
    await action();
    return [];
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    return error.diagnostics;
  }
}
