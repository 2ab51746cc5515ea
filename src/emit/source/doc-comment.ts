/** In: a schema's annotations. Out: the text of a JSDoc comment that can end no comment and start no line of code. */

import type { Annotations } from "../../model/node.js";
import { hardline, stack, type Doc } from "./doc.js";

/** A comment and the line end after it; nothing where there is nothing to say. */
export function docComment(annotations: Annotations, see?: string): Doc[] {
  const lines = docText(annotations, see)?.split("\n") ?? [];
  if (lines.length === 0) return [];
  const comment =
    lines.length === 1
      ? `/** ${lines[0]} */`
      : stack(["/**", ...lines.map((line) => ` * ${line}`.trimEnd()), " */"]);
  return [comment, hardline];
}

/** Undefined where there is nothing to say. */
export function docText(
  { description, deprecated }: Annotations,
  see?: string,
): string | undefined {
  const lines = [
    ...(description === undefined ? [] : safeLines(description)),
    ...(see === undefined ? [] : [`@see ${safeLines(see).join(" ")}`]),
    ...(deprecated === true ? ["@deprecated"] : []),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Without blank lines at either end. */
function safeLines(text: string): string[] {
  const lines = text
    .replaceAll("*/", "*\\/")
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/[\u0000-\u001f\u007f-\u009f\ufeff\p{Cs}]/gu, " ").trim());
  const isText = (line: string): boolean => line !== "";
  return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
}
