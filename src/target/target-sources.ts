/** The files and directories that a target is generated from: what a watcher watches. */

import path from "node:path";
import { LOCK_FILE, lockDirectory } from "../load/lock.js";
import { rootDirectory } from "../load/schema-root.js";
import { isHttpUrl } from "../text/http-url.js";
import type { GenerationTarget } from "./target.js";

/** Nothing in them is a source. */
const NEVER_READ = new Set(["node_modules", ".git"]);

/** What editors and other programs keep beside the files that they work on, and write without being asked. */
const SCRATCH = /~$|^4913$|^#.*#$|\.(?:sw[a-z]|tmp|log)$/;

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
 * @param outs the directories that other targets write to
 */
function targetSources(
  target: Pick<
    GenerationTarget,
    "profile" | "platform" | "schemas" | "overlays" | "accept" | "out"
  >,
  outs: readonly string[] = [],
): TargetSources {
  const { profile, platform, schemas = [], overlays = [], accept, out } = target;
  const profiles = [profile, platform].flatMap((each) =>
    each === undefined || isHttpUrl(each) ? [] : [each],
  );
  const absoluteOut = path.resolve(out);
  const allOuts = [...outs.map((each) => path.resolve(each)), absoluteOut];
  const directories = schemas.flatMap((text) => {
    const directory = rootDirectory(text);
    return directory === undefined ? [] : [path.resolve(directory)];
  });
  const lock = path.join(lockDirectory(profile), LOCK_FILE);
  const files = [...profiles, lock, ...overlays, ...(accept === undefined ? [] : [accept])].map(
    (each) => path.resolve(each),
  );
  return {
    ...{ files, directories, out: absoluteOut },
    passesOver(file) {
      if (files.includes(file) || directories.includes(file)) return false;
      if (isNeverRead(file)) return true;
      const output = innermost(file, allOuts);
      return output !== undefined && (innermost(file, directories)?.length ?? 0) < output.length;
    },
  };
}

/** The longest of the directories that a file is at or below: a directory of schemas may stand in the output, as well. */
function innermost(file: string, directories: readonly string[]): string | undefined {
  return directories
    .filter((each) => isAtOrBelow(file, each))
    .reduce<string | undefined>(
      (best, each) => (each.length > (best?.length ?? 0) ? each : best),
      undefined,
    );
}

/** Those of all targets of a configuration, none of which reads what another writes beside its schemas. */
export function allTargetSources(targets: readonly GenerationTarget[]): TargetSources[] {
  const outs = targets.map(({ out }) => out);
  return targets.map((each) => targetSources(each, outs));
}

/** What several targets are generated from, and more files. */
export function joinSources(files: readonly string[], targets: readonly TargetSources[]): Sources {
  return {
    files: [...new Set([...files, ...targets.flatMap((each) => each.files)])],
    directories: [...new Set(targets.flatMap(({ directories }) => directories))],
    passesOver: (file) =>
      !files.includes(file) &&
      (targets.length === 0 ? isNeverRead(file) : targets.every((each) => each.passesOver(file))),
  };
}

function isNeverRead(file: string): boolean {
  const name = path.basename(file);
  return NEVER_READ.has(name) || SCRATCH.test(name);
}

export function isAtOrBelow(file: string, directory: string): boolean {
  return file === directory || file.startsWith(directory + path.sep);
}
