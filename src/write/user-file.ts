/**
 * A file of the user's own, replaced atomically. It keeps its byte-order mark and its permissions, and is not replaced
 * where it changed after it was read.
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
  const file = rethrowErrno(name, () => realFile(name));
  const before = rethrowErrno(name, () => readBytes(name, file));
  const text = before === undefined ? undefined : decodeUtf8(name, before);
  const mark = text?.startsWith(BYTE_ORDER_MARK) === true ? BYTE_ORDER_MARK : "";
  return {
    text: text?.slice(mark.length),
    replace(changed) {
      rethrowErrno(name, () => {
        requireUnchanged(name, file, before);
        const mode = statSync(file, { throwIfNoEntry: false })?.mode;
        replaceFile(file, mark + changed, mode);
      });
    },
  };
}

/** A link in the working directory must lead to a file in it; any other name is followed. */
function realFile(name: string): string {
  const file = nodePath.resolve(name);
  const here = nodePath.resolve("");
  const real = realpathOf(file);
  if (lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() !== true && !isBelow(file, here))
    return file;
  if (isBelow(real, realpathSync(here))) return real;
  throw failure(
    "USAGE_INTO",
    `${name} is, or is below, a link that points outside the working directory`,
    { hint: "name the file itself" },
  );
}

function isBelow(file: string, directory: string): boolean {
  const relative = nodePath.relative(directory, file);
  return (
    relative !== ".." && !relative.startsWith(`..${nodePath.sep}`) && !nodePath.isAbsolute(relative)
  );
}

/** Resolves a file that does not exist yet below its nearest existing directory. */
function realpathOf(file: string): string {
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats !== undefined) return realpathSync(file);
  const parent = nodePath.dirname(file);
  return parent === file ? file : nodePath.join(realpathOf(parent), nodePath.basename(file));
}

function readBytes(name: string, file: string): Buffer | undefined {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw failure("USAGE_INTO", `${name} is not a file`);
  if (stats.size > MAX_BYTES)
    throw failure("USAGE_INTO", `${name} has ${stats.size} bytes; the limit is ${MAX_BYTES}`);
  return readFileSync(file);
}

function decodeUtf8(name: string, bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw failure("USAGE_INTO", `${name} is not UTF-8`, { hint: "save the file as UTF-8" });
  }
}

/** An editor may have saved the file meanwhile; its changes must not be lost. */
function requireUnchanged(name: string, file: string, before: Buffer | undefined): void {
  const now = readBytes(name, file);
  if (before === undefined ? now !== undefined : now?.equals(before) !== true)
    throw failure("WRITE_FAILED", `${name} was changed in the meantime`, { hint: "run again" });
}

/** Errors of the operating system become WRITE_FAILED: the user can fix them, and they are not bugs in this tool. */
function rethrowErrno<Result>(name: string, act: () => Result): Result {
  try {
    return act();
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${name}: ${error.message}`, { hint: HINT });
  }
}

const HINT = "name a readable and writable file with --into";
