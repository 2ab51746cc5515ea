/** URIs of schema documents and resources, which may be opaque: `urn:example:checkout`. */

/** RFC 3986 §5 resolution that also serves opaque bases such as `urn:` and `tag:`. */
export function resolveUri(base: string, reference: string): string {
  if (reference.startsWith("#")) return withoutFragment(base) + reference;
  try {
    return withoutEmptyFragment(new URL(reference, base).href);
  } catch {
    return reference;
  }
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

function withoutEmptyFragment(uri: string): string {
  return uri.endsWith("#") ? uri.slice(0, -1) : uri;
}
