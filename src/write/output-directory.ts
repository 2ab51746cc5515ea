/** The output directory: the one place where output is read, written and removed. No path or link leads out of it. */

import {
  lstatSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  type Stats,
} from "node:fs";
import nodePath from "node:path";
import { failure } from "../errors.js";
import { isInsidePath } from "./output-paths.js";
import { isErrno, replaceFile } from "./replace-file.js";

/** The entry at a path. A link is never followed, since its target may be outside the directory. */
export type PathEntry =
  { readonly kind: "nothing" | "link" } | { readonly kind: "file"; readonly bytes: Buffer };

export interface OutputDirectory {
  /**
   * @throws ProtoGenError WRITE_OUTSIDE_OUT where a link on the way leads out of the directory, WRITE_FAILED where a
   *   directory, a pipe or a device stands there
   */
  read(path: string): PathEntry;
  /** Writes a file as a whole or not at all: a reader sees the old content or the new. Replaces a link itself. */
  write(path: string, content: string): void;
  /** Removes a file, and the directories that it leaves empty. */
  remove(path: string): void;
}

/** @throws ProtoGenError USAGE_OUT_NOT_DIRECTORY where the name is a file's, WRITE_FAILED where it cannot be looked at */
export function openOutput(out: string): OutputDirectory {
  const exists = directoryExists(out);
  const home = exists ? realpathSync(out) : undefined;
  const base = nodePath.join(out, nodePath.sep);
  const checked = new Set<string>();

  function fileOf(path: string): string {
    if (!isInsidePath(path))
      throw failure("WRITE_OUTSIDE_OUT", `${JSON.stringify(path)} is not a path below ${out}`);
    checkParents(path);
    return `${base}${path.replaceAll("/", nodePath.sep)}`;
  }

  function checkParents(path: string): void {
    if (home === undefined || checked.has(path.slice(0, Math.max(0, path.lastIndexOf("/")))))
      return;
    for (let end = path.indexOf("/"); end >= 0; end = path.indexOf("/", end + 1))
      checkParent(path.slice(0, end), home);
  }

  function checkParent(path: string, inside: string): void {
    if (checked.has(path)) return;
    const directory = nodePath.join(out, path);
    if (
      lstatSync(directory, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
      !leadsInside(directory, inside)
    ) {
      throw failure("WRITE_OUTSIDE_OUT", `${directory} is a link that points outside ${out}`, {
        hint: "remove the link",
      });
    }
    checked.add(path);
  }

  return {
    read: (path) =>
      rethrowErrno(out, path, () => {
        const file = fileOf(path);
        return home === undefined ? NOTHING : readEntry(file);
      }),
    write: (path, content) => rethrowErrno(out, path, () => replaceFile(fileOf(path), content)),
    remove(path) {
      rethrowErrno(out, path, () => rmSync(fileOf(path), { force: true }));
      removeEmptyParents(out, path);
    },
  };
}

function directoryExists(out: string): boolean {
  const stats = rethrowErrno(out, "", () => statIfPresent(out));
  if (stats !== undefined && !stats.isDirectory())
    throw failure("USAGE_OUT_NOT_DIRECTORY", `${out} is not a directory`);
  return stats !== undefined;
}

function statIfPresent(file: string): ReturnType<typeof statSync> {
  return statSync(file, { throwIfNoEntry: false });
}

function leadsInside(link: string, home: string): boolean {
  try {
    return realpathSync(link).startsWith(home + nodePath.sep);
  } catch {
    // A link to nothing: whoever creates its target decides where the files go.
    return false;
  }
}

const NOTHING: PathEntry = { kind: "nothing" };

function readEntry(file: string): PathEntry {
  const stats = lstatIfPresent(file);
  if (stats === undefined) return NOTHING;
  if (stats.isSymbolicLink()) return { kind: "link" };
  // Reading from a pipe waits for whoever writes to it.
  if (!stats.isFile() && !stats.isDirectory())
    throw failure("WRITE_FAILED", `${file}: ${NOT_REGULAR}`, { hint: "remove it" });
  return { kind: "file", bytes: readFileSync(file) };
}

const NOT_REGULAR = "is a pipe, socket or device, but a file must be written there";

function lstatIfPresent(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch (error) {
    if (isErrno(error) && error.code === "ENOTDIR") return undefined;
    throw error;
  }
}

function removeEmptyParents(out: string, path: string): void {
  const segments = path.split("/").slice(0, -1);
  for (; segments.length > 0; segments.pop()) {
    try {
      rmdirSync(nodePath.join(out, ...segments));
    } catch {
      // It is not empty, or belongs to someone else: keep it.
      return;
    }
  }
}

/** Errors of the operating system become WRITE_FAILED: the user can fix them, and they are not bugs in this tool. */
function rethrowErrno<Result>(out: string, path: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!isErrno(error)) throw error;
    const name = nodePath.join(out, ...path.split("/"));
    throw failure("WRITE_FAILED", `${name}: ${reasonOf(error)}`, { hint: hintOf(error) });
  }
}

export function reasonOf({ code = "", message }: NodeJS.ErrnoException): string {
  return REASONS[code] ?? message;
}

function hintOf({ code = "" }: NodeJS.ErrnoException): string | undefined {
  if (code === "EISDIR" || code === "ENOTDIR") return undefined;
  return "choose a writable directory for --out";
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EISDIR: "is a directory, but a file must be written there",
  ENOENT: "cannot be created",
  ENOSPC: "no space left on the device",
  ENOTDIR: "its parent is a file, not a directory",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
};
