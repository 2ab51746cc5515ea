/** Makes sure that `dist` is what `src` says, for tests that run the command line. */

import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { outDirectory, repository } from "./published.js";

const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");
const stamp = path.join(outDirectory, "built.stamp");
const lock = path.join(outDirectory, "built.lock");

const PRODUCTS = [
  "dist/generate.js",
  "dist/cli/main.js",
  "dist/emit/openapi/types/worker.js",
  "src/runtime/dist/schema/index.js",
];

/** A lock that is older belongs to a run that was killed. */
const LOCK_LIFETIME = 120_000;

/** Test files run in processes of their own, so only one of them builds. */
export async function ensureBuilt(): Promise<void> {
  mkdirSync(outDirectory, { recursive: true });
  while (!isBuilt()) {
    if (!takeLock()) {
      await setTimeout(200);
      continue;
    }
    try {
      build();
    } finally {
      rmSync(lock, { recursive: true, force: true });
    }
  }
}

function isBuilt(): boolean {
  if (!existsSync(stamp) || !PRODUCTS.every((file) => existsSync(path.join(repository, file)))) {
    return false;
  }
  return newestSource() <= statSync(stamp).mtimeMs;
}

function newestSource(): number {
  const directory = path.join(repository, "src");
  const sources = readdirSync(directory, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".ts") && !name.endsWith(".d.ts"),
  );
  return Math.max(...sources.map((name) => statSync(path.join(directory, name)).mtimeMs));
}

function takeLock(): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    const held = statSync(lock, { throwIfNoEntry: false });
    if (held !== undefined && Date.now() - held.mtimeMs > LOCK_LIFETIME) {
      rmSync(lock, { recursive: true, force: true });
    }
    return false;
  }
}

/** What `npm run build` runs. A source that changes meanwhile is newer than the stamp. */
function build(): void {
  const started = new Date();
  for (const args of [
    [tsc, "-b", "src/runtime"],
    [tsc, "-p", "tsconfig.build.json"],
    ["build.js"],
  ]) {
    execFileSync(process.execPath, args, { cwd: repository, encoding: "utf8" });
  }
  const missing = PRODUCTS.filter((file) => !existsSync(path.join(repository, file)));
  if (missing.length > 0) throw new Error(`the build did not write ${missing.join(", ")}`);
  writeFileSync(stamp, "");
  utimesSync(stamp, started, started);
}
