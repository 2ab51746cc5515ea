/**
 * Writes the lock file of a profile and the fetched documents that it names. Documents are written before the file names
 * them, and removed after it no longer does.
 */

import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import { LOCK_DIRECTORY, lockDirectory } from "../load/lock.js";
import { readLock } from "../load/read-lock.js";
import type { FetchedDocument } from "../load/remote.js";
import { jsonText } from "../text/json-text.js";
import { isErrno, replaceFile } from "./replace-file.js";

/** Documents that other runs beside this profile have fetched stay. */
export function writeLock(profile: string, fetched: readonly FetchedDocument[]): void {
  const { file, documents } = readLock(profile);
  const next = new Map([...documents, ...fetched.map(({ url, sha256 }) => [url, sha256] as const)]);
  const placeOf = (sha256: string): string =>
    path.join(lockDirectory(profile), LOCK_DIRECTORY, `${sha256}.json`);
  try {
    for (const { sha256, bytes } of fetched)
      if (!existsSync(placeOf(sha256))) replaceFile(placeOf(sha256), bytes);
    replaceFile(file, textOf(next));
    const kept = new Set(next.values());
    for (const sha256 of documents.values())
      if (!kept.has(sha256)) rmSync(placeOf(sha256), { force: true });
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${file}: ${error.message}`, { place: { file } });
  }
}

function textOf(documents: ReadonlyMap<string, string>): string {
  const sorted = [...documents].sort(([left], [right]) => (left < right ? -1 : 1));
  return jsonText({ documents: Object.fromEntries(sorted) });
}
