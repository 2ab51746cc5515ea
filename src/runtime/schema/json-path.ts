/** JSON pointers (RFC 6901) for people and libraries. In: a pointer. Out: its tokens, or the way in JSONPath. */

export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return tokens;
  // RFC 6901 §4: ~1 first, or else ~01 would become a slash.
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Paths that were asked for: issues are found at the same few places, again and again. */
const known = new Map<string, string>();
/** So many of them, and of so many characters: what someone else sent is as long as they like. */
const MAX_KNOWN = 500;

/** The segments of a JSONPath (RFC 9535 §2.7) for those of a pointer, with dots where they read better; it begins with `$`. */
export function pathSegments(pointer: string): string {
  const before = known.get(pointer);
  if (before !== undefined) return before;
  const path = tokensOf(pointer).map(pathStep).join("");
  if (known.size < MAX_KNOWN && pointer.length < MAX_KNOWN) known.set(pointer, path);
  return path;
}

/** One step of a JSONPath: an index, or a name. */
export function pathStep(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `[${name}]`;
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`;
}
