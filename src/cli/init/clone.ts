/**
 * Where this tool runs from. Out: the directory of its repository's clone, or undefined where it was
 * installed as a package.
 */

import { existsSync } from "node:fs";
import path from "node:path";
import { packageDirectory } from "../../load/roots.js";

/** Where the runtime's source is; no package has it. */
export const RUNTIME = "src/runtime";

export function cloneDirectory(): string | undefined {
  const directory = packageDirectory();
  return existsSync(path.join(directory, RUNTIME, "package.json")) ? directory : undefined;
}
