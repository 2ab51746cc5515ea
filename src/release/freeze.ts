/** Turns the draft into a dated release: the same files, byte for byte, with another version. */

import { failure } from "../errors.js";
import { locateSource } from "../load/document.js";
import type { Release, ReleaseFile } from "../load/release.js";
import { manifestText } from "../load/release-manifest.js";
import { replaceStrings } from "../text/edit-json.js";
import { collectEdits, type VersionChange } from "./version-edits.js";

/**
 * Changes `$id`s, URLs below the release's own prefix, and the versions of capabilities and services.
 *
 * @param files all files of the release; those that are not its documents are copied
 * @throws ProtoGenError RELEASE_DRAFT_IDS if the `$id`s of the release do not contain the version that it has
 */
export function freeze(
  release: Release,
  files: readonly ReleaseFile[],
  version: VersionChange,
): ReleaseFile[] {
  const change = { version, prefix: prefixChange(release, version) };
  const byPath = new Map(release.documents.map((document) => [document.path, document]));
  return files.map((file) => {
    const document = byPath.get(file.path);
    if (document === undefined) return file;
    const text = replaceStrings(document.text, collectEdits(document, change));
    return { path: file.path, bytes: new TextEncoder().encode(text) };
  });
}

/** @param name the manifest's file name */
export function withManifest(
  files: readonly ReleaseFile[],
  date: string,
  name: string,
): ReleaseFile[] {
  return [...files, { path: name, bytes: new TextEncoder().encode(manifestText(date, files)) }];
}

function prefixChange(
  { prefix, label, documents }: Release,
  { from, to }: VersionChange,
): VersionChange {
  if (prefix.startsWith("https://") && prefix.endsWith(`/${from}`))
    return { from: prefix, to: prefix.slice(0, -from.length) + to };
  const [first] = documents;
  throw failure(
    "RELEASE_DRAFT_IDS",
    `the $ids of ${label} begin with ${prefix}, which does not end in /${from}`,
    { place: first && locateSource(first, "/$id", "value") },
  );
}
