/** The configuration that a command or a bundler runs with: the one that is named, or the nearest one. */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { failure } from "../errors.js";
import { findConfig } from "./find-config.js";
import type { LoadedConfig } from "./load-config.js";
import type { Target } from "./targets.js";

export interface ConfigFlags {
  /** A file; false for none. */
  readonly config?: string | false | undefined;
  readonly target?: string | undefined;
  /** False where directories of schemas may be missing. */
  readonly checksRoots?: boolean | undefined;
}

export interface Configuration {
  /** Undefined where there is none. */
  readonly file: string | undefined;
  /** One without settings where there is no configuration. */
  readonly targets: readonly Target[];
  /** The place of a member in the file. */
  readonly locate?: LoadedConfig["locate"];
}

/**
 * @param directory where the search for the nearest one begins
 * @throws ProtoGenError FILE_NOT_FOUND, CONFIG_FAILED, CONFIG_INVALID, and USAGE for an unknown target
 */
export async function readConfiguration(
  { config, target, checksRoots }: ConfigFlags,
  directory = ".",
): Promise<Configuration> {
  const file = config === false ? undefined : (config ?? findConfig(directory));
  if (file !== undefined) {
    // Most runs of a project without one, and `--help`, have no use for what reads it.
    const { loadConfig } = await import("./load-config.js");
    const { listTargets } = await import("./targets.js");
    const named = relative(file);
    const loaded = await loadConfig(named);
    const targets = listTargets(loaded, target, { checksRoots });
    return { file: named, targets, locate: loaded.locate };
  }
  if (target !== undefined)
    throw failure("USAGE", `--target ${target} needs a configuration, and there is none`, {
      hint: "write proto-gen.config.ts, or name another file with --config",
    });
  return { file: undefined, targets: [{ name: undefined, settings: {} }] };
}

/** A configuration that waits for what never comes must not stop a program that goes on. */
const READ_SECONDS = 10;

/** @throws ProtoGenError CONFIG_FAILED where a configuration is not read in time, or the signal ends the wait */
export async function readInTime<Result>(
  result: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const isOver = new AbortController();
  const signals = [isOver.signal, ...(signal === undefined ? [] : [signal])];
  const limit = pause(READ_SECONDS * 1_000, undefined, { signal: AbortSignal.any(signals) });
  const fail = (): never => {
    throw failure(
      "CONFIG_FAILED",
      `the configuration has not been read within ${READ_SECONDS} seconds`,
    );
  };
  try {
    return await Promise.race([result, limit.then(fail, fail)]);
  } finally {
    isOver.abort();
  }
}

/** As messages show it. */
function relative(file: string): string {
  return path.relative("", file) || file;
}
