/** Directories that the command line names: how messages show them, and the error for one that does not exist. */

import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import { nearest } from "../text/nearest.js";

/** Relative to the working directory, with a slash at the end: `generated/`. */
export function directoryName(directory: string): string {
  const relative = path.relative("", directory);
  const isOutside = relative.startsWith("..") || path.isAbsolute(relative);
  const name = relative === "" ? "." : isOutside ? directory : relative;
  return `${name.split(path.sep).join("/").replace(/\/+$/, "")}/`;
}

/** @throws ProtoGenError FILE_NOT_FOUND */
export function requireDirectory(directory: string): void {
  const stats = statOf(directory);
  if (stats?.isDirectory() === true) return;
  const what = stats === undefined ? "no such directory" : "is not a directory";
  const meant = nearest(path.basename(directory), siblingsOf(directory));
  const hint =
    meant === undefined ? undefined : `did you mean ${path.join(path.dirname(directory), meant)}?`;
  throw failure("FILE_NOT_FOUND", `${directory}: ${what}`, { place: { file: directory }, hint });
}

function statOf(directory: string): ReturnType<typeof statSync> {
  try {
    return statSync(directory, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function siblingsOf(directory: string): string[] {
  try {
    return readdirSync(path.dirname(directory), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
