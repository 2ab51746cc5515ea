/** Chooses the request that `mock` suggests to try first. */

import { membersInPlace } from "../../../model/node-members.js";
import type { Model } from "../../../model/model.js";
import type { Definition } from "../../../model/node.js";

export interface ExampleRequest {
  /** Relative to the REST endpoint: `/catalog/search`. */
  readonly path: string;
  readonly body: object;
  /** Names of the headers that the operation requires, except for those of the content. */
  readonly headers: readonly string[];
}

/** By operation, the most instructive first. */
const EXAMPLES: readonly (readonly [operation: string, body: object])[] = [
  ["search_catalog", { query: "camera" }],
  ["create_checkout", { currency: "USD", line_items: [{ item: { id: "presets" }, quantity: 1 }] }],
  ["create_cart", { line_items: [{ item: { id: "presets" }, quantity: 1 }] }],
];

/** @returns a POST request, or undefined if the profile has none of the example operations over REST */
export function findExampleRequest({
  services,
}: Pick<Model, "services">): ExampleRequest | undefined {
  const operations = services.flatMap((service) => service.operations);
  for (const [id, body] of EXAMPLES) {
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

/** In the earliest releases, creating a checkout requires its payment. */
function withPayment(body: object, request: Definition | undefined): object {
  const payment = request && membersInPlace(request.node).get("payment");
  return payment?.required === undefined ? body : { ...body, payment: {} };
}
