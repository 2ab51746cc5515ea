/**
 * `proto-gen init`. In: a directory that is empty, or is not there. Out: a business to start from, under its
 * own name. It stands there as a whole or not at all.
 */

import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { failure, ProtoGenError, type ExitCode } from "../../errors.js";
import { reasonOf } from "../../write/output-directory.js";
import { directoryName } from "../directory-name.js";
import type { Host } from "../host.js";
import { cloneDirectory } from "./clone.js";
import { nextSteps } from "./next-steps.js";
import { placeNew, placeWithin } from "./place.js";
import { fillProject } from "./project.js";

export interface InitFlags {
  readonly quiet?: boolean;
}

/** What an empty directory may have: the history that begins with the project. */
const HARMLESS = new Set([".git"]);

export async function runInit(
  directory: string,
  { quiet = false }: InitFlags,
  host: Host,
): Promise<ExitCode> {
  const name = directoryName(directory);
  const target = path.resolve(directory);
  const clone = cloneDirectory();
  try {
    const place = (await isThere(target, name)) ? placeWithin : placeNew;
    await place(target, (made) => fillProject(made, target, clone));
  } catch (error) {
    // What the operating system refuses is the user's to mend, not a defect of this tool.
    if (error instanceof ProtoGenError || !isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${name}: ${reasonOf(error)}`);
  }
  if (!quiet) host.stdout.write(nextSteps(name, clone));
  return 0;
}

/** Nobody's files are written over. */
async function isThere(target: string, name: string): Promise<boolean> {
  if (!existsSync(target)) return false;
  const entries = await readdir(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOTDIR") throw failure("USAGE_INIT", `${name} is not a directory`);
    throw error;
  });
  const inTheWay = entries.find((entry) => !HARMLESS.has(entry));
  if (inTheWay !== undefined)
    throw failure("USAGE_INIT", `${name} is not empty: it has ${inTheWay}`);
  return true;
}

function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "code" in error && "syscall" in error;
}
