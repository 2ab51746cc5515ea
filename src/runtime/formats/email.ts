/** The format `email`: the Mailbox of RFC 5321 §4.1.2, a single address without display name or comment. */
import { AT_SIGN, CLOSING_BRACKET, DOT, isDigit, isLetter, OPENING_BRACKET } from "./characters.js";
import { isHostnameFrom, isIpv4, isIpv6 } from "./host.js";

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * True for one address, the Mailbox of RFC 5321 §4.1.2, without a display name or comment.
 * @example
 * ```ts
 * import { isEmail } from "@proto-gen/runtime/schema";
 *
 * isEmail("ada@example.com"); // true
 * isEmail("Ada <ada@example.com>"); // false
 * ```
 */
export function isEmail(value: string): boolean {
  const at = value.charCodeAt(0) === QUOTE ? quotedStringEnd(value) : dotStringEnd(value);
  return value.charCodeAt(at) === AT_SIGN && isDomainFrom(value, at + 1);
}

/** The end of the Dot-string that `value` starts with. -1 if there is none. */
function dotStringEnd(value: string): number {
  let atom = 0;
  for (let i = 0; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (isLetter(code) || isDigit(code)) continue;
    if (code === AT_SIGN || code === DOT) {
      if (i === atom) return -1;
      if (code === AT_SIGN) return i;
      atom = i + 1;
    } else if (!"!#$%&'*+-/=?^_`{|}~".includes(value.charAt(i))) {
      return -1;
    }
  }
  return -1;
}

/** The index after the Quoted-string that `value` starts with. -1 if there is none. */
function quotedStringEnd(value: string): number {
  for (let i = 1; i < value.length; i++) {
    if (value.charCodeAt(i) === QUOTE) return i + 1;
    if (value.charCodeAt(i) === BACKSLASH) i++;
    const code = value.charCodeAt(i);
    if (!(code > 31 && code < 127)) return -1;
  }
  return -1;
}

function isDomainFrom(value: string, from: number): boolean {
  if (value.charCodeAt(from) !== OPENING_BRACKET) return isHostnameFrom(value, from);
  const end = value.length - 1;
  if (value.charCodeAt(end) !== CLOSING_BRACKET) return false;
  // RFC 5321 §4.1.3. IPv6 is the only registered tag.
  return value.slice(from + 1, from + 6).toLowerCase() === "ipv6:"
    ? isIpv6(value.slice(from + 6, end))
    : isIpv4(value.slice(from + 1, end));
}
