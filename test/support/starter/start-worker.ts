/** Starts a worker of `init` in workerd, the runtime of Cloudflare Workers: bundled as wrangler does, with its settings. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { startCommand, type Running } from "../user-process.js";

interface WorkerSettings {
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags: readonly string[];
}

/** Calls the worker's `scheduled`, which workerd itself does not. */
export const SCHEDULED = "/__scheduled";

/**
 * @param workerd the program
 * @param baseUrl the variable BASE_URL
 */
export async function startWorker(
  workerd: string,
  directory: string,
  port: number,
  baseUrl?: string,
): Promise<Running> {
  const settings = JSON.parse(
    readFileSync(path.join(directory, "wrangler.json"), "utf8"),
  ) as WorkerSettings;
  const out = path.join(directory, "dist");
  mkdirSync(out, { recursive: true });
  await build({
    stdin: { contents: entryOf(settings.main), resolveDir: directory },
    ...{ outfile: path.join(out, "worker.js"), bundle: true, format: "esm", target: "es2024" },
    ...{ platform: "browser", conditions: ["workerd", "worker", "browser"] },
    external: ["node:*", "cloudflare:*"],
    logLevel: "silent",
  });
  writeFileSync(path.join(out, "worker.capnp"), configuration(settings, port, baseUrl));
  return startCommand(workerd, ["serve", "worker.capnp", "--verbose"], { cwd: out });
}

function entryOf(main: string): string {
  return `import worker from "./${main}";
export default {
  async fetch(request, environment) {
    if (new URL(request.url).pathname !== "${SCHEDULED}") return worker.fetch(request, environment);
    await worker.scheduled({}, environment);
    return new Response("done");
  },
};
`;
}

function configuration(settings: WorkerSettings, port: number, baseUrl?: string): string {
  const bindings =
    baseUrl === undefined ? "" : `(name = "BASE_URL", text = ${JSON.stringify(baseUrl)})`;
  const flags = settings.compatibility_flags.map((each) => JSON.stringify(each)).join(", ");
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .shop),
    (name = "internet", network = (allow = ["public", "private"])),
  ],
  sockets = [(name = "http", address = "localhost:${port}", http = (), service = "main")],
);
const shop :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = ${JSON.stringify(settings.compatibility_date)},
  compatibilityFlags = [${flags}],
  bindings = [${bindings}],
);
`;
}
