/** What writes the nodes below a node, and decides what its schema carries. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Annotations, Definition, Node } from "../../model/node.js";

export interface Renderer {
  /** The annotations that a node's schema carries, by keyword. */
  annotationsOf(node: Node): readonly (readonly [string, Json])[];
  /** True where an `unevaluated*` may look at what a schema here evaluates. */
  readonly observed: boolean;
  /** True where branches that no value takes, and schemas of other members that allow all, are left out. */
  readonly isTerse?: boolean;
  /** True where the schema of a node may accept more than the node: members that no value has are left out. */
  mayWiden?(node: Node): boolean;
  /** Writes a reference. */
  reference(definition: Definition): JsonObject;
  /** What stands where a reference has annotations of its own. */
  annotate(target: JsonObject, own: readonly (readonly [string, Json])[]): JsonObject;
  render(node: Node): JsonObject;
}

/** The annotations of a node that are to be carried, by keyword, in the order of the list. */
export function annotationEntries(
  { annotations }: Node,
  carried: readonly (keyof Annotations)[],
): [string, Json][] {
  return carried.flatMap((keyword): [string, Json][] => {
    const value = annotations[keyword] as Json | undefined;
    return value === undefined ? [] : [[keyword, value]];
  });
}
