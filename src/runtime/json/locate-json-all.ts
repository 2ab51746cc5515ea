/** Finds the places of many members in a valid JSON text, in a single pass. */
import { parsePointer } from "./json-pointer.js";
import { valueEnd } from "./locate-json.js";
import type { Place } from "./json-syntax-error.js";
import {
  CLOSING_BRACE,
  CLOSING_BRACKET,
  COMMA,
  OPENING_BRACE,
  OPENING_BRACKET,
  skipSpace,
  stringEnd,
  stringValue,
} from "./scan-token.js";

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
