/** Tells by the times and sizes of files whether what a run reads has changed. */

import { readdirSync, statSync, type Dirent, type Stats } from "node:fs";
import path from "node:path";
import { isPassedOver, type TargetSources } from "../../../target/target-sources.js";

/** Describes the sources as they are on disk: the text differs if one was written, added or removed in between. */
export function fingerprintSources(sources: TargetSources): string {
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

function stampOf(file: string, stats: Stats | undefined): string {
  return stats === undefined ? file : [file, stats.mtimeMs, stats.size, stats.ino].join(" ");
}
