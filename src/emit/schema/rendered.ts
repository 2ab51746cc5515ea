/** The result of writing a node as a schema, and the renderer that writes the nodes below it. */

import type { Json, JsonObject } from "@proto-gen/runtime/json";
import type { Annotations, Definition, Node } from "../../model/node.js";

export interface Rendered {
  readonly schema: JsonObject;
  /** It accepts what the node accepts and no more; otherwise it accepts more, never less. */
  readonly exact: boolean;
  /**
   * True if it evaluates all members and items of a valid instance that the node evaluates, or more. If
   * it may miss some, no `unevaluated*` around it may refuse anything.
   */
  readonly evaluates: boolean;
}

export interface Renderer {
  /** The annotations to carry, of a node and of what it refers to. */
  readonly annotations: readonly (keyof Annotations)[];
  /** True where an `unevaluated*` may look at what a schema here evaluates. */
  readonly observed: boolean;
  /** Writes a reference. */
  reference(definition: Definition): Rendered;
  render(node: Node): Rendered;
}

export function faithful(schema: JsonObject): Rendered {
  return { schema, exact: true, evaluates: true };
}

/** A node's annotations by keyword, those that are to be carried. */
export function annotationEntries(
  { annotations }: Node,
  { annotations: carried }: Pick<Renderer, "annotations">,
): [string, Json][] {
  return carried.flatMap((keyword): [string, Json][] => {
    const value = annotations[keyword] as Json | undefined;
    return value === undefined ? [] : [[keyword, value]];
  });
}
