/** Finds the place of a member in a valid JSON text, for error messages. */
import { parsePointer } from "./json-pointer.js";
import { type Place, placeAt } from "./json-syntax-error.js";
import {
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
} from "./scan-token.js";

/** The offsets of a member. Array elements and the root have no key, so both are the value's. */
interface Member {
  readonly key: number;
  readonly value: number;
}

/**
 * The place of the key or value that `pointer` (RFC 6901) refers to, or of its deepest existing ancestor. Undefined
 * for an empty text.
 * @throws {JsonSyntaxError} if `pointer` is not a JSON Pointer
 */
export function locateJson(
  text: string,
  pointer: string,
  target: "key" | "value" = "value",
): Place | undefined {
  const root = skipSpace(text, 0);
  if (root === text.length) return undefined;
  let member: Member = { key: root, value: root };
  for (const token of parsePointer(pointer)) {
    const child = findChild(text, member.value, token);
    if (!child) break;
    member = child;
  }
  return placeAt(text, member[target]);
}

function findChild(text: string, at: number, token: string): Member | undefined {
  const code = text.charCodeAt(at);
  if (code === OPENING_BRACE) return findMember(text, at, token);
  return code === OPENING_BRACKET ? findElement(text, at, token) : undefined;
}

function findMember(text: string, object: number, token: string): Member | undefined {
  let at = skipSpace(text, object + 1);
  while (text.charCodeAt(at) === QUOTE) {
    const keyEnd = stringEnd(text, at);
    const value = skipSpace(text, skipSpace(text, keyEnd) + 1);
    if (stringValue(text, at, keyEnd) === token) return { key: at, value };
    at = nextItem(text, value);
  }
  return undefined;
}

function findElement(text: string, array: number, token: string): Member | undefined {
  // RFC 6901 §4: an index has no leading zeros.
  if (!/^(?:0|[1-9]\d*)$/.test(token)) return undefined;
  let at = skipSpace(text, array + 1);
  for (let index = Number(token); index > 0 && text.charCodeAt(at) !== CLOSING_BRACKET; index--) {
    at = nextItem(text, at);
  }
  return text.charCodeAt(at) === CLOSING_BRACKET ? undefined : { key: at, value: at };
}

/** The offset of the item after the value at `at`, or of the bracket that closes its container. */
function nextItem(text: string, at: number): number {
  const end = skipSpace(text, valueEnd(text, at));
  return text.charCodeAt(end) === COMMA ? skipSpace(text, end + 1) : end;
}

/** The end of the value at `at`. Counting brackets suffices, since the text is valid. */
export function valueEnd(text: string, at: number): number {
  let depth = 0;
  let end = at;
  do {
    const code = text.charCodeAt(end);
    const step = nesting(code);
    depth += step;
    const scalar = step === 0 && code !== COMMA && code !== COLON;
    end = scalar ? scalarEnd(text, end) : end + 1;
    if (depth > 0) end = skipSpace(text, end);
  } while (depth > 0);
  return end;
}

function nesting(code: number): number {
  if (code === OPENING_BRACE || code === OPENING_BRACKET) return 1;
  return code === CLOSING_BRACE || code === CLOSING_BRACKET ? -1 : 0;
}
