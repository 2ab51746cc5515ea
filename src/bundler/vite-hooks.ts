/**
 * Vite: a build is one of Rollup's kind. For a dev server, the project is generated before the server listens, and again when a
 * source changes; Vite itself reloads the modules that were written. An error is shown in the overlay of every page, also of one
 * that opens later, until it is fixed.
 */

import type { ErrorPayload, Plugin, ViteDevServer } from "vite";
import { bundlerMessage, joinedMessage, PLUGIN_NAME, type BundlerMessage } from "./message.js";
import type { Project, Refreshed } from "./project.js";
import { isFilled, refreshForBuild } from "./rollup-hooks.js";
import { QUIET_MS, type Sources } from "../target/target-sources.js";
import { watchSources } from "../watch/watch-sources.js";

export function viteHooks(
  open: (root: string) => Project,
): Pick<Plugin, "configResolved" | "configureServer" | "buildStart" | "closeBundle"> {
  let project: Project | undefined;
  let serves = false;
  let serving: Serving | undefined;
  return {
    configResolved({ root, command }) {
      project = open(root);
      serves = command === "serve";
    },
    async configureServer(server) {
      if (project !== undefined) serving = await serveProject(project, server);
    },
    async buildStart() {
      // An error would end the server.
      if (project !== undefined && !serves) await refreshForBuild(project, this);
    },
    async closeBundle() {
      await serving?.close();
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
  const runs = oneAtATime(async () => {
    sources = await refresh();
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

/** Runs an action once changes have ceased; what changes meanwhile leads to another run after it. */
function oneAtATime(action: () => Promise<void>, onError: (error: unknown) => void): Runs {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    isDue = isRunning;
    if (isRunning) return;
    isRunning = true;
    await action().catch(onError);
    isRunning = false;
    if (isDue) await run();
  };
  return {
    schedule() {
      clearTimeout(timer);
      timer = setTimeout(() => void run(), QUIET_MS);
    },
    stop() {
      clearTimeout(timer);
      isDue = false;
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
