/**
 * How a user's module is laid out. In: its text and the object that grows. Out: its line ends, its indentation,
 * and what prettier is to be told where no configuration of it says otherwise.
 */

import type { ObjectLiteralExpression, SourceFile } from "ts-morph";

export interface CodeStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** One level: a tab, or some spaces; undefined where nothing is indented. */
  readonly unit: string | undefined;
  /** What stands before the line on which the object begins. */
  readonly outer: string;
  /** What stands before its members; undefined where none has a line of its own. */
  readonly member: string | undefined;
  readonly quotes: "single" | "double";
  readonly semicolons: boolean;
  /** Whether a comma follows the last member. */
  readonly trailingComma: boolean;
}

export function codeStyleOf(source: SourceFile, literal: ObjectLiteralExpression): CodeStyle {
  const text = source.getFullText();
  const [first] = literal.getProperties();
  const outer = indentationAt(text, literal.getStart());
  const member = first && ownIndentation(text, first.getStart(true));
  const statement = source.getImportDeclarations()[0];
  return {
    lineEnd: /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    unit: difference(outer, member) ?? unitOf(text),
    outer,
    member,
    quotes:
      statement?.getModuleSpecifier().getText().startsWith("'") === true ? "single" : "double",
    semicolons: statement?.getText().endsWith(";") ?? true,
    // Nobody writes one on one line.
    trailingComma:
      hasTrailingComma(literal) || !/\n/.test(literal.getText()) || first === undefined,
  };
}

function difference(outer: string, member: string | undefined): string | undefined {
  const more = member !== undefined && member.length > outer.length && member.startsWith(outer);
  return more ? member.slice(outer.length) : undefined;
}

export function hasTrailingComma(literal: ObjectLiteralExpression): boolean {
  return literal.compilerNode.properties.hasTrailingComma ?? false;
}

/** What stands before the first character of the line. */
function indentationAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}

/** The same, where nothing but it stands before the position. */
function ownIndentation(text: string, position: number): string | undefined {
  const before = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The least that a line of code is indented; lines of comments have a space of their own. */
function unitOf(text: string): string | undefined {
  const indented = [...text.matchAll(/^(\t+| {2,})(?=[^\s*])/gm)].map(([, unit = ""]) => unit);
  if (indented.some((each) => each.startsWith("\t"))) return "\t";
  return indented.sort((a, b) => a.length - b.length)[0];
}
