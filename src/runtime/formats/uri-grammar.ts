/** The grammar that URIs and relative references share (RFC 3986 appendix A): everything after the scheme. */
import { isIpv6 } from "./ip.js";

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
export const URI_REST: string = `(?:${AUTHORITY}|(?!//))(?:${PATH})*(?:\\?${QUERY})?(?:#${QUERY})?$`;

export function matchesUri(grammar: RegExp, value: string): boolean {
  const match = grammar.exec(value);
  return match !== null && (match[1] === undefined || isIpLiteral(match[1]));
}

/** IPv6address or IPvFuture (§3.2.2). */
function isIpLiteral(text: string): boolean {
  return isIpv6(text) || /^v[\da-f]+\.[\w.~!$&'()*+,;=:-]+$/i.test(text);
}
