/**
 * Exports a node as JSON Schema 2020-12 with references. The schema gives every JSON value the verdict that the node's
 * check gives it, as JSON Schema judges with `format` asserted.
 *
 * No schema in it is a boolean, which readers of OpenAPI do not expect: `{}` accepts everything and
 * `{ "not": {} }` nothing. Only `additionalProperties`, `items`, `unevaluatedProperties` and
 * `unevaluatedItems` may be `false`.
 */

import type { JsonObject } from "@proto-gen/runtime/json";
import { ANNOTATIONS, type Annotations, type Definition, type Node } from "../../model/node.js";
import { inOrder } from "./keyword-order.js";
import { nodeSchema } from "./node-schema.js";
import { annotationEntries, type Renderer } from "./renderer.js";

export interface ExportOptions {
  /** The annotations to carry; all where it is not given. */
  readonly annotations?: readonly (keyof Annotations)[];
  /**
   * True where an `unevaluated*` may look at what the node evaluates, from here or from where it is referred to;
   * `hasUnevaluated` of all nodes decides. Where none does, conditions without consequences are left out. True by
   * default.
   */
  readonly observed?: boolean;
}

/**
 * A node as JSON Schema 2020-12.
 *
 * @param referenceTo what stands where a definition is used: `{ "$ref": "#/components/schemas/Checkout" }`
 *
 * @example
 * ```ts
 * import { exportNode, wholeNode, type Model, type NamedType } from "proto-gen/emitter/v1";
 *
 * export function schemaOf(model: Model, { definition }: NamedType) {
 *   return exportNode(wholeNode(definition), (each) => ({
 *     $ref: `#/$defs/${model.typeOf(each)?.name}`,
 *   }));
 * }
 * ```
 */
export function exportNode(
  node: Node,
  referenceTo: (definition: Definition) => JsonObject,
  { annotations = ANNOTATIONS, observed = true }: ExportOptions = {},
): JsonObject {
  const renderer: Renderer = {
    annotationsOf: (each) => annotationEntries(each, annotations),
    observed,
    reference: referenceTo,
    annotate: (target, own) => inOrder([...Object.entries(target), ...own]),
    render: (each) => nodeSchema(each, renderer),
  };
  return renderer.render(node);
}
