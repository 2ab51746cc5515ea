/** A call for a newcomer to try. In: the model. Out: a POST below the endpoint of REST; undefined without one. */

import { ownMembers } from "../inspect/members.js";
import type { Model } from "../../model/model.js";
import type { Definition } from "../../model/node.js";

export interface FirstCall {
  /** Below the endpoint: `/catalog/search`. */
  readonly path: string;
  readonly body: object;
  /** The names of those that the operation requires, beside the content's. */
  readonly headers: readonly string[];
}

/** By operation, the first one that the profile has. */
const CALLS: readonly (readonly [operation: string, body: object])[] = [
  ["search_catalog", { query: "camera" }],
  ["create_checkout", { currency: "USD", line_items: [{ item: { id: "presets" }, quantity: 1 }] }],
  ["create_cart", { line_items: [{ item: { id: "presets" }, quantity: 1 }] }],
];

export function firstCall({ services }: Pick<Model, "services">): FirstCall | undefined {
  const operations = services.flatMap((service) => service.operations);
  for (const [id, body] of CALLS) {
    const operation = operations.find((each) => each.id === id);
    const rest = operation?.rest;
    if (rest === undefined) continue;
    const required = rest.parameters.filter((each) => each.in === "header" && each.required);
    return {
      path: rest.path,
      body: withPayment(body, operation?.request),
      headers: required.map(({ name }) => name),
    };
  }
  return undefined;
}

/** In the first releases that were published, a checkout begins with how it is paid. */
function withPayment(body: object, request: Definition | undefined): object {
  const payment = request && ownMembers(request.node).get("payment");
  return payment?.required === undefined ? body : { ...body, payment: {} };
}
