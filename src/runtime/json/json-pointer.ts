/** JSON Pointers (RFC 6901): conversion between tokens and the string. */
import { JsonSyntaxError, placeAt } from "./json-syntax-error.js";
import { cutText } from "../text/cut-text.js";

/** Escapes a token: `a/b` becomes `a~1b`. */
export function escapePointerToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Appends tokens to a pointer: `joinPointer("/a", "b/c", 0)` is `/a/b~1c/0`. */
export function joinPointer(base: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${escapePointerToken(String(token))}`,
    base,
  );
}

/**
 * Returns the unescaped tokens of a pointer: `/a~1b/0` is `["a/b", "0"]`.
 * @throws {JsonSyntaxError} `JSON_POINTER_SYNTAX`, with the place in the pointer
 */
export function parsePointer(pointer: string): string[] {
  if (pointer === "") return [];
  const invalid = pointer.startsWith("/") ? pointer.search(/~(?![01])/) : 0;
  if (invalid >= 0) {
    const expected = pointer.startsWith("/") ? '"~0" or "~1"' : 'a pointer that starts with "/"';
    throw new JsonSyntaxError(
      "JSON_POINTER_SYNTAX",
      `expected ${expected} but found ${JSON.stringify(cutText(pointer.slice(invalid), 20))}`,
      placeAt(pointer, invalid),
    );
  }
  return pointer.slice(1).split("/").map(unescapeToken);
}

// RFC 6901 §4: replace ~1 first, or ~01 would become a slash.
function unescapeToken(token: string): string {
  return token.replaceAll("~1", "/").replaceAll("~0", "~");
}
