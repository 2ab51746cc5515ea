/**
 * Writes the lock file of a profile and the fetched documents that it names. Documents are written before the file names
 * them, and removed after it no longer does.
 */

import { existsSync, rmSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import type { Json, JsonObject } from "@proto-gen/runtime/json";
import { LOCK_DIRECTORY, lockDirectory, overlayName, type LockContent } from "../load/lock.js";
import { readLock } from "../load/read-lock.js";
import type { FetchedDocument } from "../load/remote.js";
import { jsonText } from "../text/json-text.js";
import { isErrno, replaceFile } from "./replace-file.js";

/**
 * Writes the documents that a run has fetched to the lock beside a profile. Documents that other runs have fetched stay.
 *
 * @throws ProtoGenError WRITE_FAILED
 *
 * @example
 * ```ts
 * import { generate, httpsFetch, writeLock } from "proto-gen";
 *
 * const profile = "./profile.json";
 * const { fetched } = await generate({ profile, remote: { fetchDocument: httpsFetch } });
 * writeLock(profile, fetched);
 * ```
 */
export function writeLock(profile: string, fetched: readonly FetchedDocument[]): void {
  const { file, documents, overlays } = readLock(profile);
  const next = new Map([...documents, ...fetched.map(({ url, sha256 }) => [url, sha256] as const)]);
  const placeOf = (sha256: string): string =>
    path.join(lockDirectory(profile), LOCK_DIRECTORY, `${sha256}.json`);
  try {
    for (const { sha256, bytes } of fetched)
      if (!existsSync(placeOf(sha256))) replaceFile(placeOf(sha256), bytes);
    replaceFile(file, textOf(next, nextOverlays(file, overlays, fetched)));
    const kept = new Set(next.values());
    for (const sha256 of documents.values())
      if (!kept.has(sha256)) rmSync(placeOf(sha256), { force: true });
  } catch (error) {
    if (!isErrno(error)) throw error;
    throw failure("WRITE_FAILED", `${file}: ${error.message}`, { place: { file } });
  }
}

function nextOverlays(
  file: string,
  before: LockContent["overlays"],
  fetched: readonly FetchedDocument[],
): LockContent["overlays"] {
  const next = new Map(before);
  for (const { url, overlays = [] } of fetched) {
    const named = overlays.map((each) => ({ ...each, file: overlayName(file, each.file) }));
    if (named.length === 0) next.delete(url);
    else next.set(url, named);
  }
  return next;
}

function textOf(documents: LockContent["documents"], overlays: LockContent["overlays"]): string {
  const listed = [...overlays].map(
    ([url, list]) => [url, list.map(({ file, sha256 }) => ({ file, sha256 }))] as const,
  );
  return jsonText({
    documents: sortedObject([...documents]),
    ...(listed.length === 0 ? {} : { overlays: sortedObject(listed) }),
  });
}

function sortedObject(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries([...entries].sort(([left], [right]) => (left < right ? -1 : 1)));
}
