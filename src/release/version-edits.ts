/** The strings of a document that contain the release's version or URL, with their new values. */

import { escapePointerToken } from "@proto-gen/runtime/codegen/generator";
import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "../json-schema/keywords.js";
import { resolveUri } from "../json-schema/schema-set.js";
import type { ReleaseDocument } from "../load/release.js";
import type { StringEdit } from "../text/edit-json.js";

/** A version, `draft` or a date, or a URL that ends in it. */
export interface VersionChange {
  readonly from: string;
  readonly to: string;
}

export interface ReleaseChange {
  readonly version: VersionChange;
  /** The release's URL. */
  readonly prefix: VersionChange;
}

export function collectEdits(
  document: ReleaseDocument,
  { version, prefix }: ReleaseChange,
): StringEdit[] {
  const versions = versionPointers(document.root);
  const base = { old: document.uri, new: replacePrefix(document.uri, prefix) ?? document.uri };
  return collectStrings(document.root).flatMap(({ pointer, name, text }) => {
    if (versions.includes(pointer))
      return text === version.from ? [{ pointer, value: version.to }] : [];
    const value =
      replacePrefix(text, prefix) ??
      (name === "$ref" ? changeRelative(text, base, prefix) : undefined);
    return value === undefined ? [] : [{ pointer, value }];
  });
}

/** The URL below the new prefix; undefined if it is not below the old one. */
function replacePrefix(url: string, prefix: VersionChange): string | undefined {
  const rest = url.slice(prefix.from.length);
  return url.startsWith(prefix.from) && /^(?:$|[/#?])/.test(rest) ? prefix.to + rest : undefined;
}

/** Changes a relative reference that leaves the release's directory and enters it again by its name. */
function changeRelative(
  reference: string,
  base: { readonly old: string; readonly new: string },
  prefix: VersionChange,
): string | undefined {
  const target = replacePrefix(resolveUri(base.old, reference), prefix);
  if (target === undefined || resolveUri(base.new, reference) === target) return undefined;
  const [from, to] = [lastSegment(prefix.from), lastSegment(prefix.to)];
  const segments = reference.split("/");
  const candidates = segments.map((segment, index) =>
    segments.with(index, segment === from ? to : segment).join("/"),
  );
  return candidates.find((each) => resolveUri(base.new, each) === target);
}

function lastSegment(url: string): string {
  return url.slice(url.lastIndexOf("/") + 1);
}

/** The version of a capability is beside its name (§2.1.2), that of a service in `info`. */
function versionPointers(root: Json): string[] {
  if (!isObject(root)) return [];
  const isService = root["openapi"] !== undefined || root["openrpc"] !== undefined;
  if (isService) return ["/info/version"];
  return typeof root["name"] === "string" ? ["/version"] : [];
}

interface StringValue {
  readonly pointer: string;
  /** The member's name; empty for an item of an array. */
  readonly name: string;
  readonly text: string;
}

function collectStrings(root: Json): StringValue[] {
  const strings: StringValue[] = [];
  const stack: { value: Json; pointer: string; name: string }[] = [
    { value: root, pointer: "", name: "" },
  ];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { value, pointer, name } = next;
    if (typeof value === "string") strings.push({ pointer, name, text: value });
    if (typeof value !== "object" || value === null) continue;
    for (const [key, member] of Object.entries<Json>(value))
      stack.push({
        value: member,
        pointer: `${pointer}/${escapePointerToken(key)}`,
        name: Array.isArray(value) ? "" : key,
      });
  }
  return strings;
}
