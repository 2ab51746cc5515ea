/**
 * Inserts members at the end of an object literal, as edits of the module's text: a printer would change the layout of
 * the comments and members that are there.
 */

import type { ObjectLiteralExpression } from "ts-morph";
import { hasTrailingComma, type CodeStyle } from "./code-style.js";
import type { TextEdit } from "../text/text-edit.js";

export interface MemberLines {
  /** One level of indentation in `lines`. */
  readonly unit: string;
  /** The members, the first level not indented. */
  readonly lines: readonly string[];
}

export function insertMembers(
  literal: ObjectLiteralExpression,
  { unit, lines }: MemberLines,
  style: CodeStyle,
): readonly TextEdit[] {
  const inner = style.member ?? style.outer + (style.unit ?? unit);
  const text = literal.getSourceFile().getFullText();
  const open = literal.getStart() + 1;
  const close = literal.getEnd() - 1;
  const added = lines.map((line) => (line === "" ? "" : inner + line));
  const last = literal.getProperties().at(-1);
  const needsComma = last !== undefined && !hasTrailingComma(literal);
  const commas = needsComma ? [insertion(last.getEnd(), ",")] : [];
  const block = (parts: readonly string[]): string => parts.join(style.lineEnd);
  const lineStart = text.lastIndexOf("\n", close - 1) + 1;
  const isOnOwnLine = lineStart > open && text.slice(lineStart, close).trim() === "";
  if (text.slice(open, close).trim() === "")
    return [{ start: open, end: close, text: block(["", ...added, style.outer]) }];
  if (isOnOwnLine) {
    const gap = last === undefined ? [] : [""];
    return [...commas, insertion(lineStart, block([...gap, ...added, ""]))];
  }
  // `{ ...others }`: broken up, so that each member has its own line.
  const before = text.slice(0, close).trimEnd().length;
  const breaks = isOneLine(text.slice(open, close))
    ? breakLines(literal, text, style.lineEnd + inner)
    : [];
  const end = { start: before, end: close, text: block(["", "", ...added, style.outer]) };
  return [...breaks, ...commas, end];
}

function insertion(position: number, text: string): TextEdit {
  return { start: position, end: position, text };
}

function isOneLine(inside: string): boolean {
  return !/[\r\n]/.test(inside);
}

/** A line break before each member, unless a comment stands there. */
function breakLines(literal: ObjectLiteralExpression, text: string, lineBreak: string): TextEdit[] {
  return literal.getProperties().flatMap((member) => {
    const end = member.getStart();
    const start = text.slice(0, end).trimEnd().length;
    const follows = text.charAt(start - 1);
    if (follows !== "{" && follows !== ",") return [];
    return [{ start, end, text: lineBreak }];
  });
}
