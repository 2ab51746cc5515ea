/**
 * A file of the user's own: read, and written as a whole or not at all. In: its name. Out: its text, and what
 * replaces it, with the byte-order mark and the permissions that it had.
 */

import { lstatSync, readFileSync, realpathSync, statSync } from "node:fs";
import nodePath from "node:path";
import { failure } from "../errors.js";
import { isErrno, replaceFile } from "./replace-file.js";

/** A module that a person writes is far below; a larger file is something else. */
const MAX_BYTES = 2 * 1024 * 1024;
const BYTE_ORDER_MARK = "\ufeff";

export interface UserFile {
  /** Without a byte-order mark; undefined where there is no file. */
  readonly text: string | undefined;
  /** @throws ProtoGenError WRITE_FAILED where it cannot be written, or is not what was read any more */
  replace(text: string): void;
}

/** @throws ProtoGenError USAGE_INTO where the name is no file's in the working directory, or no text's */
export function openUserFile(name: string): UserFile {
  const file = refusing(name, () => realFile(name));
  const before = refusing(name, () => bytesOf(name, file));
  const text = before === undefined ? undefined : decoded(name, before);
  const mark = text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : "";
  return {
    text: text?.slice(mark.length),
    replace(changed) {
      refusing(name, () => {
        requireSame(name, file, before);
        const mode = statSync(file, { throwIfNoEntry: false })?.mode;
        replaceFile(file, mark + changed, mode);
      });
    },
  };
}

/** What a name in the working directory leads to must be there, too; other names say where they lead. */
function realFile(name: string): string {
  const file = nodePath.resolve(name);
  const here = nodePath.resolve("");
  const real = realpathOf(file);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true && !below(file, here))
    return file;
  if (below(real, realpathSync(here))) return real;
  throw failure(
    "USAGE_INTO",
    `${name} is a link, or below one, that leads out of the working directory`,
    undefined,
    "name the file itself",
  );
}

function below(file: string, directory: string): boolean {
  const relative = nodePath.relative(directory, file);
  return (
    relative !== ".." && !relative.startsWith(`..${nodePath.sep}`) && !nodePath.isAbsolute(relative)
  );
}

/** Of a file that is not there yet: below the nearest directory that is. */
function realpathOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) return realpathSync(file);
  const parent = nodePath.dirname(file);
  return parent === file ? file : nodePath.join(realpathOf(parent), nodePath.basename(file));
}

function bytesOf(name: string, file: string): Buffer | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw failure("USAGE_INTO", `${name} is no file`);
  if (stats.size > MAX_BYTES)
    throw failure("USAGE_INTO", `${name} has ${stats.size} bytes; the limit is ${MAX_BYTES}`);
  return readFileSync(file);
}

function decoded(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw failure("USAGE_INTO", `${name} is not UTF-8`, undefined, "save the file as UTF-8");
  }
}

/** An editor may have saved it meanwhile: what the user wrote is worth more than what was added. */
function requireSame(name: string, file: string, before: Buffer | undefined): void {
  const now = bytesOf(name, file);
  if (before === undefined ? now !== undefined : now?.equals(before) !== true)
    throw failure("WRITE_FAILED", `${name} has changed meanwhile`, undefined, "run again");
}

/** What the operating system refuses is the user's to mend, not a defect of this tool. */
function refusing<Result>(name: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${name}: ${error.message}`, undefined, HINT);
  }
}

const HINT = "give --into a file that can be read and written";
