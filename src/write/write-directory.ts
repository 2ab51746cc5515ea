/** Writes a new directory as a whole: it is filled beside its place under a hidden name, then renamed. */

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import nodePath from "node:path";
import { failure } from "../errors.js";
import { isInsidePath } from "./output-paths.js";
import { isErrno } from "./replace-file.js";

export interface DirectoryFile {
  /** Relative to the directory, with slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

/**
 * @param settle is called when all files are written, before the directory has its name
 * @throws ProtoGenError WRITE_FAILED where something has that name already, or it cannot be written;
 *   WRITE_OUTSIDE_OUT for a path that would leave it
 */
export function writeDirectory(
  directory: string,
  files: readonly DirectoryFile[],
  settle: () => void = () => {},
): void {
  const outside = files.find(({ path }) => !isInsidePath(path));
  if (outside !== undefined)
    throw failure(
      "WRITE_OUTSIDE_OUT",
      `${JSON.stringify(outside.path)} is not a path below ${directory}`,
    );
  const temporary = nodePath.join(
    nodePath.dirname(directory),
    `.proto-gen-${randomBytes(8).toString("hex")}.tmp`,
  );
  try {
    mkdirSync(temporary);
    for (const { path, bytes } of files) writeBelow(temporary, path, bytes);
    settle();
    if (existsSync(directory)) throw failure("WRITE_FAILED", `${directory} already exists`);
    renameSync(temporary, directory);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${directory}: ${error.message}`, { place: { file: directory } });
  }
}

function writeBelow(temporary: string, path: string, bytes: Uint8Array): void {
  const file = nodePath.join(temporary, path);
  mkdirSync(nodePath.dirname(file), { recursive: true });
  writeFileSync(file, bytes, { flag: "wx" });
}
