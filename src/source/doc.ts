/**
 * Lays out a document of text with places where a line may break, after Wadler, "A prettier printer". The output is what
 * prettier would print, so that generation needs no formatter.
 */

import { verbatim, type Code } from "./code.js";

export type Doc = Code | Mark | readonly Doc[] | Indent | Group | Line | IfBreak;

/** Punctuation, which needs no tag: a string of data has not this type. */
export type Mark =
  | ""
  | " "
  | ","
  | ";"
  | ":"
  | ": "
  | "("
  | ")"
  | "{"
  | "}"
  | "{}"
  | "};"
  | "["
  | "]"
  | "[]"
  | "<"
  | ">"
  | "|"
  | "| "
  | " | "
  | " & "
  | " &"
  | " &&"
  | "!"
  | "?"
  | "..."
  | " {"
  | " = ";

interface Indent {
  readonly kind: "indent";
  readonly content: Doc;
}

/** Broken as a whole, or not at all. */
interface Group {
  readonly kind: "group";
  readonly content: Doc;
  readonly breaks: boolean;
  /** Its text begins and ends with parentheses that belong together. */
  readonly isParenthesised?: true;
}

interface Line {
  readonly kind: "line";
  /** The text when the group is flat; undefined: the group always breaks. */
  readonly flat: string | undefined;
}

interface IfBreak {
  readonly kind: "ifBreak";
  readonly broken: Mark;
  readonly flat: Mark;
}

export const LINE_WIDTH = 100;

/** `Array.isArray` itself, which has no type for lists that are not written to. */
export const isList = Array.isArray as (doc: Doc) => doc is readonly Doc[];

export const line: Doc = { kind: "line", flat: " " };
export const softline: Doc = { kind: "line", flat: "" };
export const hardline: Doc = { kind: "line", flat: undefined };

/**
 * Lines of the content begin two spaces further in, after its first line break.
 *
 * @example
 * ```ts
 * import { code, hardline, indent, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(["{", indent([hardline, code`id: 1,`]), hardline, "}"]); // "{\n  id: 1,\n}"
 * ```
 */
export function indent(content: Doc): Doc {
  return { kind: "indent", content };
}

/**
 * On one line where the content fits, else with a line break at each `line` and `softline` of it.
 *
 * @example
 * ```ts
 * import { code, group, indent, line, printDoc, softline } from "proto-gen/emitter/v1";
 *
 * const call = group([code`f(`, indent([softline, code`first`, ",", line, code`second`]), softline, ")"]);
 * printDoc(call); // "f(first, second)"
 * printDoc(call, 10); // "f(\n  first,\n  second\n)"
 * ```
 */
export function group(content: Doc): Doc {
  return { kind: "group", content, breaks: holdsHardline(content) };
}

/** Documents in parentheses, one a line where they do not fit. */
export function parenthesised(content: Doc): Doc {
  const doc = group(["(", indent([softline, content]), softline, ")"]);
  return isGroup(doc) ? { ...doc, isParenthesised: true } : doc;
}

export function isParenthesised(doc: Doc | undefined): boolean {
  return isGroup(doc) && doc.isParenthesised === true;
}

function isGroup(doc: Doc | undefined): doc is Group {
  return typeof doc === "object" && !isList(doc) && doc.kind === "group";
}

export function ifBreak(broken: Mark, flat: Mark = ""): Doc {
  return { kind: "ifBreak", broken, flat };
}

/**
 * Documents with a separator between them.
 *
 * @example
 * ```ts
 * import { code, group, join, line, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(join([",", line], [code`a`, code`b`])); // "a,\nb"
 * printDoc(group(join([",", line], [code`a`, code`b`]))); // "a, b"
 * ```
 */
export function join(separator: Doc, docs: readonly Doc[]): Doc {
  const joined: Doc[] = [];
  for (let index = 0; index < docs.length; index++) {
    if (index > 0) joined.push(separator);
    joined.push(docs[index]!);
  }
  return joined;
}

/**
 * Lines below each other.
 *
 * @example
 * ```ts
 * import { code, printDoc, stack } from "proto-gen/emitter/v1";
 *
 * printDoc(stack([code`const a = 1;`, code`const b = 2;`])); // "const a = 1;\nconst b = 2;"
 * ```
 */
export function stack(docs: readonly Doc[]): Doc {
  return join(hardline, docs);
}

/** A list of which some documents are printed, and the state in which the rest is. */
interface OpenList {
  readonly docs: readonly Doc[];
  readonly next: number;
  readonly depth: number;
  readonly flat: boolean;
}

/**
 * Prints a document, as prettier would. It is one loop without functions: a module has thousands of documents, and calls took more time than
 * what they did.
 *
 * @param width the line's width in UTF-16 units
 *
 * @example
 * ```ts
 * import { arrayLiteral, numberLiteral, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(arrayLiteral([1, 2, 3].map(numberLiteral))); // "[1, 2, 3]"
 * printDoc(arrayLiteral([1, 2, 3].map(numberLiteral)), 5); // "[\n  1,\n  2,\n  3,\n]"
 * ```
 */
export function printDoc(doc: Doc, width = LINE_WIDTH): Code {
  const out: string[] = [];
  const open: OpenList[] = [];
  let column = 0;
  let list: OpenList | undefined = { docs: [doc], next: 0, depth: 0, flat: false };
  for (; list !== undefined; list = open.pop()) {
    let { docs, next, depth, flat }: OpenList = list;
    while (next < docs.length) {
      let current = docs[next++]!;
      let isFlat = flat;
      let level = depth;
      // A group or an indent holds one document.
      while (typeof current !== "string" && !isList(current) && current.kind !== "line")
        if (current.kind === "ifBreak") current = isFlat ? current.flat : current.broken;
        else {
          if (current.kind === "indent") level++;
          else if (current.breaks) isFlat = false;
          else if (!isFlat) {
            open.push({ docs, next, depth, flat });
            isFlat = fits(current.content, width - column, open);
            open.pop();
          }
          current = current.content;
        }
      if (typeof current === "string") {
        if (current === "") continue;
        out.push(current);
        const newline = current.lastIndexOf("\n");
        column = newline < 0 ? column + current.length : current.length - newline - 1;
      } else if (isList(current)) {
        if (next < docs.length) open.push({ docs, next, depth, flat });
        docs = current;
        next = 0;
        depth = level;
        flat = isFlat;
      } else if (isFlat && current.flat !== undefined) {
        out.push(current.flat);
        column += current.flat.length;
      } else {
        trimEnd(out);
        out.push("\n", "  ".repeat(level));
        column = level * 2;
      }
    }
  }
  return verbatim(out.join(""));
}

/** No line ends in spaces; one that holds nothing but its margin is empty. */
function trimEnd(out: string[]): void {
  for (let last = out.at(-1); last === "" || last?.endsWith(" ") === true; last = out.at(-1)) {
    out.pop();
    const trimmed = last.replace(/ +$/, "");
    if (trimmed !== "") out.push(trimmed);
  }
}

/** The room behind the end of a line: whatever follows needs none. */
const LINE_ENDED = Infinity;

/** True where a document, and what follows it up to the next line end, fit the room that a line has left. */
function fits(doc: Doc, room: number, open: readonly OpenList[]): boolean {
  let left = roomBehind(doc, true, room);
  for (let index = open.length - 1; index >= 0 && left >= 0 && left !== LINE_ENDED; index--) {
    const { docs, next, flat } = open[index]!;
    left = roomBehindAll(docs, next, flat, left);
  }
  return left >= 0;
}

/** The room that a line has left behind a document; below zero where the document does not fit. */
function roomBehind(doc: Doc, flat: boolean, room: number): number {
  if (typeof doc === "string") {
    const newline = doc.indexOf("\n");
    if (newline < 0) return room - doc.length;
    return newline <= room ? LINE_ENDED : room - newline;
  }
  if (isList(doc)) return roomBehindAll(doc, 0, flat, room);
  if (doc.kind === "indent") return roomBehind(doc.content, flat, room);
  if (doc.kind === "group") return roomBehind(doc.content, flat && !doc.breaks, room);
  if (doc.kind === "ifBreak") return room - (flat ? doc.flat : doc.broken).length;
  return flat && doc.flat !== undefined ? room - doc.flat.length : LINE_ENDED;
}

function roomBehindAll(docs: readonly Doc[], from: number, flat: boolean, room: number): number {
  let left = room;
  for (let index = from; index < docs.length && left >= 0 && left !== LINE_ENDED; index++) {
    const doc = docs[index]!;
    const isInLine = typeof doc === "string" && !doc.includes("\n");
    left = isInLine ? left - doc.length : roomBehind(doc, flat, left);
  }
  return left;
}

function holdsHardline(doc: Doc): boolean {
  if (typeof doc === "string") return doc.includes("\n");
  if (isList(doc)) {
    for (let index = 0; index < doc.length; index++) {
      const each = doc[index]!;
      if (typeof each === "string" ? each.includes("\n") : holdsHardline(each)) return true;
    }
    return false;
  }
  if (doc.kind === "line") return doc.flat === undefined;
  return doc.kind === "indent" ? holdsHardline(doc.content) : doc.kind === "group" && doc.breaks;
}
