/**
 * `npm run build`: everything that is built, each step as soon as what it needs is there. With `--if-stale`,
 * only where something that it reads has changed: npm runs `prepare` of the workspace `scripts` after it has installed.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { linkBin } from "./link-bin.js";
import { fingerprint, isStale, record } from "./stale.js";

process.chdir(fileURLToPath(new URL("../", import.meta.url)));

if (!process.argv.includes("--if-stale") || isStale()) {
  // Taken first: a source that changes meanwhile is to be built again.
  const built = fingerprint();
  await build();
  record(built);
}
linkBin();

async function build() {
  // Loads compilers, which a build that is not stale does without.
  const { bundle, prune } = await import("./bundle.js");
  const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  const [outputs] = await Promise.all([
    node("templates/compile.js").then(bundle),
    node(tsc, "-b", "src/runtime"),
  ]);
  await node(tsc, "-p", "tsconfig.build.json");
  prune(outputs);
  await node(
    ...["bin/proto-gen.js", "--profile", "templates/storefront/profile.json"],
    ...["--out", "templates/storefront/src/generated", "--quiet", "--force"],
  );
}

/** Runs a step; where it fails, the build ends with its exit code. */
async function node(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "close");
  if (code !== 0) process.exit(code ?? 1);
}
