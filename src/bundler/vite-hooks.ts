/**
 * Vite: a build is one of Rollup's kind. A dev server generates before the server listens, and again when a source changes. Vite itself reloads the modules
 * that were written. An error is shown in the overlay of every page, also of one that opens later, until it is fixed.
 */

import type { ErrorPayload, Plugin, ViteDevServer } from "vite";
import { bundlerMessage, joinedMessage, type BundlerMessage } from "./message.js";
import type { Project, ProjectSources } from "./project.js";
import { isFilled, refreshForBuild } from "./rollup-hooks.js";

/** Editors write a file in several steps, and a checkout many files. */
const QUIET_MS = 20;

export const PLUGIN_NAME = "proto-gen";

export function viteHooks(
  open: (root: string) => Project,
): Pick<Plugin, "configResolved" | "configureServer" | "buildStart"> {
  let project: Project | undefined;
  let serves = false;
  return {
    configResolved({ root, command }) {
      project = open(root);
      serves = command === "serve";
    },
    async configureServer(server) {
      if (project !== undefined) await serveProject(project, server);
    },
    async buildStart() {
      // An error would end the server.
      if (project !== undefined && !serves) await refreshForBuild(project, this);
    },
  };
}

/** @throws Error with what is wrong where nothing is watched, as in a single run of tests */
async function serveProject(project: Project, server: ViteDevServer): Promise<void> {
  const { logger, server: options } = server.config;
  let shown: ErrorPayload | undefined;
  let sources: ProjectSources | undefined;

  async function refresh(): Promise<void> {
    const before = shown;
    const refreshed = await project.refresh();
    sources = refreshed.sources;
    server.watcher.add([...sources.files, ...sources.directories]);
    for (const warning of refreshed.warnings) logger.warn(bundlerMessage(warning).message);
    shown = isFilled(refreshed.errors) ? errorPayload(joinedMessage(refreshed.errors)) : undefined;
    if (shown !== undefined) {
      logger.error(shown.err.message);
      server.ws.send(shown);
    } else if (before !== undefined) {
      logger.info("proto-gen: all errors are fixed");
      // What fixes an error may leave the output as it was, and then no module is reloaded.
      server.ws.send({ type: "full-reload" });
    }
  }

  await refresh();
  if (options.watch === null) {
    if (shown !== undefined) throw new Error(shown.err.message);
    return;
  }
  server.ws.on("connection", () => {
    if (shown !== undefined) server.ws.send(shown);
  });
  const schedule = oneAtATime(refresh, (error) => {
    shown = unexpectedPayload(error);
    logger.error(shown.err.stack);
    server.ws.send(shown);
  });
  server.watcher.on("all", (_event, file) => {
    if (sources?.includes(file) === true) schedule();
  });
}

/** Runs an action once changes have ceased; what changes meanwhile leads to another run after it. */
function oneAtATime(action: () => Promise<void>, onError: (error: unknown) => void): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let isDue = false;
  const run = async (): Promise<void> => {
    if (isRunning) {
      isDue = true;
      return;
    }
    isRunning = true;
    await action().catch(onError);
    isRunning = false;
    if (!isDue) return;
    isDue = false;
    void run();
  };
  return () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), QUIET_MS);
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
