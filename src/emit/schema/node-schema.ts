/** Writes one node as a schema object. */

import {
  isAbsent,
  ruleEntries,
  soleReference,
  type Node,
  type NodeRules,
} from "../../model/node.js";
import { IN_PLACE_WRITERS } from "./in-place-keywords.js";
import { inOrder } from "./keyword-order.js";
import { MEMBER_WRITERS, UNEVALUATED_WRITERS } from "./member-keywords.js";
import { annotationEntries, type Rendered, type Renderer } from "./rendered.js";
import { SchemaBuilder } from "./schema-builder.js";
import type { SchemaTarget, SchemaWriters } from "./schema-writers.js";
import { isImpossible, SIMPLE_WRITERS, writeTypesAndValues } from "./value-keywords.js";

const nothing = (): void => {};

/** Rules are written in this order; the last ones look at what those before have left out. */
const WRITERS: SchemaWriters = {
  ...SIMPLE_WRITERS,
  // Impossible nodes, types and values are written before.
  never: nothing,
  types: nothing,
  values: nothing,
  ...MEMBER_WRITERS,
  ...IN_PLACE_WRITERS,
  ...UNEVALUATED_WRITERS,
};

type Writer = (rule: NodeRules[keyof NodeRules], target: SchemaTarget) => void;

const WRITER_LIST = ruleEntries(WRITERS as Readonly<Record<keyof NodeRules, Writer>>);

export function nodeSchema(node: Node, renderer: Renderer): Rendered {
  const sole = soleReference(node);
  if (sole !== undefined) return annotated(renderer.reference(sole), node, renderer);
  const builder = new SchemaBuilder();
  for (const [keyword, value] of annotationEntries(node, renderer)) builder.set(keyword, value);
  if (isImpossible(node)) {
    builder.set("not", {});
    return builder.finish();
  }
  writeTypesAndValues(node, builder);
  for (const [name, write] of WRITER_LIST)
    if (!isAbsent(node[name])) write(node[name], { node, builder, renderer });
  return builder.finish();
}

/** Annotations at the place where a type is used override those of the type. */
function annotated(target: Rendered, node: Node, renderer: Renderer): Rendered {
  const own = annotationEntries(node, renderer);
  if (own.length === 0) return target;
  const keywords = new Map([...Object.entries(target.schema), ...own]);
  return { ...target, schema: inOrder(keywords) };
}
