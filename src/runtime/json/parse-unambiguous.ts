/**
 * A fast strict JSON parser. Returns undefined if something is wrong; the scanner can then say what and where.
 *
 * `JSON.parse` implements the grammar of RFC 8259 but is lenient in a few respects, which can be detected without
 * tokenizing: duplicate keys, because the text then has more members than the value; lone surrogates, which UTF-8 can
 * only have in escapes; numbers, by their values; and depth.
 */
import { decodeUtf8 } from "../text/encoding.js";
import type { Json, ParseJsonOptions } from "./parse-json.js";

export const DEFAULT_MAX_DEPTH = 512;

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
  /** Number of members in the text's objects, provided that it is JSON. */
  readonly members: number;
  /** True if some escape may be a surrogate: D800 to DFFF start like this, as do a few letters. */
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

/** Undefined if the text is nested too deeply, or a string does not end. */
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

/** Number of keys in a value's objects. NaN, which equals nothing, if a number exceeds `largest`. */
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
  // Twice as fast as listing the names. Inherited names, which it would include, were ruled out.
  for (const name in object) {
    keys++;
    const member = object[name]!;
    if (typeof member !== "string") keys += countKeys(member, largest);
  }
  return keys;
}

/** True if every object appears to have members that it lacks: they could hide duplicates. */
function isPolluted(): boolean {
  for (const _ in Object.prototype) return true;
  return false;
}

/** True if no string or key has a lone surrogate. */
function isWellFormed(value: Json): boolean {
  if (typeof value === "string") return !LONE_SURROGATE.test(value);
  if (typeof value !== "object" || value === null) return true;
  return Array.isArray(value)
    ? (value as readonly Json[]).every(isWellFormed)
    : Object.entries(value).every(([name, member]) => isWellFormed(name) && isWellFormed(member));
}

const LONE_SURROGATE = /\p{Surrogate}/u;
