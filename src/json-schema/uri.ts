/** URIs of schema documents and resources, which may be opaque: `urn:example:checkout`. */

import { isMisreadAsUrl } from "../text/http-url.js";

/**
 * RFC 3986 §5 resolution that also serves opaque bases such as `urn:` and `tag:`. A second spelling of an `$id` has the
 * same result, so that it is no other schema.
 */
export function resolveUri(base: string, reference: string): string {
  if (reference.startsWith("#")) return withoutFragment(base) + reference;
  if (isMisreadAsUrl(reference)) return reference;
  try {
    return withPlainEscapes(withoutEmptyFragment(new URL(reference, base).href));
  } catch {
    return reference;
  }
}

/** The spelling by which absolute URIs are compared; names of types are made of the one that `resolveUri` keeps. */
export function normalizeUri(uri: string): string {
  const resolved = resolveUri(uri, uri);
  return resolved.includes("%") ? resolved.replace(ESCAPE, (each) => each.toUpperCase()) : resolved;
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;
/** WHATWG URL reads `https:a` as a path where the base has the scheme, too. */
const SCHEME_ALONE = /^(?:https?|wss?|ftp|file):(?!\/\/)/i;

/** True for a reference that has the same target whatever its base is. */
export function isAbsolute(reference: string): boolean {
  return SCHEME.test(reference) && !SCHEME_ALONE.test(reference);
}

export function withoutFragment(uri: string): string {
  const hash = uri.indexOf("#");
  return hash < 0 ? uri : uri.slice(0, hash);
}

/** What `encodeURIComponent` encodes although a path may have it. */
const PLAIN_IN_PATHS = /%(?:24|26|2B|2C|3A|3B|3D|40)/g;

/** A path as part of a URL: the name of a file may have `#`, `?` or `%` in it. */
export function encodePath(relative: string): string {
  return relative
    .split("/")
    .map((name) => encodeURIComponent(name).replace(PLAIN_IN_PATHS, decodeURIComponent))
    .join("/");
}

/** True for a URL below another, at the boundary of a segment of its path. */
export function isBelow(prefix: string, uri: string): boolean {
  return uri.startsWith(prefix) && uri[prefix.length] === "/";
}

function withoutEmptyFragment(uri: string): string {
  // In `a##`, the fragment is `#`.
  return /^[^#]*#$/.test(uri) ? uri.slice(0, -1) : uri;
}

const ESCAPE = /%[0-9a-f]{2}/gi;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/** `%62` is `b` (RFC 3986 §6.2.2). The parser of URLs leaves it as it is. */
function withPlainEscapes(uri: string): string {
  if (!uri.includes("%")) return uri;
  const end = withoutFragment(uri).length;
  const plain = uri.slice(0, end).replace(ESCAPE, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return UNRESERVED.test(character) ? character : escape;
  });
  return plain + uri.slice(end);
}
