/**
 * Strict JSON, fast. UTF-8 and the text that it is go in; the value comes out, or undefined where only
 * the scanner can tell what is wrong, if anything is.
 *
 * `JSON.parse` has the grammar of RFC 8259 and is lenient in a few places. Each can be seen without taking
 * the text apart: duplicate keys, since then the text has more members than the value; lone surrogates,
 * which UTF-8 has in escapes only; numbers, by their values; and depth.
 */
import type { Json } from "./json.js";

export function parseUnambiguous(
  utf8: Uint8Array,
  text: string,
  maxDepth: number,
  largest: number,
): Json | undefined {
  const members = countMembers(utf8, maxDepth);
  if (members === undefined) return undefined;
  try {
    const value = JSON.parse(text) as Json;
    return countKeys(value, largest) === members ? value : undefined;
  } catch {
    return undefined;
  }
}

const QUOTE = 34;
const COLON = 58;
const OPENING_BRACKET = 91;
const BACKSLASH = 92;
const CLOSING_BRACKET = 93;
const LETTER_D = 100;
const LETTER_U = 117;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/**
 * How many members the objects of a text have, if it is JSON; it may be none. Undefined where it is too
 * deep, or has an escape that may be a surrogate.
 */
function countMembers(utf8: Uint8Array, maxDepth: number): number | undefined {
  const { length } = utf8;
  let members = 0;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const byte = utf8[at];
    if (byte === QUOTE) {
      const end = stringEnd(utf8, at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (byte === COLON) members++;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      if (++depth > maxDepth) return undefined;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
  }
  return members;
}

/** The offset of the closing quote; -1 where there may be a surrogate before it, or no quote at all. */
function stringEnd(utf8: Uint8Array, start: number): number {
  const { length } = utf8;
  for (let at = start; at < length; at++) {
    const byte = utf8[at];
    if (byte === QUOTE) return at;
    if (byte !== BACKSLASH) continue;
    at++;
    // D800 to DFFF start with it, and so do some letters, which cost the time of the scanner.
    if (utf8[at] === LETTER_U && (utf8[at + 1]! | 32) === LETTER_D) return -1;
  }
  return -1;
}

/** How many keys the objects in a value have; NaN, which equals nothing, for a number beyond `largest`. */
function countKeys(value: Json, largest: number): number {
  if (typeof value === "number") return Math.abs(value) <= largest ? 0 : NaN;
  if (typeof value !== "object" || value === null) return 0;
  return Array.isArray(value)
    ? countInItems(value, largest)
    : countInMembers(value as Readonly<Record<string, Json>>, largest);
}

function countInItems(items: readonly Json[], largest: number): number {
  let keys = 0;
  for (const item of items) if (typeof item !== "string") keys += countKeys(item, largest);
  return keys;
}

function countInMembers(object: Readonly<Record<string, Json>>, largest: number): number {
  // Own ones: were `Object.prototype` to have more, these would stand for duplicates.
  const names = Object.keys(object);
  let keys = names.length;
  for (const name of names) {
    const member = object[name]!;
    if (typeof member !== "string") keys += countKeys(member, largest);
  }
  return keys;
}
