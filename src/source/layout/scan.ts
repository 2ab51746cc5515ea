/** Scan: declarations as text in, one token at a time out. */

import { cutText } from "@proto-gen/runtime/json";

export type TokenKind = "name" | "string" | "number" | "comment" | "mark" | "end";

const MARKS = "{}[]()<>|&?:;,.=";

// Sticky: each reads one token at the scanner's place.
const NAME = /[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*/uy;
const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const ESCAPE = /\\(?:u\{([\da-fA-F]{1,6})\}|u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^ux1-9]))/y;

const ESCAPED: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  "0": "\0",
  "\n": "",
  "\r": "",
  "\r\n": "",
  "\u2028": "",
  "\u2029": "",
};

export class Scanner {
  readonly #source: string;
  #end = 0;
  kind: TokenKind = "end";
  /** A name, a number or a mark as it stands, a string's value, a comment's inside. */
  text = "";
  /** Offset in UTF-16 units. */
  start = 0;
  /** True where the token is the first of its line. */
  afterNewline = false;

  constructor(source: string) {
    this.#source = source;
    this.advance();
  }

  /** @throws Error where no token starts, or where one does not end */
  advance(): void {
    this.#skipSpace();
    const source = this.#source;
    const start = this.#end;
    this.start = start;
    if (start >= source.length) return this.#take("end", "", start);
    const char = source.charAt(start);
    if (char === '"' || char === "'") return this.#scanString(char);
    if (char === "/") return this.#scanComment();
    if (char === "." && source.startsWith("...", start))
      return this.#take("mark", "...", start + 3);
    if (MARKS.includes(char)) return this.#take("mark", char, start + 1);
    const digit = source.charCodeAt(start);
    const isNumber = char === "-" || (digit >= 48 && digit <= 57);
    const token = readAt(isNumber ? NUMBER : NAME, source, start)?.[0];
    if (token === undefined) this.fail("a token");
    this.#take(isNumber ? "number" : "name", token, start + token.length);
  }

  is(mark: string): boolean {
    return this.kind === "mark" && this.text === mark;
  }

  isName(name: string): boolean {
    return this.kind === "name" && this.text === name;
  }

  /** @throws Error that names the offset */
  fail(expected: string): never {
    const found =
      this.start < this.#source.length
        ? JSON.stringify(cutText(this.#source.slice(this.start), 24))
        : "the end";
    throw new Error(
      `LAYOUT_SYNTAX: expected ${expected}, found ${found} at offset ${this.start} of the declarations`,
    );
  }

  #take(kind: TokenKind, text: string, end: number): void {
    this.kind = kind;
    this.text = text;
    this.#end = end;
  }

  #skipSpace(): void {
    const source = this.#source;
    let at = this.#end;
    this.afterNewline = at === 0;
    for (; at < source.length; at++) {
      const code = source.charCodeAt(at);
      if (code === 10 || code === 13) this.afterNewline = true;
      else if (code !== 32 && code !== 9) break;
    }
    this.#end = at;
  }

  #scanString(quote: string): void {
    const source = this.#source;
    const parts: string[] = [];
    let from = this.start + 1;
    for (let at = from; at < source.length; at++) {
      const char = source.charAt(at);
      if (char === quote) {
        parts.push(source.slice(from, at));
        return this.#take("string", parts.join(""), at + 1);
      }
      if (char === "\n" || char === "\r") break;
      if (char !== "\\") continue;
      const escape = readAt(ESCAPE, source, at);
      if (escape === undefined) break;
      parts.push(source.slice(from, at), unescape(escape));
      from = at + escape[0].length;
      at = from - 1;
    }
    this.fail("a string that ends on its line");
  }

  #scanComment(): void {
    const inside = this.start + 2;
    const end = this.#source.startsWith("/*", this.start) ? this.#source.indexOf("*/", inside) : -1;
    if (end < 0) this.fail("a block comment with an end");
    this.#take("comment", this.#source.slice(inside, end), end + 2);
  }
}

function readAt(pattern: RegExp, source: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(source) ?? undefined;
}

function unescape([, point, unit, byte, char = ""]: RegExpExecArray): string {
  const code = point ?? unit ?? byte;
  if (code === undefined) return ESCAPED[char] ?? char;
  const value = Number.parseInt(code, 16);
  return value <= 0x10ffff ? String.fromCodePoint(value) : "\ufffd";
}
