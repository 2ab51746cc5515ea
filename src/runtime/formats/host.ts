/**
 * The formats `ipv4` (RFC 2673 §3.2), `ipv6` (RFC 4291 §2.2) and `hostname` (RFC 1123 §2.1), for a whole string or its end, check in
 * linear time. Labels `xn--…` are checked like any other: decoding them to valid U-labels (RFC 5891 §5.4)
 * would require Unicode tables. `email` is the Mailbox of RFC 5321 §4.1.2, a single address at a host, without display name or comment.
 */

import {
  DOT,
  HYPHEN,
  isDigit,
  isLetter,
  AT_SIGN,
  CLOSING_BRACKET,
  OPENING_BRACKET,
} from "./characters.js";

// No leading zeros, since some parsers would read the number as octal.
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;
const GROUP = /^[\da-f]{1,4}$/i;

export function isIpv4(value: string): boolean {
  return IPV4.test(value);
}

export function isIpv6(value: string): boolean {
  // The last two groups may be written as an IPv4 address.
  const plain = value.replace(/:([\d.]+)$/, (whole, last: string) =>
    isIpv4(last) ? ":0:0" : whole,
  );
  const sides = plain.split("::");
  const groups = sides.flatMap((side) => (side === "" ? [] : side.split(":")));
  // RFC 4291 §2.2: "::" stands for one or more groups of zeros and may occur once.
  const counts = sides.length === 2 ? groups.length < 8 : sides.length === 1 && groups.length === 8;
  return counts && groups.every((group) => GROUP.test(group));
}

export function isHostname(value: string): boolean {
  return isHostnameFrom(value, 0);
}

function isHostnameFrom(value: string, from: number): boolean {
  // RFC 1035 §2.3.4: 255 octets on the wire, which is 253 characters without the root's dot.
  if (value.length - from > 253) return false;
  let label = from;
  for (let i = from; i < value.length; i++) {
    const code = value.charCodeAt(i);
    if (code === DOT) {
      if (!isLabelBetween(value, label, i)) return false;
      label = i + 1;
    } else if (!isLetter(code) && !isDigit(code) && code !== HYPHEN) {
      return false;
    }
  }
  return isLabelBetween(value, label, value.length);
}

/** Checks length and hyphens only, since the caller has checked the characters. */
function isLabelBetween(value: string, from: number, to: number): boolean {
  return (
    to > from &&
    to - from < 64 &&
    value.charCodeAt(from) !== HYPHEN &&
    value.charCodeAt(to - 1) !== HYPHEN
  );
}

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
