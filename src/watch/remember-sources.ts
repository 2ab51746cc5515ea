/** Tells by the times and sizes of files, and by the text of new ones, whether what a run reads has changed. */

import { readFileSync, statSync, type Stats } from "node:fs";
import { sha256 } from "../text/sha256.js";
import { listSourceFiles } from "./source-files.js";
import type { Sources } from "../target/target-sources.js";

/**
 * The times of files are less exact than a write is quick: a file that was written so many milliseconds before it is read may be
 * written once more with the same time. FAT counts in steps of two seconds.
 */
const TIME_STEP_MS = 2_000;

export interface RememberedSources {
  /** True if a source was written, added or removed since. */
  haveChanged(): boolean;
}

/** Remembers the sources as they are on disk now. */
export function rememberSources(sources: Sources): RememberedSources {
  const at = Date.now();
  const stampOf = (file: string): string => {
    const stats = statsOf(file);
    if (stats === undefined) return file;
    // A link to one, which may be where the output is written.
    if (stats.isDirectory()) return `${file} ${stats.ino}`;
    const stamp = [file, stats.mtimeMs, stats.size, stats.ino];
    const isNew = stats.isFile() && stats.mtimeMs > at - TIME_STEP_MS;
    return (isNew ? [...stamp, hashOf(file)] : stamp).join(" ");
  };
  const stampAll = (): string => listSourceFiles(sources).files.map(stampOf).join("\n");
  const remembered = stampAll();
  return { haveChanged: () => stampAll() !== remembered };
}

/**
 * Describes one file as it is on disk.
 * @param readAt when it was read, where that was before now: a file that was written since then differs from every other
 */
export function fingerprintFile(file: string, readAt = Infinity): string {
  const stats = statsOf(file);
  if (stats === undefined) return "";
  if (stats.mtimeMs > readAt) return "written since";
  return [stats.mtimeMs, stats.size, stats.ino, hashOf(file)].join(" ");
}

/** Undefined for what is not there, or cannot be reached. */
function statsOf(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function hashOf(file: string): string {
  try {
    return sha256(readFileSync(file));
  } catch {
    return "";
  }
}
