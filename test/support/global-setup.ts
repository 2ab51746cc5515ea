/** Before the first test, and before each rerun of `vitest` that watches: what runs in processes of its own is built. */

import { execFileSync } from "node:child_process";
import process from "node:process";
import type { TestProject } from "vitest/node";
import { repository } from "./published.js";

export function setup(project: TestProject): void {
  buildIfStale();
  project.onTestsRerun(() => Promise.resolve(buildIfStale()));
}

function buildIfStale(): void {
  const args = ["scripts/build.js", "--if-stale"];
  execFileSync(process.execPath, args, { cwd: repository, stdio: "inherit" });
}
