/** Runs `proto-gen init`. */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { failure, ProtoGenError, type ExitCode } from "../../../errors.js";
import { reasonOf } from "../../../write/output-directory.js";
import { directoryName } from "../../directory.js";
import type { Host } from "../../host.js";
import type { InitFlags } from "./command.js";
import { createReporter } from "../../reporter.js";
import { initReport } from "./report.js";
import { nextSteps } from "./text.js";
import { placeNew, placeWithin } from "./place-project.js";
import { cloneDirectory, fillProject } from "./fill-project.js";

/** An empty directory may have a Git history. */
const ALLOWED_ENTRIES = new Set([".git"]);

export async function run(
  { directory, json = false, quiet = false }: InitFlags,
  host: Host,
): Promise<ExitCode> {
  const name = directoryName(directory);
  const target = path.resolve(directory);
  const clone = cloneDirectory();
  try {
    const place = (await existsEmpty(target, name)) ? placeWithin : placeNew;
    await place(target, (temporary) => fillProject(temporary, target, clone));
  } catch (error) {
    // An error of the operating system is not a defect of this tool.
    if (error instanceof ProtoGenError || !isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${name}: ${reasonOf(error)}`);
  }
  const reporter = createReporter(host, { quiet });
  if (json) reporter.json(initReport(name, clone));
  else reporter.data(...nextSteps(name, clone));
  return 0;
}

/**
 * @returns false if the directory does not exist
 * @throws ProtoGenError USAGE_INIT for a file, and for a directory with files: nothing is overwritten
 */
async function existsEmpty(target: string, name: string): Promise<boolean> {
  if (!existsSync(target)) return false;
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") throw failure("USAGE_INIT", `${name} is not a directory`);
    throw error;
  });
  const obstacle = entries.find((entry) => !ALLOWED_ENTRIES.has(entry));
  if (obstacle !== undefined)
    throw failure("USAGE_INIT", `${name} is not empty: it has ${obstacle}`);
  return true;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
