/**
 * Lays out a document of text with places where a line may break, after Wadler, "A prettier printer". The output is what
 * prettier would print, so that generation needs no formatter.
 */

import type { Code } from "./code.js";

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

export const line: Doc = { kind: "line", flat: " " };
export const softline: Doc = { kind: "line", flat: "" };
export const hardline: Doc = { kind: "line", flat: undefined };

export function indent(content: Doc): Doc {
  return { kind: "indent", content };
}

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

export function join(separator: Doc, docs: readonly Doc[]): Doc {
  return docs.flatMap((doc, index) => (index === 0 ? [doc] : [separator, doc]));
}

/** Lines below each other. */
export function stack(docs: readonly Doc[]): Doc {
  return join(hardline, docs);
}

interface Command {
  readonly depth: number;
  readonly flat: boolean;
  readonly doc: Doc;
}

/** @param width the line's width in UTF-16 units */
export function printDoc(doc: Doc, width = LINE_WIDTH): string {
  const out: string[] = [];
  let column = 0;
  const commands: Command[] = [{ depth: 0, flat: false, doc }];
  for (let command = commands.pop(); command !== undefined; command = commands.pop()) {
    const { depth, flat, doc: current } = command;
    if (typeof current === "string") {
      out.push(current);
      const newline = current.lastIndexOf("\n");
      column = newline < 0 ? column + current.length : current.length - newline - 1;
    } else if (isList(current)) {
      for (let index = current.length - 1; index >= 0; index--)
        commands.push({ depth, flat, doc: current[index] as Doc });
    } else if (current.kind === "indent")
      commands.push({ depth: depth + 1, flat, doc: current.content });
    else if (current.kind === "ifBreak")
      commands.push({ depth, flat, doc: flat ? current.flat : current.broken });
    else if (current.kind === "group") {
      const fitsFlat =
        !current.breaks &&
        (flat || fits({ depth, flat: true, doc: current.content }, commands, width - column));
      commands.push({ depth, flat: fitsFlat, doc: current.content });
    } else if (flat && current.flat !== undefined) {
      out.push(current.flat);
      column += current.flat.length;
    } else {
      trimEnd(out);
      out.push("\n", "  ".repeat(depth));
      column = depth * 2;
    }
  }
  return out.join("");
}

/** No line ends in spaces; one that holds nothing but its margin is empty. */
function trimEnd(out: string[]): void {
  for (let last = out.pop(); last !== undefined; last = out.pop()) {
    const trimmed = last.replace(/ +$/, "");
    if (trimmed === "") continue;
    out.push(trimmed);
    return;
  }
}

/** True where a command, and what follows it up to the next line end, fit the rest of the line. */
function fits(first: Command, rest: readonly Command[], room: number): boolean {
  let left = room;
  let next = rest.length;
  const commands: Command[] = [first];
  while (left >= 0) {
    let command = commands.pop();
    if (command === undefined) {
      if (next === 0) return true;
      command = rest[--next] as Command;
    }
    const { depth, flat, doc } = command;
    if (typeof doc === "string") {
      const newline = doc.indexOf("\n");
      if (newline >= 0) return newline <= left;
      left -= doc.length;
    } else if (isList(doc)) {
      for (let index = doc.length - 1; index >= 0; index--)
        commands.push({ depth, flat, doc: doc[index] as Doc });
    } else if (doc.kind === "indent") commands.push({ depth, flat, doc: doc.content });
    else if (doc.kind === "ifBreak")
      commands.push({ depth, flat, doc: flat ? doc.flat : doc.broken });
    else if (doc.kind === "group")
      commands.push({ depth, flat: flat && !doc.breaks, doc: doc.content });
    else if (flat && doc.flat !== undefined) left -= doc.flat.length;
    else return true;
  }
  return false;
}

export function isList(doc: Doc): doc is readonly Doc[] {
  return Array.isArray(doc);
}

function holdsHardline(doc: Doc): boolean {
  if (typeof doc === "string") return doc.includes("\n");
  if (isList(doc)) return doc.some(holdsHardline);
  if (doc.kind === "line") return doc.flat === undefined;
  return doc.kind === "indent" ? holdsHardline(doc.content) : doc.kind === "group" && doc.breaks;
}
