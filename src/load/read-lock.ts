/** Reads a lock file strictly, as every document is read: each error has its place. */

import { joinPointer, type Json, type JsonObject } from "@proto-gen/runtime/json";
import { failure, ProtoGenError, type SourceLocation } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { locateSource, readDocument, type Document } from "./document.js";
import { openLock, SHA256, type LockContent, type LockedOverlay, type LockFile } from "./lock.js";
import { readNamedFile } from "./named-file.js";

/** @throws ProtoGenError LOAD_LOCK_INVALID for a file that is not a proto-gen lock file */
export function readLock(profile: string): LockFile {
  return openLock(profile, parseLock);
}

/** Far more documents than a run may load. */
const MAX_BYTES = 4 * 1024 * 1024;

function parseLock(file: string): LockContent {
  const document = readLockDocument(file);
  const root = isObject(document.root) ? document.root : {};
  return { documents: parseDocuments(document, root), overlays: parseOverlays(document, root) };
}

function parseDocuments(document: Document, { documents }: JsonObject): LockContent["documents"] {
  if (!isObject(documents)) throw invalid(locateSource(document, ""));
  return new Map(
    Object.entries(documents).map(([url, sha256]) => {
      // It becomes a file's name.
      if (typeof sha256 !== "string" || !SHA256.test(sha256))
        throw invalid(locateSource(document, joinPointer("/documents", url)));
      return [url, sha256] as const;
    }),
  );
}

function parseOverlays(document: Document, { overlays = {} }: JsonObject): LockContent["overlays"] {
  if (!isObject(overlays)) throw invalid(locateSource(document, "/overlays"));
  return new Map(
    Object.entries(overlays).map(([url, list]) => {
      if (!Array.isArray(list) || !(list as readonly Json[]).every(isOverlay))
        throw invalid(locateSource(document, joinPointer("/overlays", url)));
      return [url, list as unknown as readonly LockedOverlay[]] as const;
    }),
  );
}

function isOverlay(value: Json): boolean {
  if (!isObject(value)) return false;
  const { file, sha256 } = value;
  return typeof file === "string" && typeof sha256 === "string" && SHA256.test(sha256);
}

/** Invalid JSON is reported like any other error of this file. */
function readLockDocument(file: string): Document {
  const bytes = readNamedFile(file, MAX_BYTES);
  try {
    return readDocument(file, file, bytes);
  } catch (error) {
    if (!(error instanceof ProtoGenError)) throw error;
    throw invalid(error.diagnostics[0]?.place ?? { file });
  }
}

function invalid(place: SourceLocation): Error {
  const { file } = place;
  return failure("LOAD_LOCK_INVALID", `${file} is not a list of documents and their SHA-256`, {
    place,
  });
}
