/** Replaces a file atomically: readers see the old content or the new, never a part. */

import { randomBytes } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import nodePath from "node:path";

/** Tells the temporary files of this process from those of others. */
const RUN = randomBytes(8).toString("hex");
let written = 0;

/** @param mode its permissions; those of any new file unless given */
export function replaceFile(file: string, content: string | Uint8Array, mode?: number): void {
  // Beside its target, so that the rename crosses no file system.
  const name = `.proto-gen-${RUN}-${written++}.tmp`;
  const temporary = `${nodePath.dirname(file)}${nodePath.sep}${name}`;
  try {
    createFile(temporary, content);
    if (mode !== undefined) chmodSync(temporary, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Most files stand in a directory that is there. */
function createFile(file: string, content: string | Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: "wx" });
  } catch (error) {
    if (!isErrno(error) || error.code !== "ENOENT") throw error;
    makeDirectory(nodePath.dirname(file));
    writeFileSync(file, content, { flag: "wx" });
  }
}

/** Not node's recursive mkdir: where the system answers ENOENT below an existing directory, it loops for ever. */
function makeDirectory(directory: string): void {
  try {
    mkdirSync(directory);
  } catch (error) {
    if (!isErrno(error)) throw error;
    if (error.code === "EEXIST") return;
    if (error.code !== "ENOENT") throw error;
    makeDirectory(nodePath.dirname(directory));
    mkdirSync(directory);
  }
}

export function isErrno(error: unknown): error is NodeJS.ErrnoException {
  return (
    error instanceof Error &&
    typeof (error as NodeJS.ErrnoException).code === "string" &&
    "syscall" in error
  );
}
