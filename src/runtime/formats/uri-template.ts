/** The format `uri-template` of RFC 6570 §2, of any level. */
import { COLON, DOT, isDigit, isHexDigit, isLetter, isIprivate, isUcschar } from "./characters.js";

const PERCENT = 37;
const ASTERISK = 42;
const COMMA = 44;
const ZERO = 48;
const UNDERSCORE = 95;
const OPENING_BRACE = 123;
const CLOSING_BRACE = 125;

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

/** The index after the varspec at `at`. -1 if there is none. */
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
