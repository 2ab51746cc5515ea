/** JSDoc comments from the annotations of a schema, whose text cannot end the comment or become a tag. */

import { commentBlock, inertText, linesOf } from "./comment.js";
import { hardline, type Doc } from "./doc.js";

/** The annotations that a comment repeats. */
export interface Documented {
  readonly description?: string | undefined;
  readonly deprecated?: boolean | undefined;
}

/**
 * A JSDoc comment from the annotations of a schema, and the line end after it; nothing where there is nothing to say.
 *
 * @param see where it comes from, for the tag `@see`
 *
 * @example
 * ```ts
 * import { docComment, printDoc } from "proto-gen/emitter/v1";
 *
 * printDoc(docComment({})); // ""
 * const comment = printDoc(docComment({ description: "The buyer.", deprecated: true }));
 * ```
 */
export function docComment(annotations: Documented, see?: string): Doc[] {
  const text = docText(annotations, see);
  return text === undefined ? [] : [commentBlock(text.split("\n")), hardline];
}

/** Lines with the tags that the generator writes, and no others; undefined where there is nothing to say. */
export function docText({ description, deprecated }: Documented, see?: string): string | undefined {
  const lines = [
    ...(description === undefined ? [] : inertLines(description)),
    ...(see === undefined ? [] : [`@see ${inertLines(see).join(" ")}`]),
    ...(deprecated === true ? ["@deprecated"] : []),
  ];
  return lines.length === 0 ? undefined : lines.join("\n");
}

/** Without blank lines at either end. */
function inertLines(text: string): string[] {
  const lines = linesOf(text).map((line) => inertText(line).trim());
  const isText = (line: string): boolean => line !== "";
  return lines.slice(Math.max(0, lines.findIndex(isText)), lines.findLastIndex(isText) + 1);
}
