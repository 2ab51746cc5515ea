/**
 * The formats `uri` and `uri-reference` of RFC 3986. A string goes in, whether it is one comes out.
 * Time is linear in its length.
 */
import {
  AT_SIGN,
  CLOSING_BRACKET,
  COLON,
  DOT,
  isHexDigit,
  isLetter,
  OPENING_BRACKET,
  SLASH,
} from "./characters.js";
import { isIpv6Between } from "./ip.js";

const HASH = 35;
const PERCENT = 37;
const QUESTION_MARK = 63;

// What may stand where: one bit for each set of characters in the ABNF of RFC 3986 appendix A.
const DIGITS = 1;
const SCHEME = 2;
const LITERAL = 4;
const REG_NAME = 8;
const USERINFO = 16;
const SEGMENT_NC = 32;
const PATH = 64;
const QUERY = 128;
const PERCENT_ENCODED = REG_NAME | USERINFO | SEGMENT_NC | PATH | QUERY;
const UNRESERVED = PERCENT_ENCODED | LITERAL;

const SETS: Uint8Array = /* @__PURE__ */ characterSets();

function characterSets(): Uint8Array {
  const sets = new Uint8Array(128);
  const add = (characters: string, bits: number): void => {
    for (const character of characters) sets[character.charCodeAt(0)]! |= bits;
  };
  add("0123456789", DIGITS | SCHEME | UNRESERVED);
  add("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ+-.", SCHEME | UNRESERVED);
  add("_~!$&'()*,;=", UNRESERVED);
  add(":", LITERAL | USERINFO | PATH | QUERY);
  add("@", SEGMENT_NC | PATH | QUERY);
  add("/", PATH | QUERY);
  add("?", QUERY);
  return sets;
}

// The URIs that most values are: a host, no user information, nothing percent-encoded. Natively
// they are read twice as fast as below. Each repetition stops at a character it does not contain,
// so a failing match takes linear time too; what this refuses is read again by the whole grammar.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/** `uri`: with a scheme. */
export function isUri(value: string): boolean {
  if (COMMON.test(value)) return true;
  const start = schemeEnd(value);
  return start > 0 && isRelativeFrom(value, start);
}

/** `uri-reference`: a URI, or one relative to another. */
export function isUriReference(value: string): boolean {
  if (isUri(value)) return true;
  // RFC 3986 §4.2: a colon in the first segment would make a scheme of what is before it.
  const segmentEnd = skip(value, 0, SEGMENT_NC);
  return value.charCodeAt(segmentEnd) !== COLON && isRelativeFrom(value, 0);
}

/** The index after the scheme and its colon; 0 if there is none. */
function schemeEnd(value: string): number {
  const end = skip(value, 0, SCHEME);
  return value.charCodeAt(end) === COLON && isLetter(value.charCodeAt(0)) ? end + 1 : 0;
}

/** Whether the rest of `value` is a hier-part, then a query and a fragment if there are any. */
function isRelativeFrom(value: string, from: number): boolean {
  let at = from;
  if (value.charCodeAt(at) === SLASH && value.charCodeAt(at + 1) === SLASH) {
    at = authorityEnd(value, at + 2);
    // RFC 3986 §3.3: after an authority the path is empty or starts with a slash.
    if (!isEndOfAuthority(value, at)) return false;
  }
  at = skip(value, at, PATH);
  if (value.charCodeAt(at) === QUESTION_MARK) at = skip(value, at + 1, QUERY);
  if (value.charCodeAt(at) === HASH) at = skip(value, at + 1, QUERY);
  return at === value.length;
}

/** The end of the host and port at `at`, past the user information; -1 if the host is invalid. */
function authorityEnd(value: string, at: number): number {
  const end = hostAndPortEnd(value, at);
  if (isEndOfAuthority(value, end)) return end;
  const userinfoEnd = skip(value, at, USERINFO);
  return value.charCodeAt(userinfoEnd) === AT_SIGN ? hostAndPortEnd(value, userinfoEnd + 1) : -1;
}

function isEndOfAuthority(value: string, at: number): boolean {
  const code = value.charCodeAt(at);
  return at === value.length || code === SLASH || code === QUESTION_MARK || code === HASH;
}

function hostAndPortEnd(value: string, at: number): number {
  const end =
    value.charCodeAt(at) === OPENING_BRACKET ? literalEnd(value, at) : skip(value, at, REG_NAME);
  return value.charCodeAt(end) === COLON ? skip(value, end + 1, DIGITS) : end;
}

/** The index after the IP-literal at `at`; -1 if it is not one. */
function literalEnd(value: string, at: number): number {
  const end = skip(value, at + 1, LITERAL);
  const valid =
    value.charCodeAt(end) === CLOSING_BRACKET &&
    (isIpv6Between(value, at + 1, end) || isIpvFutureBetween(value, at + 1, end));
  return valid ? end + 1 : -1;
}

/** IPvFuture, `v1.x`. The caller has seen that the characters may stand in an IP-literal. */
function isIpvFutureBetween(value: string, from: number, to: number): boolean {
  let at = from + 1;
  while (isHexDigit(value.charCodeAt(at))) at++;
  return (
    (value.charCodeAt(from) | 32) === 118 &&
    at > from + 1 &&
    value.charCodeAt(at) === DOT &&
    at + 1 < to
  );
}

/** The index of the first character from `at` that is neither in `set` nor percent-encoded. */
function skip(value: string, at: number, set: number): number {
  let end = at;
  for (; end < value.length; end++) {
    const code = value.charCodeAt(end);
    // Past ASCII the table gives undefined, and `undefined & set` is 0.
    if (SETS[code]! & set) continue;
    if (code !== PERCENT || !(set & PERCENT_ENCODED)) break;
    if (!isHexDigit(value.charCodeAt(end + 1)) || !isHexDigit(value.charCodeAt(end + 2))) break;
    end += 2;
  }
  return end;
}
