/**
 * Reads the files of a run, each once: the search for services, the index of `$id`s and the reader go through the same
 * directories one after the other.
 */

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { BUDGETS } from "../budgets.js";

/** A document's size limit. */
export const MAX_SCHEMA_BYTES = BUDGETS.documentBytes.limit;

export interface FileContent {
  /** The file's size in bytes. */
  readonly size: number;
  /** A file that is too large is cut one byte after the limit. */
  readonly bytes: Buffer;
}

/** Reads a file by its path. */
export type FileReader = (file: string) => FileContent;

/** A directory may hold more than fits in memory: files beyond this total are read again where they are needed. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Returns a reader that keeps what it has read: for one run, in which files are taken to stay as they are. */
export function createFileReader(): FileReader {
  const kept = new Map<string, FileContent>();
  let keptBytes = 0;
  return (file) => {
    const known = kept.get(file);
    if (known !== undefined) return known;
    const content = readBounded(file);
    if (keptBytes + content.bytes.byteLength <= MAX_KEPT_BYTES) {
      keptBytes += content.bytes.byteLength;
      kept.set(file, content);
    }
    return content;
  };
}

/** Reads no more of a file than shows that it is too large. */
export function readBounded(file: string): FileContent {
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    const bytes = Buffer.allocUnsafe(Math.min(size, MAX_SCHEMA_BYTES + 1));
    let length = 0;
    for (let read = -1; read !== 0 && length < bytes.byteLength; length += read)
      read = readSync(descriptor, bytes, length, bytes.byteLength - length, null);
    return { size, bytes: bytes.subarray(0, length) };
  } finally {
    closeSync(descriptor);
  }
}
