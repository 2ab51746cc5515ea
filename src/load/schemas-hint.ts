/**
 * The one `--schemas DIR=PREFIX` that brings missing documents: with each file at the place that its URL has below PREFIX,
 * they are found. A release is one directory, so that its prefix ends with its version; what its documents refer to beside
 * them is then found, too.
 */

import { isVersion } from "@proto-gen/runtime/negotiation";
import { isAbsolute, resolveUri } from "../json-schema/uri.js";
import { isUrl } from "../text/http-url.js";

/** A place that a directory can be given for. */
interface SchemasPlace {
  readonly origin: string;
  /** The names of the directories above the documents. */
  readonly path: readonly string[];
  /** True for the directory of a whole release: no other is joined with it. */
  readonly isRelease: boolean;
}

/** Groups of the URLs, by the prefix that brings each; those that no prefix brings have none. */
export function groupByPrefix(
  uris: readonly string[],
): ReadonlyMap<string | undefined, readonly string[]> {
  const places = new Map(uris.map((uri) => [uri, placeOf(uri)]));
  const shared = new Map<string, readonly string[]>();
  for (const place of places.values())
    if (place?.isRelease === false) {
      const known = shared.get(place.origin);
      shared.set(place.origin, known === undefined ? place.path : sharedStart(known, place.path));
    }
  const groups = new Map<string | undefined, string[]>();
  for (const [uri, place] of places) {
    const path = place?.isRelease === false ? shared.get(place.origin) : place?.path;
    const prefix = place && [place.origin, ...(path ?? [])].join("/");
    const group = groups.get(prefix) ?? [];
    group.push(uri);
    groups.set(prefix, group);
  }
  return groups;
}

/** The fix for documents that are missing; all of them are below the prefix, where there is one. */
export function schemasHint(uris: readonly string[], prefix: string | undefined): string {
  const them = uris.length === 1 ? "it" : "them";
  if (prefix !== undefined) return `provide ${them} with --schemas DIR=${prefix}`;
  if (uris.every(isAbsolute))
    return `provide ${them} with --schemas DIR: a file whose $id is the URL is found in it`;
  return "correct the URL: no file can be the document of this one";
}

/** The fix for one document. */
export function schemaHint(uri: string): string {
  const [[prefix] = [undefined]] = groupByPrefix([uri]);
  return schemasHint([uri], prefix);
}

/** Undefined for a URL that is found by `$id` alone: one with a query, or of another scheme than https. */
function placeOf(uri: string): SchemasPlace | undefined {
  if (!isUrl(uri)) return undefined;
  const { protocol, origin, pathname, username, password } = new URL(uri);
  if (protocol !== "https:" || username + password !== "" || uri.includes("?")) return undefined;
  // Below a prefix, a document is found by the spelling that references resolve to.
  if (resolveUri(uri, uri) !== uri || !namesFile(pathname)) return undefined;
  const directories = pathname.split("/").slice(1, -1);
  const odd = directories.findIndex((name) => !PLAIN.test(name));
  const plain = odd < 0 ? directories : directories.slice(0, odd);
  const release = plain.findIndex(isVersion);
  if (release >= 0) return { origin, path: plain.slice(0, release + 1), isRelease: true };
  const schemas = plain.indexOf("schemas");
  return {
    origin,
    path: schemas < 0 ? plain : plain.slice(0, schemas + 1),
    isRelease: false,
  };
}

/** False for a directory, and for a path that leads out of one once it is decoded. */
function namesFile(pathname: string): boolean {
  try {
    const names = decodeURIComponent(pathname).split(/[\\/]/);
    return names.at(-1) !== "" && !names.some((name) => name === ".." || name.includes("\0"));
  } catch {
    return false;
  }
}

/** Names that a shell takes as they are: the line is copied. Others stay below DIR. */
const PLAIN = /^[A-Za-z0-9._~@:+,-]+$/;

function sharedStart(left: readonly string[], right: readonly string[]): readonly string[] {
  const end = left.findIndex((name, index) => name !== right[index]);
  return end < 0 ? left : left.slice(0, end);
}
