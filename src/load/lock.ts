/**
 * Reads `proto-gen.lock.json`, which stands beside a profile, or in the working directory for one from a URL: which documents were fetched, their hashes, and the files that
 * keep them.
 */

import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { failure } from "../errors.js";
import { isHttpUrl } from "../text/http-url.js";
import type { SchemaFile } from "./roots.js";

export const LOCK_FILE = "proto-gen.lock.json";
/** Beside it, the documents: named by their SHA-256, since a URL is no file name. */
export const LOCK_DIRECTORY = "proto-gen.lock";

export interface LockFile {
  /** How errors show the lock file. */
  readonly file: string;
  /** SHA-256 by URL. */
  readonly documents: ReadonlyMap<string, string>;
  locate(uri: string): SchemaFile | undefined;
}

const SHA256 = /^[0-9a-f]{64}$/;

/** The directory of a profile's lock file: the profile's own, or the working directory for a URL. */
export function lockDirectory(profile: string): string {
  return isHttpUrl(profile) ? "." : path.dirname(profile);
}

/** @throws ProtoGenError LOAD_LOCK_INVALID for a file that is none of ours */
export function readLock(profile: string): LockFile {
  const directory = lockDirectory(profile);
  const file = path.join(directory, LOCK_FILE);
  const documents = existsSync(file) ? parseLock(file) : new Map<string, string>();
  return {
    file,
    documents,
    locate(uri) {
      const sha256 = documents.get(uri);
      if (sha256 === undefined) return undefined;
      const kept = path.join(directory, LOCK_DIRECTORY, `${sha256}.json`);
      if (!existsSync(kept)) return undefined;
      return { file: kept, label: uri, fileUri: uri, locked: { sha256, lock: file } };
    },
  };
}

function parseLock(file: string): ReadonlyMap<string, string> {
  const { documents } = jsonObjectOf(readFileSync(file, "utf8"));
  if (typeof documents !== "object" || documents === null || Array.isArray(documents))
    throw invalid(file);
  const entries = Object.entries(documents as Readonly<Record<string, unknown>>);
  return new Map(
    entries.map(([url, sha256]) => {
      // It becomes a file's name.
      if (typeof sha256 !== "string" || !SHA256.test(sha256)) throw invalid(file);
      return [url, sha256] as const;
    }),
  );

  function jsonObjectOf(text: string): { readonly documents?: unknown } {
    try {
      return Object(JSON.parse(text)) as { readonly documents?: unknown };
    } catch {
      throw invalid(file);
    }
  }
}

function invalid(file: string): Error {
  return failure("LOAD_LOCK_INVALID", `${file} is not a list of documents and their SHA-256`, {
    place: {
      file,
    },
  });
}
