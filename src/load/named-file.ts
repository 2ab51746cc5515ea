/** Reads a file that the command line names, up to a limit of bytes. */

import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import { nearest } from "../text/nearest.js";

const CHUNK = 64 * 1024;

const UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: "no such file",
  EISDIR: "is a directory, not a file",
  EACCES: "permission denied",
};

/** Pipes and devices are files too, whose size nothing tells: what is read is counted. */
export function readNamedFile(file: string, limit: number): Uint8Array {
  try {
    const descriptor = openSync(file, "r");
    try {
      return readLimited(descriptor, file, limit);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw failure("FILE_NOT_FOUND", `${file}: ${UNREADABLE[code] ?? message}`, {
      place: { file },
      hint: code === "ENOENT" ? nearestFile(file) : undefined,
    });
  }
}

export interface NamedSchema {
  readonly file: string;
  /** With its `#`; empty where there is none. */
  readonly fragment: string;
}

/**
 * Splits `FILE#/$defs/NAME`. Names of files and directories may have `#` in them, so that the longest file that exists is
 * meant.
 */
export function splitFragment(name: string): NamedSchema {
  for (let end = name.length; end > 0; end = name.lastIndexOf("#", end - 1)) {
    const file = name.slice(0, end);
    if (isFile(file)) return { file, fragment: name.slice(end) };
  }
  const json = /^.*?\.json(?=#)/s.exec(name)?.[0];
  const file = json ?? name.replace(/#.*/s, "");
  return { file, fragment: name.slice(file.length) };
}

/** A pipe is one, too. */
function isFile(name: string): boolean {
  return existsSync(name) && !statSync(name).isDirectory();
}

/**
 * Where a file is, past all links. What cannot be resolved is where its path says: a file that does not exist, or a pipe, which has a
 * name, but stands in no directory.
 */
export function realPath(file: string): string {
  const place = path.resolve(file);
  try {
    return realpathSync(place);
  } catch {
    return place;
  }
}

/** The file of the same directory whose name is nearest. */
function nearestFile(file: string): string | undefined {
  const directory = path.dirname(file);
  try {
    const files = readdirSync(directory, { withFileTypes: true }).filter((each) => each.isFile());
    const near = nearest(
      path.basename(file),
      files.map(({ name }) => name),
    );
    return near === undefined ? undefined : `did you mean ${path.join(directory, near)}?`;
  } catch {
    // A directory that is not there, or may not be read, has nothing to suggest.
    return undefined;
  }
}

/** The error of a file, or of standard input, that has more bytes than it may. */
export function tooLarge(file: string, limit: number): Error {
  return failure("LOAD_TOO_LARGE", `${file} has more than ${limit} bytes, which is the limit`, {
    place: {
      file,
    },
  });
}

function readLimited(descriptor: number, file: string, limit: number): Uint8Array {
  const chunks: Uint8Array[] = [];
  for (let size = 0; ;) {
    const chunk = Buffer.allocUnsafe(CHUNK);
    const length = readSync(descriptor, chunk);
    if (length === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, length));
    size += length;
    if (size > limit) throw tooLarge(file, limit);
  }
}
