/** The files and directories that a target is generated from: what a watcher watches. */

import path from "node:path";
import { LOCK_FILE, lockDirectory } from "../load/lock.js";
import { parseRoot } from "../load/schema-root.js";
import { isHttpUrl } from "../text/http-url.js";
import type { GenerationTarget } from "./target.js";

/** Nothing in them is a source. */
const NEVER_READ = new Set(["node_modules", ".git"]);

/**
 * How long no source must have changed before the result of a run counts. Editors write a file in several steps, and a checkout
 * many files; and chokidar has no event for a change within 50 ms of another one, which must not be read between the two.
 */
export const QUIET_MS = 60;

export interface Sources {
  /** Absolute paths; some may not exist. */
  readonly files: readonly string[];
  /** Absolute paths. Every file below them may be read. */
  readonly directories: readonly string[];
  /** True for output, and for what no run reads. @param file absolute */
  passesOver(file: string): boolean;
}

export interface TargetSources extends Sources {
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
  const absoluteOut = path.resolve(out);
  const lock = path.join(lockDirectory(profile), LOCK_FILE);
  return {
    files: [...profiles, lock, ...overlays, ...(accept === undefined ? [] : [accept])].map((each) =>
      path.resolve(each),
    ),
    directories: schemas.map((text) => path.resolve(parseRoot(text).directory)),
    ...{
      out: absoluteOut,
      passesOver: (file) => isNeverRead(file) || isAtOrBelow(file, absoluteOut),
    },
  };
}

/** What several targets are generated from, and more files. */
export function joinSources(files: readonly string[], targets: readonly TargetSources[]): Sources {
  return {
    files: [...new Set([...files, ...targets.flatMap((each) => each.files)])],
    directories: [...new Set(targets.flatMap(({ directories }) => directories))],
    passesOver: (file) => isNeverRead(file) || targets.some((each) => each.passesOver(file)),
  };
}

function isNeverRead(file: string): boolean {
  return NEVER_READ.has(path.basename(file));
}

export function isAtOrBelow(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}
