/**
 * The layout of a user's module, so that added members look like those that are there. It is read from the text around
 * the object that gets them; prettier takes it where no configuration says otherwise.
 */

import type { ObjectLiteralExpression, SourceFile } from "ts-morph";

export interface CodeStyle {
  readonly lineEnd: "\n" | "\r\n";
  /** One level of indentation: a tab or some spaces; undefined where nothing is indented. */
  readonly unit: string | undefined;
  /** The indentation of the line on which the object begins. */
  readonly outer: string;
  /** The indentation of its members; undefined where the first shares a line with other code. */
  readonly member: string | undefined;
  readonly quotes: "single" | "double";
  readonly semicolons: boolean;
  /** True where a comma follows the last member. */
  readonly trailingComma: boolean;
}

export function detectCodeStyle(source: SourceFile, literal: ObjectLiteralExpression): CodeStyle {
  const text = source.getFullText();
  const [first] = literal.getProperties();
  const outer = indentationAt(text, literal.getStart());
  const member = first && ownIndentation(text, first.getStart(true));
  const statement = source.getImportDeclarations()[0];
  return {
    lineEnd: /\r?\n/.exec(text)?.[0] === "\r\n" ? "\r\n" : "\n",
    unit: innerIndentation(outer, member) ?? smallestIndentation(text),
    outer,
    member,
    quotes:
      statement?.getModuleSpecifier().getText().startsWith("'") === true ? "single" : "double",
    semicolons: statement?.getText().endsWith(";") ?? true,
    // An object on one line has no trailing comma, and says nothing of the style.
    trailingComma:
      hasTrailingComma(literal) || !/\n/.test(literal.getText()) || first === undefined,
  };
}

function innerIndentation(outer: string, member: string | undefined): string | undefined {
  const more = member !== undefined && member.length > outer.length && member.startsWith(outer);
  return more ? member.slice(outer.length) : undefined;
}

export function hasTrailingComma(literal: ObjectLiteralExpression): boolean {
  return literal.compilerNode.properties.hasTrailingComma ?? false;
}

/** The indentation of the line at a position. */
function indentationAt(text: string, position: number): string {
  const start = text.lastIndexOf("\n", position - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, position))?.[0] ?? "";
}

/** The indentation before a position; undefined where other code stands before it on the line. */
function ownIndentation(text: string, position: number): string | undefined {
  const before = text.slice(text.lastIndexOf("\n", position - 1) + 1, position);
  return /^[ \t]*$/.test(before) ? before : undefined;
}

/** The smallest indentation of a line of code; lines of a block comment begin with one more space. */
function smallestIndentation(text: string): string | undefined {
  const indented = [...text.matchAll(/^(\t+| {2,})(?=[^\s*])/gm)].map(([, unit = ""]) => unit);
  if (indented.some((each) => each.startsWith("\t"))) return "\t";
  return indented.sort((a, b) => a.length - b.length)[0];
}
