/** Writes one node as a schema object. */

import type { JsonObject } from "@proto-gen/runtime/json";
import {
  isAbsent,
  ruleEntries,
  soleReference,
  type Node,
  type NodeRules,
} from "../../model/node.js";
import { IN_PLACE_WRITERS } from "./in-place-keywords.js";
import { MEMBER_WRITERS } from "./member-keywords.js";
import type { Renderer } from "./renderer.js";
import { SchemaBuilder } from "./schema-builder.js";
import type { SchemaTarget, SchemaWriters } from "./schema-writers.js";
import { isImpossible, SIMPLE_WRITERS, writeTypesAndValues } from "./value-keywords.js";

const nothing = (): void => {};

/** Rules are written in this order. */
const WRITERS: SchemaWriters = {
  ...SIMPLE_WRITERS,
  // Impossible nodes, types and values are written before.
  never: nothing,
  types: nothing,
  values: nothing,
  ...MEMBER_WRITERS,
  ...IN_PLACE_WRITERS,
};

type Writer = (rule: NodeRules[keyof NodeRules], target: SchemaTarget) => void;

const WRITER_LIST = ruleEntries(WRITERS as Readonly<Record<keyof NodeRules, Writer>>);

export function nodeSchema(node: Node, renderer: Renderer): JsonObject {
  const own = renderer.annotationsOf(node);
  const sole = soleReference(node);
  if (sole !== undefined) {
    const target = renderer.reference(sole);
    // Annotations at the place where a type is used override those of the type.
    return own.length === 0 ? target : renderer.annotate(target, own);
  }
  const builder = new SchemaBuilder();
  for (const [keyword, value] of own) builder.set(keyword, value);
  if (isImpossible(node)) {
    builder.set("not", {});
    return builder.finish();
  }
  writeTypesAndValues(node, builder);
  for (const [name, write] of WRITER_LIST)
    if (!isAbsent(node[name])) write(node[name], { node, builder, renderer });
  return builder.finish();
}
