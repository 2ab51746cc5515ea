/**
 * Strict JSON, fast. Bytes go in; the value comes out, or undefined where something is wrong: what and
 * where, the scanner can tell.
 *
 * `JSON.parse` has the grammar of RFC 8259 and is lenient in a few places. Each can be seen without taking
 * the text apart: duplicate keys, since then the text has more members than the value; lone surrogates,
 * which UTF-8 has in escapes only; numbers, by their values; and depth.
 */
import type { Json } from "./json.js";
import { decodeUtf8 } from "./decode-utf8.js";
import { DEFAULT_MAX_DEPTH, type ParseJsonOptions } from "./parse-json.js";

export function parseUnambiguous(
  utf8: Uint8Array,
  { maxDepth = DEFAULT_MAX_DEPTH, safeNumbers = false }: ParseJsonOptions = {},
): Json | undefined {
  const counted = countMembers(utf8, maxDepth);
  if (counted === undefined) return undefined;
  const largest = safeNumbers ? Number.MAX_SAFE_INTEGER : Number.MAX_VALUE;
  try {
    const value = JSON.parse(decodeUtf8(utf8)) as Json;
    if (isPolluted() || countKeys(value, largest) !== counted.members) return undefined;
    return counted.surrogates && !isWellFormed(value) ? undefined : value;
  } catch {
    return undefined;
  }
}

interface Counted {
  /** How many members the objects of the text have, if it is JSON; it may be none. */
  readonly members: number;
  /** Whether an escape may be a surrogate: D800 to DFFF start with it, and so do some letters. */
  readonly surrogates: boolean;
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

/** Undefined where the text is too deep, or has a string without an end. */
function countMembers(utf8: Uint8Array, maxDepth: number): Counted | undefined {
  const { length } = utf8;
  let members = 0;
  let surrogates = false;
  let depth = 0;
  for (let at = 0; at < length; at++) {
    const byte = utf8[at];
    if (byte === QUOTE) {
      for (at++; utf8[at] !== QUOTE; at++) {
        if (at >= length) return undefined;
        if (utf8[at] !== BACKSLASH) continue;
        at++;
        surrogates ||= utf8[at] === LETTER_U && (utf8[at + 1]! | 32) === LETTER_D;
      }
    } else if (byte === COLON) members++;
    else if (byte === OPENING_BRACE || byte === OPENING_BRACKET) {
      if (++depth > maxDepth) return undefined;
    } else if (byte === CLOSING_BRACE || byte === CLOSING_BRACKET) depth--;
  }
  return { members, surrogates };
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
  let keys = 0;
  // Twice as fast as a list of the names; inherited ones, of which there are none here, it would see too.
  for (const name in object) {
    keys++;
    const member = object[name]!;
    if (typeof member !== "string") keys += countKeys(member, largest);
  }
  return keys;
}

/** Whether every object seems to have members that it has not: they would stand for duplicates. */
function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** Whether no string of a value, and no key, has a lone surrogate. */
function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return !LONE_SURROGATE.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value)
    ? (value as readonly Json[]).every(isWellFormed)
    : Object.entries(value).every(([name, member]) => isWellFormed(name) && isWellFormed(member));
}

const LONE_SURROGATE = /\p{Surrogate}/u;
