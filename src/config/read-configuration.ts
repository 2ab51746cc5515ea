/** The configuration that a command or a bundler runs with: the one that is named, or the nearest one. */

import path from "node:path";
import { failure } from "../errors.js";
import { findConfig } from "./find-config.js";
import type { LoadedConfig } from "./load-config.js";
import type { Target } from "./targets.js";

export interface ConfigFlags {
  /** A file; false for none. */
  readonly config?: string | false | undefined;
  readonly target?: string | undefined;
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
  { config, target }: ConfigFlags,
  directory = ".",
): Promise<Configuration> {
  const file = config === false ? undefined : (config ?? findConfig(directory));
  if (file !== undefined) {
    // Most runs of a project without one, and `--help`, have no use for what reads it.
    const { loadConfig } = await import("./load-config.js");
    const { listTargets } = await import("./targets.js");
    const named = relative(file);
    const loaded = await loadConfig(named);
    return { file: named, targets: listTargets(loaded, target), locate: loaded.locate };
  }
  if (target !== undefined)
    throw failure("USAGE", `--target ${target} needs a configuration, and there is none`, {
      hint: "write proto-gen.config.ts, or name another file with --config",
    });
  return { file: undefined, targets: [{ name: undefined, settings: {} }] };
}

/** As messages show it. */
function relative(file: string): string {
  return path.relative("", file) || file;
}
