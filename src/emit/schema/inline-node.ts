/**
 * Writes a node as JSON Schema 2020-12 without any `$ref`, for readers that follow no references: every definition is
 * written out where it is used.
 *
 * A definition is written out once along each path. Where it comes again inside itself, only its type and its description
 * are left, so there the schema accepts more than the node, never less. A rule that would refuse more because a schema in
 * it accepts more is weakened or left out:
 *
 * - `not`, and `if` with its `then` and `else`, are left out;
 * - `oneOf` becomes `anyOf`, and `contains` loses its `maxContains`;
 * - `unevaluatedProperties` and `unevaluatedItems` are left out where a schema that they would look into was cut.
 *
 * A node that reaches no recursive definition loses nothing.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import type { SourceLocation } from "../../errors.js";
import { collectReachable, collectReferences } from "../../model/graph.js";
import type { Annotations, Definition, JsonType, Node } from "../../model/node.js";
import { createBudget, LIMITS, type Limits } from "./budget.js";
import { inOrder } from "./keyword-order.js";
import { nodeSchema } from "./node-schema.js";
import { annotationEntries, type Rendered, type Renderer } from "./rendered.js";
import { hasUnevaluated } from "./unevaluated.js";

export interface InlineOptions {
  /** The annotations to carry: few, since models that read the schema pay by its size. */
  readonly annotations?: readonly (keyof Annotations)[];
  readonly limits?: Partial<Limits>;
  /** The name of the schema and where it is declared, for the message that it is too large. */
  readonly subject?: string;
  readonly place?: SourceLocation;
}

const DEFAULT_ANNOTATIONS: readonly (keyof Annotations)[] = [
  "description",
  "deprecated",
  "default",
];

/** @throws ProtoGenError EMIT_TOOL_TOO_LARGE where the schema exceeds its limits */
export function inlineNode(node: Node, options: InlineOptions = {}): JsonObject {
  const { annotations = DEFAULT_ANNOTATIONS, subject = "the schema", place } = options;
  const budget = createBudget({ ...LIMITS, ...options.limits }, subject, place);
  const open = new Set([node]);
  const reached = collectReachable(collectReferences(node)).map((definition) => definition.node);
  const renderer: Renderer = {
    annotations,
    observed: hasUnevaluated([node, ...reached]),
    reference,
    render: (each) => budget.within(each, () => nodeSchema(each, renderer)),
  };

  function reference({ node: target }: Definition): Rendered {
    if (open.has(target)) return budget.within(target, () => cut(target, renderer));
    open.add(target);
    const rendered = renderer.render(target);
    open.delete(target);
    return rendered;
  }

  return renderer.render(node).schema;
}

/** A definition inside itself: its type and its description. */
function cut(node: Node, renderer: Renderer): Rendered {
  const description = annotationEntries(node, renderer).filter(([key]) => key === "description");
  const [type, ...others] = new Set<JsonType>(node.types?.value);
  const types = type === undefined ? {} : { type: others.length === 0 ? type : [type, ...others] };
  const schema = inOrder([...description, ...Object.entries(types)]);
  return { schema, exact: false, evaluates: false };
}
