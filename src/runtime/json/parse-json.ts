/** Parses strict JSON, of a text or of bytes, which must be UTF-8. Errors say what is wrong and where. */

import { decodeUtf8 } from "../text/encoding.js";
import { cutText } from "../text/printable-text.js";
import { placeAt, JsonSyntaxError } from "./json-syntax-error.js";
import { DEFAULT_MAX_DEPTH, parseUnambiguous } from "./parse-unambiguous.js";
import {
  failure,
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COLON,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  QUOTE,
  scalarEnd,
  skipSpace,
  stringEnd,
  stringValue,
  unexpected,
} from "./scan-token.js";

/** A JSON value, as returned by `parseJson`. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export type JsonObject = { readonly [key: string]: Json };

export interface ParseJsonOptions {
  /** Maximum nesting of arrays and objects. Default: 512. */
  readonly maxDepth?: number | undefined;
  /**
   * Rejects numbers beyond ±(2^53 - 1), where doubles cannot represent every integer (RFC 7493 §2.2). Default: false.
   */
  readonly safeNumbers?: boolean | undefined;
}

/**
 * Like `JSON.parse`, but rejects what parsers might read differently: duplicate keys, lone surrogates, a byte order
 * mark, numbers that would become infinite, and nesting beyond `maxDepth`.
 * @throws {JsonSyntaxError}
 * @example
 * ```ts
 * import { parseJson } from "@proto-gen/runtime/json";
 *
 * parseJson('{"id": "cart_1", "quantity": 2}'); // { id: "cart_1", quantity: 2 }
 * parseJson('{"quantity": 2, "quantity": 3}'); // throws JsonSyntaxError
 * ```
 */
export function parseJson(text: string, options: ParseJsonOptions = {}): Json {
  if (text.startsWith("\ufeff")) {
    throw failure(text, 0, "JSON_BYTE_ORDER_MARK", "expected no byte order mark before the text");
  }
  scanJson(text, options.maxDepth ?? DEFAULT_MAX_DEPTH, options.safeNumbers ?? false);
  // `JSON.parse` turns the key `__proto__` into an own property, unlike an assignment.
  return JSON.parse(text) as Json;
}

/** The keys of an open object so far, with their offsets. Undefined for an open array. */
type Scope = Map<string, number> | undefined;

/**
 * The grammar of JSON: throws a `JsonSyntaxError` at the first violation. It uses its own stack, so nesting cannot
 * overflow the call stack.
 */
function scanJson(text: string, maxDepth: number, safeNumbers: boolean): void {
  const scopes: Scope[] = [];
  let scope: Scope;
  let at = skipSpace(text, 0);
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === OPENING_BRACE || code === OPENING_BRACKET) {
      if (!(scopes.length < maxDepth)) throw tooDeep(text, at, maxDepth);
      scope = code === OPENING_BRACE ? new Map() : undefined;
      scopes.push(scope);
      at = skipSpace(text, at + 1);
      if (text.charCodeAt(at) !== closing(scope)) {
        at = valueStart(text, at, scope);
        continue;
      }
    } else {
      const end = scalarEnd(text, at);
      if (safeNumbers) refuseUnsafeNumber(text, at, end);
      at = skipSpace(text, end);
    }
    while (scopes.length > 0 && text.charCodeAt(at) === closing(scope)) {
      scopes.pop();
      scope = scopes[scopes.length - 1];
      at = skipSpace(text, at + 1);
    }
    if (scopes.length === 0) break;
    if (text.charCodeAt(at) !== COMMA)
      throw unexpected(text, at, scope ? '"," or "}"' : '"," or "]"');
    at = valueStart(text, skipSpace(text, at + 1), scope);
  }
  if (at < text.length) throw unexpected(text, at, "the end of the text");
}

function closing(scope: Scope): number {
  return scope ? CLOSING_BRACE : CLOSING_BRACKET;
}

/** The offset of the value of the member at `at`: in an object, after key and colon. */
function valueStart(text: string, at: number, keys: Scope): number {
  if (!keys) return at;
  if (text.charCodeAt(at) !== QUOTE) throw unexpected(text, at, "a key in double quotes");
  const end = stringEnd(text, at);
  const key = stringValue(text, at, end);
  const first = keys.get(key);
  if (first !== undefined) throw duplicateKey(text, at, key, first);
  keys.set(key, at);
  const colon = skipSpace(text, end);
  if (text.charCodeAt(colon) !== COLON) throw unexpected(text, colon, '":"');
  return skipSpace(text, colon + 1);
}

function duplicateKey(text: string, at: number, key: string, first: number): Error {
  const name = JSON.stringify(cutText(key, 60, "…"));
  const { line } = placeAt(text, first);
  return failure(text, at, "JSON_DUPLICATE_KEY", `the key ${name} is on line ${line} already`);
}

function refuseUnsafeNumber(text: string, at: number, end: number): void {
  if (text.charCodeAt(at) === QUOTE) return;
  // `true`, `false` and `null` give NaN, which is not greater than anything.
  if (!(Math.abs(Number(text.slice(at, end))) > Number.MAX_SAFE_INTEGER)) return;
  const reason = "the number is beyond 2^53 - 1, where doubles skip integers";
  throw failure(text, at, "JSON_NUMBER_RANGE", reason);
}

function tooDeep(text: string, at: number, maxDepth: number): Error {
  return failure(
    text,
    at,
    "JSON_TOO_DEEP",
    `more than ${maxDepth} arrays and objects in each other`,
  );
}

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
