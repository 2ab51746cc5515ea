/**
 * The formats `uri` and `uri-reference` of RFC 3986. A string goes in, whether it is one comes out.
 * Time is linear in its length: each repetition stops at a character that it does not contain.
 */
import { isIpv6 } from "./ip.js";

// RFC 3986 appendix A: a character of a path, of user information, of a registered name.
const PATH = "[\\w.~!$&'()*+,;=:@/-]|%[\\da-f]{2}";
const USERINFO = "[\\w.~!$&'()*+,;=:-]|%[\\da-f]{2}";
const REG_NAME = "[\\w.~!$&'()*+,;=-]|%[\\da-f]{2}";
// After an authority the path is empty or starts with a slash (§3.3).
const AUTHORITY = `//(?:(?:${USERINFO})*@)?(\\[[^\\]]*\\]|(?:${REG_NAME})*)(?::\\d*)?(?=[/?#]|$)`;
const QUERY = `(?:${PATH}|\\?)*`;
const REST = `(?:${AUTHORITY}|(?!//))(?:${PATH})*(?:\\?${QUERY})?(?:#${QUERY})?$`;

const URI: RegExp = /* @__PURE__ */ new RegExp(`^[a-z][a-z\\d+.-]*:${REST}`, "i");
// §4.2: a colon in the first segment would make a scheme of what is before it.
const RELATIVE: RegExp = /* @__PURE__ */ new RegExp(`^(?![^/?#]*:)${REST}`, "i");

// What most URIs are: a host, no user information, nothing percent-encoded. Twice as fast as the
// whole grammar, which reads again what this refuses.
const COMMON =
  /^[a-z][a-z\d+.-]*:\/\/[\w.-]+(?::\d+)?(?:[/?][!$&-;=?-Z_a-z~]*)?(?:#[!$&-;=?-Z_a-z~]*)?$/;

/** `uri`: with a scheme. */
export function isUri(value: string): boolean {
  return COMMON.test(value) || matches(URI, value);
}

/** `uri-reference`: a URI, or one relative to another. */
export function isUriReference(value: string): boolean {
  return isUri(value) || matches(RELATIVE, value);
}

function matches(grammar: RegExp, value: string): boolean {
  const match = grammar.exec(value);
  if (match === null) return false;
  const host = match[1] ?? "";
  return !host.startsWith("[") || isIpLiteral(host.slice(1, -1));
}

/** IPv6address or IPvFuture (§3.2.2). */
function isIpLiteral(text: string): boolean {
  return isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text);
}
