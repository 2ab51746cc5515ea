/** JSON Pointers (RFC 6901): conversion between tokens and the string. */
import { JsonSyntaxError, placeAt } from "./json-syntax-error.js";
import { cutText } from "../text/printable-text.js";

/** Escapes a token: `a/b` becomes `a~1b`. */
export function escapePointerToken(token: string): string {
  return token.replaceAll("~", "~0").replaceAll("/", "~1");
}

/**
 * Appends tokens to a JSON Pointer (RFC 6901), and escapes `~` and `/` in them.
 * @example
 * ```ts
 * import { joinPointer } from "@proto-gen/runtime/json";
 *
 * joinPointer("/line_items", 0, "quantity"); // "/line_items/0/quantity"
 * joinPointer("/paths", "/carts/{id}"); // "/paths/~1carts~1{id}"
 * ```
 */
export function joinPointer(base: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${escapePointerToken(String(token))}`,
    base,
  );
}

/**
 * Returns the unescaped tokens of a JSON Pointer (RFC 6901). The empty pointer has none.
 * @throws {JsonSyntaxError} `JSON_POINTER_SYNTAX`, with the place in the pointer
 * @example
 * ```ts
 * import { parsePointer } from "@proto-gen/runtime/json";
 *
 * parsePointer("/paths/~1carts~1{id}/get"); // ["paths", "/carts/{id}", "get"]
 * parsePointer("line_items"); // throws JsonSyntaxError
 * ```
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
