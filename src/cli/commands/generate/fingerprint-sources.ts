/** Tells by the times and sizes of files whether what a run reads has changed. */

import { readdirSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { isPassedOver, type TargetSources } from "../../../target/target-sources.js";

/** The sources as they are on disk: two are equal where none was written, added or removed in between. */
export function fingerprintSources({ files, directories, out }: TargetSources): string {
  const stamps = files.map((file) => stampOf(file, statSync(file, { throwIfNoEntry: false })));
  const walk = (directory: string): void => {
    for (const entry of readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (isPassedOver(file, [{ files, directories, out }])) continue;
      const stats = statSync(file, { throwIfNoEntry: false });
      // A link may lead back to what it stands in.
      if (stats?.isDirectory() === true && !entry.isSymbolicLink()) walk(file);
      else stamps.push(stampOf(file, stats));
    }
  };
  directories
    .filter((each) => statSync(each, { throwIfNoEntry: false })?.isDirectory())
    .forEach(walk);
  return stamps.join("\n");
}

function stampOf(file: string, stats: Stats | undefined): string {
  return stats === undefined ? file : [file, stats.mtimeMs, stats.size, stats.ino].join(" ");
}
