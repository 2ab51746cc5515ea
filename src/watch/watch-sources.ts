/**
 * Watches what is read, and misses no change. chokidar's events come at once, but not for all: it drops a change that follows another
 * within 50 ms, and has no further events for a file that is removed and made again twice within 100 ms, or for a directory that is
 * moved away; and a mounted directory may have none. So the sources are looked at every now and then as well.
 */

import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { watch, type FSWatcher } from "chokidar";
import { realPath } from "../load/named-file.js";
import { rememberSources } from "./remember-sources.js";
import type { Sources } from "../target/target-sources.js";

/** Less often where a look takes long: it takes this share of the time at most. */
const LOOK_MS = 250;
const LOOK_SHARE = 0.05;

/** chokidar misses files for a part of this time after it has said that it is ready, and an event may follow a look so late. */
const READY_MS = 100;

/** A large tree takes longer; until then, its changes are found without events. */
const MAX_READY_MS = 1_000;

export interface WatchOptions {
  /** Returns what a run reads now. */
  sources(): Sources;
  /** Something was changed, added or removed. Called at least once after each change, and now and then without one. */
  onChange(): void;
}

export interface SourcesWatcher {
  close(): Promise<void>;
}

export async function watchSources({ sources, onChange }: WatchOptions): Promise<SourcesWatcher> {
  let watched = sources();
  let seen = rememberSources(watched);
  let hasEvent = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  const open = (): Promise<FSWatcher> =>
    openWatcher(sources, () => {
      if (isClosed) return;
      hasEvent = true;
      onChange();
    });
  let watcher = await open();

  /** chokidar follows what stood at the paths when it began: that may be another now. */
  async function openAgain(): Promise<void> {
    const opened = await open();
    await watcher.close();
    watcher = opened;
    if (isClosed) await opened.close();
  }

  async function look(): Promise<void> {
    const start = performance.now();
    const areOthers = pathsOf(sources()).join("\n") !== pathsOf(watched).join("\n");
    const haveChanged = areOthers || seen.haveChanged();
    if (haveChanged) {
      watched = sources();
      seen = rememberSources(watched);
    }
    const took = performance.now() - start;
    if (haveChanged) {
      onChange();
      if (!hasEvent) await pause(READY_MS);
      if ((areOthers || !hasEvent) && !isClosed) await openAgain();
    }
    hasEvent = false;
    if (!isClosed) timer = setTimeout(() => void look(), Math.max(LOOK_MS, took / LOOK_SHARE));
  }

  await look();
  return {
    close() {
      isClosed = true;
      clearTimeout(timer);
      return watcher.close();
    },
  };
}

async function openWatcher(sources: () => Sources, onEvent: () => void): Promise<FSWatcher> {
  const watcher = watch(realPaths(pathsOf(sources())), {
    ignoreInitial: true,
    // What a link in a directory leads to is read from within the directory alone, and links can lead to one another without end.
    followSymlinks: false,
    ignored: (file) => sources().passesOver(path.resolve(file)),
  });
  watcher.on("all", onEvent);
  // The system may refuse to watch more files (ENOSPC, EMFILE). Their changes are found without events.
  watcher.on("error", () => {});
  const ready = new Promise<void>((resolve) => watcher.once("ready", resolve));
  await Promise.race([ready, pause(MAX_READY_MS)]);
  await pause(READY_MS);
  return watcher;
}

function pathsOf({ files, directories }: Sources): string[] {
  return [...files, ...directories];
}

/** The paths, and where those that are links lead. */
function realPaths(paths: readonly string[]): string[] {
  return [...new Set(paths.flatMap((each) => [each, realPath(each)]))];
}
