/**
 * Lists the files below a directory in the order of their paths. Names that begin with a dot, pipes, devices, and links
 * that lead nowhere or out of the directory are left out: no release has them.
 */

import { readdirSync, realpathSync, statSync, type Dirent } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import { readBounded, type FileReader } from "./file-contents.js";

/** A file of a release, before anything is made of it. */
export interface ReleaseFile {
  /** Relative to the release's directory, with slashes. */
  readonly path: string;
  /** A file that is too large is cut one byte after the limit. */
  readonly bytes: Uint8Array;
}

/** A release has some hundreds: with more, this is another directory. */
const MAX_FILES = 20_000;
/** Installed packages are no part of a release. */
const PASSED_OVER = new Set(["node_modules"]);

interface FileListing {
  /** The directory's name in errors. */
  readonly label?: string | undefined;
  readonly readFile?: FileReader | undefined;
}

/**
 * @param isWanted by the path relative to the directory, with slashes
 * @throws ProtoGenError RELEASE_UNREADABLE
 */
export function filesBelow(
  directory: string,
  isWanted: (path: string) => boolean,
  { label = directory, readFile = readBounded }: FileListing = {},
): ReleaseFile[] {
  try {
    const top = realpathSync(directory);
    return pathsBelow(directory, label)
      .filter(({ relative }) => isWanted(relative))
      .filter((found) => isFileBelow(top, directory, found))
      .map(({ relative }) => relative)
      .sort()
      .map((relative) => ({
        path: relative,
        bytes: readFile(path.join(directory, relative)).bytes,
      }));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw failure("RELEASE_UNREADABLE", `${label}: ${message}`, { place: { file: label } });
  }
}

interface FoundEntry {
  readonly relative: string;
  readonly entry: Dirent;
}

/** Lists what is no directory. Links to directories are not followed. */
function pathsBelow(directory: string, label: string): FoundEntry[] {
  const found: FoundEntry[] = [];
  const waiting = [""];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    for (const entry of readdirSync(path.join(directory, folder), { withFileTypes: true })) {
      if (entry.name.startsWith(".") || PASSED_OVER.has(entry.name)) continue;
      const relative = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) waiting.push(relative);
      else found.push({ relative, entry });
    }
    if (found.length + waiting.length > MAX_FILES)
      throw failure("RELEASE_UNREADABLE", `${label} has more than ${MAX_FILES} files`, {
        place: {
          file: label,
        },
      });
  }
  return found;
}

/** A file that is no link stands where it was found; a link may lead out of the directory, nowhere, or to itself. */
function isFileBelow(top: string, directory: string, { relative, entry }: FoundEntry): boolean {
  if (entry.isFile()) return true;
  const file = path.join(directory, relative);
  try {
    return statSync(file).isFile() && realpathSync(file).startsWith(top + path.sep);
  } catch (error) {
    if (["ENOENT", "ELOOP", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? ""))
      return false;
    throw error;
  }
}
