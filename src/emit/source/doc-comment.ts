/** In: a schema's annotations. Out: the text of a JSDoc comment on what is made of it, and the comment. */

import type { Annotations, Node } from "../../model/node.js";
import { commentBlock, inertText, linesOf } from "./comment.js";
import { hardline, type Doc } from "./doc.js";

/** A comment and the line end after it; nothing where there is nothing to say. */
export function docComment(annotations: Annotations, see?: string): Doc[] {
  const text = docText(annotations, see);
  return text === undefined ? [] : [commentBlock(text.split("\n")), hardline];
}

/** What a node says of itself; of an open enum also which capabilities add which values. */
export function describedNode({ annotations, ownedValues }: Node): Annotations {
  const owners = ownedValues
    .flatMap(({ values }) => values)
    .map(
      ({ value, capabilities }) => `\`${JSON.stringify(value)}\` is of ${capabilities.join(", ")}.`,
    );
  if (owners.length === 0) return annotations;
  const { description } = annotations;
  return {
    ...annotations,
    description: [...(description === undefined ? [] : [description, ""]), ...owners].join("\n"),
  };
}

/** Lines with the tags that the generator writes, and no others; undefined where there is nothing to say. */
export function docText(
  { description, deprecated }: Annotations,
  see?: string,
): string | undefined {
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
