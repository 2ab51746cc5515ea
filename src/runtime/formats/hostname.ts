/**
 * The format `hostname` of RFC 1123 §2.1, for a whole string or its end. Labels `xn--…` are checked like any other:
 * decoding them to valid U-labels (RFC 5891 §5.4) would require Unicode tables.
 */
import { DOT, HYPHEN, isDigit, isLetter } from "./characters.js";

export function isHostname(value: string): boolean {
  return isHostnameFrom(value, 0);
}

export function isHostnameFrom(value: string, from: number): boolean {
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
