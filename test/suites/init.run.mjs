/** Runs `test/cli/init-runs.full.test.ts` for every pair of options of `init`. */

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";

const vitest = path.join(
  path.dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);
const args = [
  vitest,
  "run",
  "--project",
  "full",
  "test/cli/init-runs.full.test.ts",
  ...process.argv.slice(2),
];
const env = { ...process.env, PROTO_GEN_SUITE: "init" };
process.exitCode = spawnSync(process.execPath, args, { stdio: "inherit", env }).status ?? 1;
