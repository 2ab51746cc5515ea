/** Parses bytes, which must be UTF-8, as strict JSON. */
import { decodeUtf8 } from "../text/utf8.js";
import { JsonSyntaxError, placeAt } from "./json-syntax-error.js";
import { parseJson, type Json, type ParseJsonOptions } from "./parse-json.js";
import { parseUnambiguous } from "./parse-unambiguous.js";

/**
 * Parses UTF-8 like `parseJson`. For JSON_INVALID_UTF8 the error's `offset` is that of the first invalid byte; for
 * other codes it counts UTF-16 code units.
 * @throws {JsonSyntaxError}
 * @example
 * ```ts
 * import { parseJsonBytes } from "@proto-gen/runtime/json";
 *
 * const body = new TextEncoder().encode('{"quantity": 2}');
 * parseJsonBytes(body, { safeNumbers: true }); // { quantity: 2 }
 * parseJsonBytes(Uint8Array.of(0x22, 0xff, 0x22)); // throws JsonSyntaxError
 * ```
 */
export function parseJsonBytes(bytes: Uint8Array, options: ParseJsonOptions = {}): Json {
  return parseUnambiguous(bytes, options) ?? parseJson(textOf(bytes), options);
}

function textOf(bytes: Uint8Array): string {
  try {
    return decodeUtf8(bytes);
  } catch {
    throw invalidUtf8(bytes);
  }
}

function invalidUtf8(bytes: Uint8Array): JsonSyntaxError {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  let byteOffset = 0;
  let offset = 0;
  for (const character of text) {
    // Invalid bytes decode to U+FFFD, but so does U+FFFD itself.
    if (character === "\ufffd" && !isReplacementCharacter(bytes, byteOffset)) break;
    byteOffset += utf8Length(character.codePointAt(0)!);
    offset += character.length;
  }
  const { line, column } = placeAt(text, offset);
  const byte = bytes[byteOffset]!.toString(16).toUpperCase().padStart(2, "0");
  return new JsonSyntaxError("JSON_INVALID_UTF8", `the byte ${byte} is not UTF-8 here`, {
    line,
    column,
    offset: byteOffset,
  });
}

function isReplacementCharacter(bytes: Uint8Array, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
