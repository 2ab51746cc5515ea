/**
 * Vite: a build is one of Rollup's kind. For a dev server, the project is generated before the server listens, and again when a
 * source changes; Vite itself reloads the modules that were written. An error is shown in the overlay of every page, also of one
 * that opens later, until it is fixed.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { ErrorPayload, Plugin, ResolvedConfig, ViteDevServer } from "vite";
import { bundlerMessage, joinedMessage, PLUGIN_NAME, type BundlerMessage } from "./message.js";
import type { Project, Refreshed } from "./project.js";
import { isFilled, refreshForBuild } from "./rollup-hooks.js";
import type { Sources } from "../target/target-sources.js";
import { ERROR_MS, MAX_UNSETTLED_MS, QUIET_MS } from "../watch/settling.js";
import { watchSources } from "../watch/watch-sources.js";

export function viteHooks(
  open: (root: string) => Project,
): Pick<Plugin, "configResolved" | "configureServer" | "buildStart" | "closeBundle"> {
  let project: Project | undefined;
  let serves = false;
  /** By the configuration of the server: at a restart, the next server begins before the last one is closed. */
  const servings = new Map<ResolvedConfig, Serving>();
  return {
    configResolved({ root, command }) {
      project = open(root);
      serves = command === "serve";
    },
    async configureServer(server) {
      const serving = project && (await serveProject(project, server));
      if (serving !== undefined) servings.set(server.config, serving);
    },
    async buildStart() {
      // An error would end the server.
      if (project !== undefined && !serves) await refreshForBuild(project, this);
    },
    async closeBundle() {
      // Vite 5 has no environments. The server that is closed is the one that began first.
      const environment = this.environment as typeof this.environment | undefined;
      const config = environment?.getTopLevelConfig() ?? [...servings.keys()][0];
      if (config === undefined) return;
      await servings.get(config)?.close();
      servings.delete(config);
    },
  };
}

interface Serving {
  close(): Promise<void>;
}

/**
 * Vite's own watcher does not tell when it has begun to watch a file: this is another one.
 * @throws Error with what is wrong where nothing is watched, as in a single run of tests
 */
async function serveProject(project: Project, server: ViteDevServer): Promise<Serving | undefined> {
  const overlay = createOverlay(server);
  let sources = await refresh();
  if (server.config.server.watch === null) {
    const message = overlay.message();
    if (message !== undefined) throw new Error(message);
    return undefined;
  }
  const runs = oneAtATime(async (isOutdated) => {
    const refreshed = await project.refresh();
    sources = refreshed.sources;
    if (isFilled(refreshed.errors)) {
      await pause(ERROR_MS);
      if (isOutdated()) return;
    }
    overlay.show(refreshed);
  }, overlay.showUnexpected);
  const watcher = await watchSources({ sources: () => sources, onChange: runs.schedule });
  // Until now, a change was not seen.
  runs.schedule();
  return {
    close() {
      runs.stop();
      return watcher.close();
    },
  };

  async function refresh(): Promise<Sources> {
    const refreshed = await project.refresh();
    overlay.show(refreshed);
    return refreshed.sources;
  }
}

interface Overlay {
  show(refreshed: Refreshed): void;
  /** An error that is none of the author's. */
  showUnexpected(error: unknown): void;
  /** Returns the error that the overlay shows now. */
  message(): string | undefined;
}

function createOverlay({ ws, config: { logger } }: ViteDevServer): Overlay {
  let shown: ErrorPayload | undefined;
  ws.on("connection", () => {
    if (shown !== undefined) ws.send(shown);
  });

  function showError(payload: ErrorPayload, text: string): void {
    if (payload.err.message === shown?.err.message) return;
    shown = payload;
    logger.error(text);
    ws.send(payload);
  }

  return {
    message: () => shown?.err.message,
    show({ errors, warnings }) {
      for (const warning of warnings) logger.warn(bundlerMessage(warning).message);
      if (isFilled(errors)) {
        const message = joinedMessage(errors);
        showError(errorPayload(message), message.message);
      } else if (shown !== undefined) {
        shown = undefined;
        logger.info("proto-gen: all errors are fixed");
        // A fix may write the same output again, and then Vite reloads no module.
        ws.send({ type: "full-reload" });
      }
    },
    showUnexpected(error) {
      const payload = unexpectedPayload(error);
      showError(payload, payload.err.stack);
    },
  };
}

interface Runs {
  schedule(): void;
  /** Cancels the next run. A run that has begun is not interrupted. */
  stop(): void;
}

/**
 * Runs an action once changes have ceased; what changes meanwhile leads to another run after it.
 * @param action is told whether another run will follow, which knows better
 */
function oneAtATime(
  action: (isOutdated: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
): Runs {
  let timer: NodeJS.Timeout | undefined;
  /** When the changes began that no run has seen. */
  let since: number | undefined;
  let isRunning = false;
  let isStopped = false;
  const isOutdated = (): boolean => isStopped || since !== undefined;
  const run = async (): Promise<void> => {
    if (isRunning || isStopped) return;
    isRunning = true;
    since = undefined;
    await action(isOutdated).catch((error: unknown) => {
      if (!isOutdated()) onError(error);
    });
    isRunning = false;
    if (since !== undefined) schedule();
  };
  const schedule = (): void => {
    if (isStopped) return;
    since ??= performance.now();
    clearTimeout(timer);
    const rest = since + MAX_UNSETTLED_MS - performance.now();
    timer = setTimeout(() => void run(), Math.max(0, Math.min(QUIET_MS, rest)));
  };
  return {
    schedule,
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

function errorPayload({ message, place, code }: BundlerMessage): ErrorPayload {
  const err = { message, stack: "", plugin: PLUGIN_NAME, pluginCode: code };
  return {
    type: "error",
    err: place === undefined ? err : { ...err, id: place.file, loc: { ...place } },
  };
}

function unexpectedPayload(error: unknown): ErrorPayload {
  const { message, stack = message } = error instanceof Error ? error : new Error(String(error));
  return { type: "error", err: { message, stack, plugin: PLUGIN_NAME } };
}
