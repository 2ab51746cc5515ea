/**
 * Looks at the files of roots: where they really stand, and whether they may be read. What a profile names reaches nothing
 * else on this disk.
 */

import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from "node:fs";
import path from "node:path";
import { BUDGETS } from "../budgets.js";
import { failure } from "../errors.js";
import { createFileReader, type FileContent, type FileReader } from "./file-contents.js";

/** The disk as one run sees it: what was asked before has the same answer. */
export interface Disk {
  readonly readFile: FileReader;
  /** The real path of a directory. */
  readonly realDirectory: (directory: string) => string;
}

export function createDisk(): Disk {
  return { readFile: createFileReader(), realDirectory: rememberRealPaths() };
}

function rememberRealPaths(): (directory: string) => string {
  const known = new Map<string, string>();
  return (directory) => {
    const real = known.get(directory) ?? realpathSync.native(directory);
    known.set(directory, real);
    return real;
  };
}

/** The JSON files below a directory, relative to it, with `/` between names. */
export function listJsonFiles(directory: string): readonly string[] {
  return listTree(directory)
    .map(({ parentPath, name }) => path.relative(directory, path.join(parentPath, name)))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.split(path.sep).join("/"));
}

/**
 * Everything below a directory. Links to directories are not followed.
 * @throws ProtoGenError FILE_NOT_FOUND for a directory that cannot be read, or is removed meanwhile
 */
export function listTree(directory: string): readonly Dirent[] {
  try {
    return readdirSync(directory, { recursive: true, withFileTypes: true });
  } catch (error) {
    throw readFailure(error, directory);
  }
}

/** What the system says of a file or a directory that cannot be read, or is removed meanwhile; any other error as it is. */
export function readFailure(error: unknown, name: string): unknown {
  const { code, path: file = name, message } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const reason = code === "EACCES" || code === "EPERM" ? "permission denied" : message;
  return failure("FILE_NOT_FOUND", `${file} cannot be read: ${reason}`, { place: { file } });
}

export interface FileEntry {
  readonly isLink: boolean;
  /** Those of a link's target. */
  readonly stats: Stats;
}

/** Returns undefined where nothing can be read: no file, a link that leads nowhere, or no permission to look. */
export function findEntry(file: string): FileEntry | undefined {
  try {
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isSymbolicLink()
      ? { isLink: true, stats: statSync(file) }
      : { isLink: false, stats };
  } catch {
    return undefined;
  }
}

/**
 * A link must not lead out of the root, and reading from a pipe or a device may never end.
 *
 * @param directory the root's
 */
export function whyUnreadable(
  directory: string,
  file: string,
  { isLink, stats }: FileEntry,
  { realDirectory }: Disk,
): string | undefined {
  // The directory that a file stands in may be a link, too.
  const real = isLink ? realpathSync.native(file) : realDirectory(path.dirname(file)) + path.sep;
  if (!real.startsWith(realDirectory(directory) + path.sep))
    return "is a link to a file outside its directory";
  if (!stats.isFile()) return "is a pipe, socket, device or linked directory";
  return undefined;
}

export function whyLinkUnreadable(directory: string, file: string, disk: Disk): string | undefined {
  const entry = findEntry(file);
  return entry === undefined ? "is a broken link" : whyUnreadable(directory, file, entry, disk);
}

/** Returns undefined for a file that may not be read: who asks for it by its place is told. */
export function readIfAllowed(file: string, { readFile }: Disk): FileContent | undefined {
  try {
    return readFile(file);
  } catch {
    return undefined;
  }
}

const LIMIT = BUDGETS.documentBytes.limit;

function shown(count: number): string {
  return count.toLocaleString("en-US");
}

export function whyTooLarge(size: number): string | undefined {
  return size > LIMIT ? `has ${shown(size)} bytes; the limit is ${shown(LIMIT)}` : undefined;
}
