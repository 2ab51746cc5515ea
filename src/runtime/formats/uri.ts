/**
 * The formats of RFC 3986, `uri` and `uri-reference`, those of RFC 3987, `iri` and `iri-reference`, and
 * `uri-template` of RFC 6570 check in linear time: each repetition stops at a character that it does not include.
 */

import { isIpv6 } from "./host.js";
import {
  anchored,
  isIprivate,
  isUcschar,
  COLON,
  DOT,
  isDigit,
  isHexDigit,
  isLetter,
} from "./characters.js";

// The grammar that URIs and relative references share (RFC 3986 appendix A): everything after the scheme.
// Characters of a path, of user information, of a registered name.
const PATH = "[\\w.~!$&'()*+,;=:@/-]|%[\\da-f]{2}";
const USERINFO = "[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2}";
const REG_NAME = "[\\w.~!$&'()*+,;=-]|%[\\da-f]{2}";
// After an authority, the path is empty or starts with a slash (§3.3).
const AUTHORITY = `//(?:(?:${USERINFO})*@)?(?:\\[([^\\]]*)\\]|(?:${REG_NAME})*)(?::\\d*)?(?=[/?#]|$)`;
const QUERY = `(?:${PATH}|\\?)*`;

/** Source of the end of a regular expression. Its first group is a bracketed IP address in the host. */
const URI_REST: string = `(?:${AUTHORITY}|(?!//))(?:${PATH})*(?:\\?${QUERY})?(?:#${QUERY})?`;

function matchesUri(grammar: RegExp, value: string): boolean {
  const match = grammar.exec(value);
  return match !== null && (match[1] === undefined || isIpLiteral(match[1]));
}

/** IPv6address or IPvFuture (§3.2.2). */
function isIpLiteral(text: string): boolean {
  return isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text);
}

const URI: RegExp = /* @__PURE__ */ anchored("[a-z][a-z\\d+.-]*:", URI_REST);

// Most URIs have a host, no user information and no percent-encoding. Twice as fast as the full grammar, which checks
// everything that this does not match.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/** True for a URI (RFC 3986 §3), which has a scheme. A relative reference has none. */
export function isUri(value: string): boolean {
  return COMMON.test(value) || matchesUri(URI, value);
}

// RFC 3986 §4.2: a colon in the first segment would make the text before it a scheme.
const RELATIVE: RegExp = /* @__PURE__ */ anchored("(?![^/?#]*:)", URI_REST);

/** `uri-reference` is a URI, or a relative reference. */
export function isUriReference(value: string): boolean {
  return isUri(value) || matchesUri(RELATIVE, value);
}

export function isIri(value: string): boolean {
  return isUri(percentEncoded(value));
}

export function isIriReference(value: string): boolean {
  return isUriReference(percentEncoded(value));
}

/**
 * Maps an IRI to a URI as in RFC 3987 §3.1, with the same octet for all characters: a character is allowed exactly
 * where the octet is. Private-use characters are only allowed in queries.
 */
function percentEncoded(iri: string): string {
  return encodeWhere(iri, isUcschar).replace(/\?[^#]*/, (query) => encodeWhere(query, isIprivate));
}

function encodeWhere(text: string, belongs: (codePoint: number) => boolean): string {
  return text.replace(/[^\0-\x7f]/gu, (character) =>
    belongs(character.codePointAt(0)!) ? "%80" : character,
  );
}

const PERCENT = 37;
const ASTERISK = 42;
const COMMA = 44;
const ZERO = 48;
const UNDERSCORE = 95;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

/** The format `uri-template` of RFC 6570 §2, of any level. */
export function isUriTemplate(value: string): boolean {
  let at = 0;
  while (at < value.length) {
    const opening = value.charCodeAt(at) === OPENING_BRACE;
    const end = opening ? expressionEnd(value, at + 1) : literalEnd(value, at);
    if (end === at) return false;
    at = end;
  }
  return true;
}

/** The index after the literal character at `at`, or `at` itself (RFC 6570 §2.1, erratum 6937). */
function literalEnd(value: string, at: number): number {
  const code = value.codePointAt(at)!;
  if (isLetter(code)) return at + 1;
  if (code === PERCENT) return percentEncodedEnd(value, at);
  if (code > 127) return isUcschar(code) || isIprivate(code) ? at + (code > 0xffff ? 2 : 1) : at;
  const excluded = code < 33 || code === 127 || '"<>\\^`{|}'.includes(value.charAt(at));
  return excluded ? at : at + 1;
}

/** The index after the expression whose brace is before `at`, or that brace's index if it is not an expression. */
function expressionEnd(value: string, at: number): number {
  const start = at < value.length && "+#./;?&=,!@|".includes(value.charAt(at)) ? at : at - 1;
  let end = start;
  do {
    end = variableEnd(value, end + 1);
  } while (value.charCodeAt(end) === COMMA);
  return value.charCodeAt(end) === CLOSING_BRACE ? end + 1 : at - 1;
}

/** Returns the index after the variable that begins at `at`, or -1 if none begins there (RFC 6570 §2.3). */
function variableEnd(value: string, at: number): number {
  let end = at;
  for (;;) {
    const next = nameCharacterEnd(value, end);
    if (next === end) return -1;
    end = nameCharactersEnd(value, next);
    if (value.charCodeAt(end) !== DOT) return modifierEnd(value, end);
    end++;
  }
}

function nameCharactersEnd(value: string, at: number): number {
  let end = at;
  for (let next = nameCharacterEnd(value, end); next > end; next = nameCharacterEnd(value, end)) {
    end = next;
  }
  return end;
}

function nameCharacterEnd(value: string, at: number): number {
  const code = value.charCodeAt(at);
  if (code === PERCENT) return percentEncodedEnd(value, at);
  return isLetter(code) || isDigit(code) || code === UNDERSCORE ? at + 1 : at;
}

/** The index after the explode or prefix modifier at `at`, if there is one (RFC 6570 §2.4). */
function modifierEnd(value: string, at: number): number {
  const code = value.charCodeAt(at);
  if (code === ASTERISK) return at + 1;
  if (code !== COLON || value.charCodeAt(at + 1) === ZERO) return at;
  let end = at + 1;
  while (end < at + 5 && isDigit(value.charCodeAt(end))) end++;
  return end > at + 1 ? end : at;
}

function percentEncodedEnd(value: string, at: number): number {
  const valid = isHexDigit(value.charCodeAt(at + 1)) && isHexDigit(value.charCodeAt(at + 2));
  return valid ? at + 3 : at;
}
