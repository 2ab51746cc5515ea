/** In: a JSON pointer (RFC 6901). Out: the normalised JSONPath that names the same value (RFC 9535 §2.7), with dots where they read better. */

export function jsonPath(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .reduce((path, token) => {
      const name = token.replaceAll("~1", "/").replaceAll("~0", "~");
      if (/^(?:0|[1-9]\d*)$/.test(name)) return `${path}[${name}]`;
      return /^[A-Za-z_][\w]*$/.test(name) ? `${path}.${name}` : `${path}['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
    }, "$");
}
