/**
 * The formats of RFC 3986, `uri` and `uri-reference`, and those of RFC 3987, `iri` and `iri-reference`, check in linear
 * time: each repetition stops at a character that it does not include.
 */

import { isIpv6 } from "./host.js";
import { isIprivate, isUcschar } from "./characters.js";

// The grammar that URIs and relative references share (RFC 3986 appendix A): everything after the scheme.
// Characters of a path, of user information, of a registered name.
const PATH = "[\\w.~!$&'()*+,;=:@/-]|%[\\da-f]{2}";
const USERINFO = "[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2}";
const REG_NAME = "[\\w.~!$&'()*+,;=-]|%[\\da-f]{2}";
// After an authority, the path is empty or starts with a slash (§3.3).
const AUTHORITY = `//(?:(?:${USERINFO})*@)?(?:\\[([^\\]]*)\\]|(?:${REG_NAME})*)(?::\\d*)?(?=[/?#]|$)`;
const QUERY = `(?:${PATH}|\\?)*`;

/**
 * Source of a regular expression that extends to the end of the text. Its first group is a bracketed IP address in
 * the host.
 */
const URI_REST: string = `(?:${AUTHORITY}|(?!//))(?:${PATH})*(?:\\?${QUERY})?(?:#${QUERY})?$`;

function matchesUri(grammar: RegExp, value: string): boolean {
  const match = grammar.exec(value);
  return match !== null && (match[1] === undefined || isIpLiteral(match[1]));
}

/** IPv6address or IPvFuture (§3.2.2). */
function isIpLiteral(text: string): boolean {
  return isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text);
}

const URI: RegExp = /* @__PURE__ */ new RegExp(`^[a-z][a-z\\d+.-]*:${URI_REST}`, "i");

// Most URIs have a host, no user information and no percent-encoding. Twice as fast as the full grammar, which checks
// everything that this does not match.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/**
 * True for a URI (RFC 3986 §3), which has a scheme. A relative reference has none.
 * @example
 * ```ts
 * import { isUri } from "@proto-gen/runtime/schema";
 *
 * isUri("https://shop.example/orders/1001"); // true
 * isUri("/orders/1001"); // false
 * ```
 */
export function isUri(value: string): boolean {
  return COMMON.test(value) || matchesUri(URI, value);
}

// RFC 3986 §4.2: a colon in the first segment would make the text before it a scheme.
const RELATIVE: RegExp = /* @__PURE__ */ new RegExp(`^(?![^/?#]*:)${URI_REST}`, "i");

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
