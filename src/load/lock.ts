/**
 * `proto-gen.lock.json`, which stands beside a profile, or in the working directory for one from a URL: which documents
 * were fetched, their hashes, and the files that keep them. A run with nothing to do reads it here, without the parser that
 * knows places (`read-lock.ts`).
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { isHttpUrl } from "../text/http-url.js";
import type { SchemaFile } from "./roots.js";

export const LOCK_FILE = "proto-gen.lock.json";
/** Beside it, the documents: named by their SHA-256, since a URL is no file name. */
export const LOCK_DIRECTORY = "proto-gen.lock";

/** An overlay that was applied to a fetched document. */
export interface LockedOverlay {
  /** Its path from the directory of the lock file, with slashes. */
  readonly file: string;
  readonly sha256: string;
}

export interface LockContent {
  /** SHA-256 by URL. */
  readonly documents: ReadonlyMap<string, string>;
  /** By URL, in the order in which they were applied; the document is kept as it was fetched. */
  readonly overlays: ReadonlyMap<string, readonly LockedOverlay[]>;
}

export interface LockFile extends LockContent {
  /** How errors show the lock file. */
  readonly file: string;
  locate(uri: string): SchemaFile | undefined;
}

export const SHA256 = /^[0-9a-f]{64}$/;

/** The directory of a profile's lock file: the profile's own, or the working directory for a URL. */
export function lockDirectory(profile: string): string {
  return isHttpUrl(profile) ? "." : path.dirname(profile);
}

/** How a lock file names an overlay. */
export function overlayName(lockFile: string, overlay: string): string {
  return path.relative(path.dirname(lockFile), overlay).split(path.sep).join("/");
}

/** The documents of the lock file; none where it cannot be read, which the run that follows reports. */
export function lookIntoLock(profile: string): LockFile {
  return openLock(profile, (file) => {
    try {
      const content = JSON.parse(readFileSync(file, "utf8")) as { readonly documents: object };
      const entries = Object.entries(content.documents) as [string, string][];
      const documents = new Map(entries.filter(([, sha256]) => SHA256.test(sha256)));
      return { documents, overlays: new Map() };
    } catch {
      return EMPTY;
    }
  });
}

const EMPTY: LockContent = { documents: new Map(), overlays: new Map() };

export function openLock(profile: string, read: (file: string) => LockContent): LockFile {
  const directory = lockDirectory(profile);
  const file = path.join(directory, LOCK_FILE);
  const { documents, overlays } = existsSync(file) ? read(file) : EMPTY;
  return {
    ...{ file, documents, overlays },
    locate(uri) {
      const sha256 = documents.get(uri);
      if (sha256 === undefined) return undefined;
      const kept = path.join(directory, LOCK_DIRECTORY, `${sha256}.json`);
      if (!existsSync(kept)) return undefined;
      return { file: kept, label: uri, fileUri: uri, locked: { sha256, lock: file } };
    },
  };
}
