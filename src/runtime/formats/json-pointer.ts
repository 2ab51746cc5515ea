/**
 * The formats `json-pointer` (RFC 6901 §3) and `relative-json-pointer` (draft-bhutton-relative-json-pointer-00 §3).
 */
import { HYPHEN, isDigit, PLUS, SLASH } from "./characters.js";

const HASH = 35;
const ZERO = 48;
const ONE = 49;

export function isJsonPointer(value: string): boolean {
  return isJsonPointerFrom(value, 0);
}

export function isRelativeJsonPointer(value: string): boolean {
  const up = integerEnd(value, 0);
  if (up === 0) return false;
  const sign = value.charCodeAt(up);
  const shifted = sign === PLUS || sign === HYPHEN;
  const end = shifted ? integerEnd(value, up + 1) : up;
  if (shifted && (end === up + 1 || value.charCodeAt(up + 1) === ZERO)) return false;
  if (value.charCodeAt(end) === HASH) return end + 1 === value.length;
  return isJsonPointerFrom(value, end);
}

/** The end of the integer at `at`, without leading zeros. `at` if there is none. */
function integerEnd(value: string, at: number): number {
  if (value.charCodeAt(at) === ZERO) return at + 1;
  let end = at;
  while (isDigit(value.charCodeAt(end))) end++;
  return end;
}

function isJsonPointerFrom(value: string, from: number): boolean {
  if (from < value.length && value.charCodeAt(from) !== SLASH) return false;
  for (let at = value.indexOf("~", from); at >= 0; at = value.indexOf("~", at + 1)) {
    const escaped = value.charCodeAt(at + 1);
    if (escaped !== ZERO && escaped !== ONE) return false;
  }
  return true;
}
