/** The functions that write a node's rules as keywords: one for every rule that a node can have. */

import type { Node, NodeRules } from "../../model/node.js";
import type { Renderer } from "./renderer.js";
import type { SchemaBuilder } from "./schema-builder.js";

export interface SchemaTarget {
  readonly node: Node;
  readonly builder: SchemaBuilder;
  readonly renderer: Renderer;
}

export type SchemaWriters = {
  readonly [Name in keyof NodeRules]: (
    rule: NonNullable<NodeRules[Name]>,
    target: SchemaTarget,
  ) => void;
};
