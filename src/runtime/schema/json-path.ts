/** JSON pointers (RFC 6901) for people and libraries. In: a pointer. Out: its tokens, or the JSONPath of the same value. */

export function tokensOf(pointer: string): string[] {
  // RFC 6901 §4: ~1 first, or else ~01 would become a slash.
  return pointer
    .split("/")
    .slice(1)
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** RFC 9535 §2.7, with dots where they read better. */
export function jsonPath(pointer: string): string {
  return tokensOf(pointer).reduce((path, name) => path + stepOf(name), "$");
}

function stepOf(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `[${name}]`;
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`;
}
