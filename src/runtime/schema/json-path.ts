/** Converts JSON Pointers (RFC 6901) to tokens and to JSONPath. */

export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return tokens;
  // RFC 6901 §4: replace ~1 first, or ~01 would become a slash.
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A cache, since issues occur at the same few places repeatedly. */
const known = new Map<string, string>();
/** Limits the number and the length of entries: other parties' texts may be of any length. */
const MAX_KNOWN = 500;

/** Converts a pointer to the segments of a JSONPath (RFC 9535 §2.7) after the `$`, with dots where possible. */
export function pathSegments(pointer: string): string {
  const before = known.get(pointer);
  if (before !== undefined) return before;
  const path = tokensOf(pointer).map(pathStep).join("");
  if (known.size < MAX_KNOWN && pointer.length < MAX_KNOWN) known.set(pointer, path);
  return path;
}

/** One step of a JSONPath: an index or a name. */
export function pathStep(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `[${name}]`;
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`;
}
