/** The manifest of a released directory: the hash of each of its files. */

import { ProtoGenError } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { jsonText } from "../text/json-text.js";
import { readDocument } from "./document.js";
import { sha256 } from "../text/sha256.js";
import type { ReleaseFile } from "./release-files.js";

const FORMAT = 1;

/** @param release the date */
export function manifestText(release: string, files: readonly ReleaseFile[]): string {
  const hashes = files.map(({ path, bytes }) => [path, sha256(bytes)] as const);
  const sorted = [...hashes].sort(([left], [right]) => (left < right ? -1 : 1));
  return jsonText({ manifest: FORMAT, release, files: Object.fromEntries(sorted) });
}

/** Hashes by path; undefined for what is no manifest. */
export function readManifest(file: string, bytes: Uint8Array): Map<string, string> | undefined {
  try {
    const { root } = readDocument(file, file, bytes);
    if (!isObject(root) || root["manifest"] !== FORMAT || !isObject(root["files"]))
      return undefined;
    const entries = Object.entries(root["files"]).flatMap(([path, hash]) =>
      typeof hash === "string" ? [[path, hash] as const] : [],
    );
    return new Map(entries);
  } catch (error) {
    if (error instanceof ProtoGenError) return undefined;
    throw error;
  }
}
