/** The files and directories that a target is generated from: what a watcher watches. */

import path from "node:path";
import { LOCK_FILE, lockDirectory } from "../load/lock.js";
import { parseRoot } from "../load/roots.js";
import { isHttpUrl } from "../text/http-url.js";
import type { GenerationTarget } from "./target.js";

/** Nothing in them is a source. */
const NEVER_READ = new Set(["node_modules", ".git"]);

/**
 * How long no source must have changed before the result of a run counts. Editors write a file in several steps, and a checkout
 * many files; and chokidar has no event for a change within 50 ms of another one, which must not be read between the two.
 */
export const QUIET_MS = 60;

/** Absolute paths. */
export interface TargetSources {
  /** Some may not exist. */
  readonly files: readonly string[];
  /** Every file below them may be read. */
  readonly directories: readonly string[];
  /** What a run writes to: it may stand in a directory that it reads. */
  readonly out: string;
}

/**
 * Schemas of the package do not change, and neither does what a URL was read from, which the lock has.
 * @throws ProtoGenError FILE_NOT_FOUND, USAGE for a directory of schemas
 */
export function targetSources(
  target: Pick<
    GenerationTarget,
    "profile" | "platform" | "schemas" | "overlays" | "accept" | "out"
  >,
): TargetSources {
  const { profile, platform, schemas = [], overlays = [], accept, out } = target;
  const profiles = [profile, platform].flatMap((each) =>
    each === undefined || isHttpUrl(each) ? [] : [each],
  );
  const lock = path.join(lockDirectory(profile), LOCK_FILE);
  return {
    files: [...profiles, lock, ...overlays, ...(accept === undefined ? [] : [accept])].map((each) =>
      path.resolve(each),
    ),
    directories: schemas.map((text) => path.resolve(parseRoot(text).directory)),
    out: path.resolve(out),
  };
}

/** @param file absolute */
export function isSource(file: string, { files, directories }: TargetSources): boolean {
  return files.includes(file) || directories.some((directory) => isAtOrBelow(file, directory));
}

/** @param file absolute */
export function isPassedOver(file: string, targets: readonly TargetSources[]): boolean {
  return NEVER_READ.has(path.basename(file)) || targets.some(({ out }) => isAtOrBelow(file, out));
}

export function isAtOrBelow(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}
