/** Finds the places of members in a valid JSON text: of one, for error messages, or of many in a single pass. */
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
function valueEnd(text: string, at: number): number {
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

/** The pointers that are searched at and below a value. */
interface Wanted {
  readonly pointers: string[];
  readonly below: Map<string, Wanted>;
}

/**
 * Like `locateJson` for each pointer: the place of the member's key, an element's value, or the deepest existing
 * ancestor. Empty for an empty text.
 * @throws {JsonSyntaxError} if a pointer is not a JSON Pointer
 */
export function locateJsonAll(
  text: string,
  pointers: Iterable<string>,
): ReadonlyMap<string, Place> {
  const offsets = new Map<string, number>();
  const root = skipSpace(text, 0);
  if (root < text.length) find(text, root, root, wantedOf(pointers), offsets);
  return placesOf(text, offsets);
}

function wantedOf(pointers: Iterable<string>): Wanted {
  const root: Wanted = { pointers: [], below: new Map() };
  for (const pointer of new Set(pointers)) {
    let at = root;
    for (const token of parsePointer(pointer)) {
      const next = at.below.get(token) ?? { pointers: [], below: new Map<string, Wanted>() };
      at.below.set(token, next);
      at = next;
    }
    at.pointers.push(pointer);
  }
  return root;
}

/** Records what is searched at and below a value. Returns the offset after the value. */
function find(
  text: string,
  at: number,
  shown: number,
  wanted: Wanted,
  offsets: Map<string, number>,
): number {
  for (const pointer of wanted.pointers) offsets.set(pointer, shown);
  const code = text.charCodeAt(at);
  if (wanted.below.size === 0) return valueEnd(text, at);
  const open = new Map(wanted.below);
  const isObject = code === OPENING_BRACE;
  let end: number;
  if (isObject || code === OPENING_BRACKET) end = findBelow(text, at, isObject, open, offsets);
  else end = valueEnd(text, at);
  for (const missing of open.values()) settle(missing, shown, offsets);
  return end;
}

/** Visits the members of an object or the items of an array, and takes those that are searched from `open`. */
function findBelow(
  text: string,
  container: number,
  isObject: boolean,
  open: Map<string, Wanted>,
  offsets: Map<string, number>,
): number {
  const closing = isObject ? CLOSING_BRACE : CLOSING_BRACKET;
  let at = skipSpace(text, container + 1);
  for (let index = 0; text.charCodeAt(at) !== closing; index++) {
    const keyEnd = isObject ? stringEnd(text, at) : at;
    const token = isObject ? stringValue(text, at, keyEnd) : String(index);
    const value = isObject ? skipSpace(text, skipSpace(text, keyEnd) + 1) : at;
    const wanted = open.get(token);
    open.delete(token);
    const end =
      wanted === undefined ? valueEnd(text, value) : find(text, value, at, wanted, offsets);
    const next = skipSpace(text, end);
    at = text.charCodeAt(next) === COMMA ? skipSpace(text, next + 1) : next;
  }
  return at + 1;
}

/** Missing members get the place where they would be. */
function settle({ pointers, below }: Wanted, shown: number, offsets: Map<string, number>): void {
  for (const pointer of pointers) offsets.set(pointer, shown);
  for (const each of below.values()) settle(each, shown, offsets);
}

function placesOf(text: string, offsets: ReadonlyMap<string, number>): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  let line = 1;
  let lineStart = 0;
  let lineEnd = text.indexOf("\n");
  for (const [pointer, offset] of [...offsets].sort(([, left], [, right]) => left - right)) {
    for (; lineEnd >= 0 && lineEnd < offset; lineEnd = text.indexOf("\n", lineStart)) {
      line++;
      lineStart = lineEnd + 1;
    }
    places.set(pointer, { line, column: offset - lineStart + 1, offset });
  }
  return places;
}
