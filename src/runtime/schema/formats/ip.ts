/**
 * The formats `ipv4` (RFC 2673 §3.2) and `ipv6` (RFC 4291 §2.2), whole or as a part of a longer
 * string: a URI and an e-mail address contain them. The code unit at `to` must be none that an
 * address may contain; a closing bracket or the end of the text.
 */
import { COLON, DOT, isDigit, isHexDigit } from "./characters.js";

export function isIpv4(value: string): boolean {
  return isIpv4Between(value, 0, value.length);
}

export function isIpv6(value: string): boolean {
  return isIpv6Between(value, 0, value.length);
}

export function isIpv4Between(value: string, from: number, to: number): boolean {
  let end = octetEnd(value, from);
  for (let dots = 0; dots < 3; dots++) {
    if (value.charCodeAt(end) !== DOT) return false;
    end = octetEnd(value, end + 1);
  }
  return end === to;
}

/** The index after the dec-octet at `at` (RFC 3986 §3.2.2); -1 if there is none. */
function octetEnd(value: string, at: number): number {
  let octet = value.charCodeAt(at) - 48;
  if (!(octet >= 0 && octet <= 9)) return -1;
  // Nothing follows a leading zero, for some readers would take the octet for octal.
  const limit = octet === 0 ? at + 1 : at + 3;
  let end = at + 1;
  for (; end < limit; end++) {
    const code = value.charCodeAt(end);
    if (!isDigit(code)) break;
    octet = octet * 10 + code - 48;
  }
  return octet < 256 ? end : -1;
}

export function isIpv6Between(value: string, from: number, to: number): boolean {
  let groups = 0;
  let compressed = value.startsWith("::", from);
  let at = compressed ? from + 2 : from;
  if (compressed && at === to) return true;
  for (;;) {
    const start = at;
    while (isHexDigit(value.charCodeAt(at))) at++;
    if (value.charCodeAt(at) === DOT) {
      if (!isIpv4Between(value, start, to)) return false;
      groups += 2;
      break;
    }
    if (at === start || at - start > 4) return false;
    groups++;
    if (at === to) break;
    if (value.charCodeAt(at++) !== COLON) return false;
    if (value.charCodeAt(at) === COLON) {
      if (compressed) return false;
      compressed = true;
      if (++at === to) break;
    }
  }
  // RFC 4291 §2.2: "::" stands for one or more groups of zeros.
  return compressed ? groups < 8 : groups === 8;
}
