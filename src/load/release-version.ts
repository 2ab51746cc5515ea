/**
 * Finds the release of a schema that is named by its file and states no version, as types do: the documents of capabilities
 * in the directories above it state one. What only prose says depends on it (ADR 87).
 */

import { readdirSync, type Dirent } from "node:fs";
import path from "node:path";
import type { Json } from "@proto-gen/runtime/json";
import { MAX_SCHEMA_BYTES, readBounded } from "./file-contents.js";
import { newestVersion } from "./guess-protocol-name.js";

/** A directory of a release has some dozens of files. */
const MAX_FILES = 100;
/** In one directory; the documents of capabilities are small. */
const MAX_BYTES = MAX_SCHEMA_BYTES;

/** The version that the nearest directory states, from that of the file up to the root; undefined where none does. */
export function findReleaseVersion(file: string, root: string): string | undefined {
  const top = path.resolve(root);
  for (let at = path.dirname(path.resolve(file)); isWithin(top, at); at = path.dirname(at)) {
    const version = newestVersion(readDocuments(at));
    if (version !== undefined) return version;
    if (at === top) return undefined;
  }
  return undefined;
}

function isWithin(top: string, at: string): boolean {
  const relative = path.relative(top, at);
  return !relative.startsWith("..") && !path.isAbsolute(relative);
}

/** What cannot be read states nothing: it is no part of the schema. */
function readDocuments(directory: string): Json[] {
  const names = listFiles(directory)
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
    .map(({ name }) => name)
    .sort();
  const documents: Json[] = [];
  let total = 0;
  for (const name of names.slice(0, MAX_FILES)) {
    try {
      const { bytes } = readBounded(path.join(directory, name));
      total += bytes.byteLength;
      if (total > MAX_BYTES) break;
      documents.push(JSON.parse(new TextDecoder().decode(bytes)) as Json);
    } catch {
      continue;
    }
  }
  return documents;
}

function listFiles(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
