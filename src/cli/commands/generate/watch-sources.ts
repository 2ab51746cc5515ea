/** Watches files and directories with chokidar. Not every change has an event: see `LOOK_MS` in `watch.ts`. */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { watch, type FSWatcher } from "chokidar";
import { isPassedOver, type TargetSources } from "../../../target/target-sources.js";

/** chokidar misses files for a part of this time after it has said that it is ready. */
const READY_MS = 100;

/** @param files absolute paths of files and directories; some may not exist */
export async function watchSources(
  files: readonly string[],
  sources: readonly TargetSources[],
  onChange: () => void,
): Promise<FSWatcher> {
  const watcher = watch([...files], {
    ignoreInitial: true,
    ignored: (file) => isPassedOver(path.resolve(file), sources),
  });
  watcher.on("all", onChange);
  // The system may refuse to watch more files (ENOSPC, EMFILE). Their changes are found without events.
  watcher.on("error", () => {});
  await new Promise<void>((resolve) => watcher.once("ready", resolve));
  await pause(READY_MS);
  return watcher;
}
