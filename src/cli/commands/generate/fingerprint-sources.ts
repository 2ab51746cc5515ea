/** Tells by the times and sizes of files, and by the text of new ones, whether what a run reads has changed. */

import { readdirSync, readFileSync, statSync, type Dirent, type Stats } from "node:fs";
import path from "node:path";
import { isPassedOver, type TargetSources } from "../../../target/target-sources.js";
import { sha256 } from "../../../text/sha256.js";

/**
 * The times of files are less exact than a write is quick: a file that was written so many milliseconds before it is read may be
 * written once more with the same time. FAT counts in steps of two seconds.
 */
const TIME_STEP_MS = 2_000;

/**
 * Describes the sources as they are on disk. Two texts with the same `readAt` differ if a source was written, added or removed in
 * between.
 * @param readAt when the run reads them, by `Date.now()`: the text of a file that was written shortly before that counts, too
 */
export function fingerprintSources(sources: TargetSources, readAt: number): string {
  const stampOf = (file: string, stats: Stats | undefined): string => {
    if (stats === undefined) return file;
    const stamp = [file, stats.mtimeMs, stats.size, stats.ino];
    const isNew = stats.isFile() && stats.mtimeMs > readAt - TIME_STEP_MS;
    return (isNew ? [...stamp, hashOf(file)] : stamp).join(" ");
  };
  const stamps = sources.files.map((file) => stampOf(file, statsOf(file)));
  const walk = (directory: string): void => {
    for (const entry of entriesOf(directory)) {
      const file = path.join(directory, entry.name);
      if (isPassedOver(file, [sources])) continue;
      const stats = statsOf(file);
      // A link may lead back to what it stands in.
      if (stats?.isDirectory() === true && !entry.isSymbolicLink()) walk(file);
      else stamps.push(stampOf(file, stats));
    }
  };
  sources.directories.forEach(walk);
  return stamps.join("\n");
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

/** None if the directory cannot be read: it may be removed while others are read. The run reports what it misses. */
function entriesOf(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
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
