/** The report of `proto-gen init --json`. */

import type { Installation } from "./installation.js";
import { nextCommands } from "./text.js";

/** `proto-gen init --json`. */
export interface InitReport {
  readonly ok: true;
  /** The directory of the project, with a slash at the end. */
  readonly directory: string;
  /** The commands to run next, for a shell. */
  readonly next: readonly string[];
  /** The clone that package.json takes proto-gen and its runtime from, if this tool runs from one. */
  readonly clone?: string | undefined;
}

/** @param name the directory, as `directoryName` shows it */
export function initReport(name: string, installation: Installation): InitReport {
  const next = nextCommands(name, installation);
  return { ok: true, directory: name, next, clone: installation.clone };
}
