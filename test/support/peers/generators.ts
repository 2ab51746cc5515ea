/** The generators in `bench/`, which is installed on its own (`npm --prefix bench ci`). */

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { repository } from "../published.js";

const bench = path.join(repository, "bench");

/** Without them, tests are skipped. */
export const generatorsInstalled = ["@hey-api/openapi-ts", "orval", "typescript", "zod"].every(
  (name) => existsSync(path.join(bench, "node_modules", name)),
);

export interface Conformance {
  readonly ok: boolean;
  /** A line for each generator; compiler errors where one failed. */
  readonly output: string;
}

/** Whether openapi-ts and orval generate from an OpenAPI document what compiles. Takes seconds. */
export function conform(openapi: string): Promise<Conformance> {
  const args = [path.join(bench, "conformance.js"), openapi];
  return new Promise((resolve) => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ ok: error === null, output: stdout + stderr });
    });
  });
}
