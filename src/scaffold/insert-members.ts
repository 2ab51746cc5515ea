/**
 * Members at the end of an object literal. In: the literal and the lines of what is added. Out: edits of the
 * module's text; comments and members that are there stay as they are.
 */

import type { ObjectLiteralExpression } from "ts-morph";
import { hasTrailingComma, type CodeStyle } from "./code-style.js";
import type { TextEdit } from "../text/text-edit.js";

export interface MemberLines {
  /** One level of indentation in them. */
  readonly unit: string;
  /** Members as they stand at the margin. */
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
  const comma = last !== undefined && !hasTrailingComma(literal);
  const commas = comma ? [put(last.getEnd(), ",")] : [];
  const block = (parts: readonly string[]): string => parts.join(style.lineEnd);
  const lineStart = text.lastIndexOf("\n", close - 1) + 1;
  const ownLine = lineStart > open && text.slice(lineStart, close).trim() === "";
  if (text.slice(open, close).trim() === "")
    return [{ start: open, end: close, text: block(["", ...added, style.outer]) }];
  if (ownLine) {
    const gap = last === undefined ? [] : [""];
    return [...commas, put(lineStart, block([...gap, ...added, ""]))];
  }
  // `{ ...others }`: opened, so that a member is a line.
  const before = text.slice(0, close).trimEnd().length;
  const gaps = isOneLine(text.slice(open, close))
    ? gapsOf(literal, text, style.lineEnd + inner)
    : [];
  const end = { start: before, end: close, text: block(["", "", ...added, style.outer]) };
  return [...gaps, ...commas, end];
}

function put(position: number, text: string): TextEdit {
  return { start: position, end: position, text };
}

function isOneLine(inside: string): boolean {
  return !/[\r\n]/.test(inside);
}

/** The spaces before each member; a comment there stays where it is, and so do they. */
function gapsOf(literal: ObjectLiteralExpression, text: string, lineBreak: string): TextEdit[] {
  return literal.getProperties().flatMap((member) => {
    const end = member.getStart();
    const start = text.slice(0, end).trimEnd().length;
    const follows = text.charAt(start - 1);
    if (follows !== "{" && follows !== ",") return [];
    return [{ start, end, text: lineBreak }];
  });
}
