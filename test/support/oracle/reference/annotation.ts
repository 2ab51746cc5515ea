/**
 * What a schema's annotation says in a view (DESIGN §6). In: a schema, the vocabulary's name, a view. Out: `omit`,
 * `required`, `optional`, or nothing where it says nothing in this view.
 */

import type { Json } from "@proto-gen/runtime/json";
import { isObject } from "./documents.js";

export type Visibility = "omit" | "required" | "optional";

export interface ReferenceView {
  readonly direction: "request" | "response";
  readonly operation?: string | undefined;
}

/** A string holds for all operations; an object for those it names; a `transition` acts as its `from`. */
export function visibilityIn(
  schema: Json | undefined,
  name: string,
  { direction, operation }: ReferenceView,
): Visibility | undefined {
  if (!isObject(schema)) return undefined;
  const annotation = schema[`${name}_${direction}`];
  const forAll = visibilityOf(annotation);
  if (forAll !== undefined || operation === undefined || !isObject(annotation)) return forAll;
  return Object.hasOwn(annotation, operation) ? visibilityOf(annotation[operation]) : undefined;
}

/** A document with `N_shared_request: true` has one request view for all operations, that of `create`. */
export function viewWithin(root: Json, name: string, view: ReferenceView): ReferenceView {
  const isShared = isObject(root) && root[`${name}_shared_request`] === true;
  return isShared && view.direction === "request"
    ? { direction: "request", operation: "create" }
    : view;
}

function visibilityOf(value: Json | undefined): Visibility | undefined {
  const transition = isObject(value) ? value["transition"] : undefined;
  const word = isObject(transition) ? transition["from"] : value;
  return word === "omit" || word === "required" || word === "optional" ? word : undefined;
}
