/**
 * Watches files and directories by their paths. chokidar follows what stood there when it began: a directory that is moved away, or
 * removed and made again, or a file that is made again some time after it was removed, has no further events. What stands at each path is
 * looked at every now and then, and watched anew where it is another.
 */

import { statSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { watch as watchFiles } from "chokidar";

/** chokidar misses files for a part of this time after it has said that it is ready. */
const READY_MS = 100;
const LOOK_MS = 250;

export interface RootsWatcher {
  close(): Promise<void>;
}

interface RootsOptions {
  /** @param file absolute */
  passesOver(file: string): boolean;
  /** @param file absolute: a file that was added, changed or removed, or a root that is another */
  onChange(file: string): void;
}

/** @param roots absolute paths; some may not exist */
export async function watchRoots(
  roots: readonly string[],
  { passesOver, onChange }: RootsOptions,
): Promise<RootsWatcher> {
  const standing = new Map(roots.map((root) => [root, identityOf(root)]));
  const watcher = watchFiles([...roots], {
    ignoreInitial: true,
    ignored: (file) => passesOver(path.resolve(file)),
  });
  watcher.on("all", (_event, file) => onChange(path.resolve(file)));
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  // A file that is added in this time has no event; the run that follows reads it.
  await pause(READY_MS);
  const look = (): void => {
    for (const [root, known] of standing) {
      const identity = identityOf(root);
      if (identity === known) continue;
      standing.set(root, identity);
      watcher.unwatch(root);
      watcher.add(root);
      onChange(root);
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    close() {
      clearInterval(timer);
      return watcher.close();
    },
  };
}

/**
 * Tells one file or directory at a path from another, whatever its content; undefined if there is none. The time of birth counts, since a
 * new file may get the inode of one that was removed.
 */
function identityOf(root: string): string | undefined {
  try {
    const stats = statSync(root, { throwIfNoEntry: false });
    return stats && [stats.dev, stats.ino, stats.birthtimeMs].join(" ");
  } catch {
    return undefined;
  }
}
