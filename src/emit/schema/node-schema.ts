/** One node as a schema object. In: a node, and how what it holds is rendered. Out: its keywords. */

import { soleReference, type Node } from "../../model/node.js";
import { addInPlaceKeywords } from "./in-place-keywords.js";
import { inOrder } from "./keyword-order.js";
import { addArrayKeywords, addObjectKeywords, addUnevaluated } from "./member-keywords.js";
import { annotationEntries, type Rendered, type Renderer } from "./rendered.js";
import { SchemaBuilder } from "./schema-builder.js";
import { addValueKeywords, isImpossible } from "./value-keywords.js";

export function nodeSchema(node: Node, renderer: Renderer): Rendered {
  const sole = soleReference(node);
  if (sole !== undefined) return annotated(renderer.reference(sole), node, renderer);
  const builder = new SchemaBuilder();
  for (const [keyword, value] of annotationEntries(node, renderer)) builder.set(keyword, value);
  if (isImpossible(node)) {
    builder.set("not", {});
    return builder.finish();
  }
  addValueKeywords(node, builder);
  addObjectKeywords(node, builder, renderer);
  addArrayKeywords(node, builder, renderer);
  addInPlaceKeywords(node, builder, renderer);
  addUnevaluated(node, builder, renderer);
  return builder.finish();
}

/** What is said where a type is used speaks before what the type says of itself. */
function annotated(target: Rendered, node: Node, renderer: Renderer): Rendered {
  const own = annotationEntries(node, renderer);
  if (own.length === 0) return target;
  const keywords = new Map([...Object.entries(target.schema), ...own]);
  return { ...target, schema: inOrder(keywords) };
}
