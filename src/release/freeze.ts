/**
 * Freeze: the files of one version as those of another. In: a release, its files, the version that it is to
 * have. Out: the same files, in which `$id`s, URLs below the release's own prefix and the versions of
 * capabilities and services say the new version. Every other byte stays as it was written.
 */

import { escapePointerToken, type Json } from "@proto-gen/runtime/json";
import { failure } from "../errors.js";
import { isObject } from "../json-schema/keywords.js";
import { absolute } from "../json-schema/schema-set.js";
import { locateSource } from "../load/document.js";
import type { Release, ReleaseDocument, ReleaseFile } from "../load/release.js";
import { manifestText } from "../load/release-manifest.js";
import { replaceStrings, type StringEdit } from "../text/edit-json.js";

/** What a release is called, and what it is to be called: `draft`, or a date. */
export interface Renaming {
  readonly from: string;
  readonly to: string;
}

/**
 * @param files all files of the release; those that are no document of it are copied
 * @throws ProtoGenError RELEASE_DRAFT where the `$id`s of the release do not say the version it has
 */
export function freeze(
  release: Release,
  files: readonly ReleaseFile[],
  renaming: Renaming,
): ReleaseFile[] {
  const prefix = ownPrefix(release, renaming);
  const byPath = new Map(release.documents.map((document) => [document.path, document]));
  return files.map((file) => {
    const document = byPath.get(file.path);
    if (document === undefined) return file;
    const text = replaceStrings(document.text, editsOf(document, prefix, renaming));
    return { path: file.path, bytes: new TextEncoder().encode(text) };
  });
}

/** The manifest that goes with them. */
export function sealed(files: readonly ReleaseFile[], date: string, name: string): ReleaseFile[] {
  return [...files, { path: name, bytes: new TextEncoder().encode(manifestText(date, files)) }];
}

interface Prefix {
  readonly from: string;
  readonly to: string;
}

function ownPrefix({ prefix, label, documents }: Release, { from, to }: Renaming): Prefix {
  if (prefix.startsWith("https://") && prefix.endsWith(`/${from}`))
    return { from: prefix, to: prefix.slice(0, -from.length) + to };
  const [first] = documents;
  throw failure(
    "RELEASE_DRAFT",
    `the $ids of ${label} say ${prefix}, which does not end in /${from}`,
    first && locateSource(first, "/$id", "value"),
  );
}

function editsOf(document: ReleaseDocument, prefix: Prefix, { from, to }: Renaming): StringEdit[] {
  const versions = versionPointers(document.root);
  const newBase = renamed(document.uri, prefix) ?? document.uri;
  return stringsIn(document.root).flatMap(({ pointer, name, text }) => {
    if (versions.includes(pointer)) return text === from ? [{ pointer, value: to }] : [];
    const url = renamed(text, prefix);
    if (url !== undefined) return [{ pointer, value: url }];
    const value =
      name === "$ref" ? relative(text, { old: document.uri, new: newBase }, prefix) : undefined;
    return value === undefined ? [] : [{ pointer, value }];
  });
}

/** The same URL below the new prefix; undefined for what is not below the old one. */
function renamed(url: string, prefix: Prefix): string | undefined {
  const rest = url.slice(prefix.from.length);
  return url.startsWith(prefix.from) && /^(?:$|[/#?])/.test(rest) ? prefix.to + rest : undefined;
}

/** A relative reference that goes up past the release, and back into it by its name. */
function relative(
  reference: string,
  base: { readonly old: string; readonly new: string },
  prefix: Prefix,
): string | undefined {
  const target = renamed(absolute(base.old, reference), prefix);
  if (target === undefined || absolute(base.new, reference) === target) return undefined;
  const [from, to] = [lastSegment(prefix.from), lastSegment(prefix.to)];
  const segments = reference.split("/");
  const changed = segments.map((segment, index) =>
    segments.with(index, segment === from ? to : segment).join("/"),
  );
  return changed.find((each) => absolute(base.new, each) === target);
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** A capability says its version beside its name (§2.1.2), a service in `info`. */
function versionPointers(root: Json): string[] {
  if (!isObject(root)) return [];
  const isService = root["openapi"] !== undefined || root["openrpc"] !== undefined;
  if (isService) return ["/info/version"];
  return typeof root["name"] === "string" ? ["/version"] : [];
}

interface FoundString {
  readonly pointer: string;
  /** The member's name; empty for an item of an array. */
  readonly name: string;
  readonly text: string;
}

function stringsIn(root: Json): FoundString[] {
  const found: FoundString[] = [];
  const waiting: { value: Json; pointer: string; name: string }[] = [
    { value: root, pointer: "", name: "" },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value, pointer, name } = next;
    if (typeof value === "string") found.push({ pointer, name, text: value });
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries<Json>(value))
      waiting.push({
        value: member,
        pointer: `${pointer}/${escapePointerToken(key)}`,
        name: Array.isArray(value) ? "" : key,
      });
  }
  return found;
}
