/** JSON pointers (RFC 6901) for people and libraries. In: a pointer. Out: its tokens, or the JSONPath of the same value. */

export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split("/").slice(1);
  if (!pointer.includes("~")) return tokens;
  // RFC 6901 §4: ~1 first, or else ~01 would become a slash.
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Tokens that stand behind a dot, or are an index: nearly all. */
const PLAIN = /^(?:\/[a-z_]\w*|\/0|\/[1-9]\d*)*$/i;

/** RFC 9535 §2.7, with dots where they read better. */
export function jsonPath(pointer: string): string {
  const step = PLAIN.test(pointer) ? plainStep : stepOf;
  return tokensOf(pointer).reduce((path, token) => path + step(token), "$");
}

function plainStep(token: string): string {
  return token < ":" ? `[${token}]` : `.${token}`;
}

function stepOf(name: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `[${name}]`;
  return /^[a-z_]\w*$/i.test(name) ? `.${name}` : `['${name.replace(/[\\']/g, "\\$&")}']`;
}
