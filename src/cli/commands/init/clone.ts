import { existsSync } from "node:fs";
import path from "node:path";
import { packageDirectory } from "../../../load/roots.js";

/** The source of the runtime, which only a clone has. */
export const RUNTIME = "src/runtime";

/** @returns the clone that this tool runs from; undefined if it is installed as a package */
export function cloneDirectory(): string | undefined {
  const directory = packageDirectory();
  return existsSync(path.join(directory, RUNTIME, "package.json")) ? directory : undefined;
}
