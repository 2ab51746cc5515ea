/** Chooses the request that `mock` suggests to try first. */

import { membersInPlace } from "../model/node-members.js";
import type { Model } from "../model/model.js";
import type { Definition } from "../model/node.js";
import type { MockData } from "./mock-data.js";

/** The most instructive first. */
const OPERATIONS = ["search_catalog", "create_checkout", "create_cart"] as const;

export interface ExampleRequest {
  readonly operation: (typeof OPERATIONS)[number];
  /** Relative to the REST endpoint: `/catalog/search`. */
  readonly path: string;
  /** Names of the headers that the operation requires, except for those of the content. */
  readonly headers: readonly string[];
  /** Set in the earliest releases, in which creating a checkout requires its payment. */
  readonly hasPayment: boolean;
}

/** @returns a POST request, or undefined if the profile has none of the example operations over REST */
export function findExampleRequest({
  services,
}: Pick<Model, "services">): ExampleRequest | undefined {
  const all = services.flatMap((service) => service.operations);
  for (const operation of OPERATIONS) {
    const found = all.find((each) => each.id === operation);
    const rest = found?.rest;
    if (rest === undefined) continue;
    const required = rest.parameters.filter((each) => each.in === "header" && each.required);
    return {
      operation,
      path: rest.path,
      headers: required.map(({ name }) => name),
      hasPayment: requiresPayment(found?.request),
    };
  }
  return undefined;
}

function requiresPayment(request: Definition | undefined): boolean {
  return (
    request !== undefined && membersInPlace(request.node).get("payment")?.required !== undefined
  );
}

/** About the first product that is sold, and cheap to deliver where one is downloaded. */
export function exampleBody(
  { operation, hasPayment }: Pick<ExampleRequest, "operation" | "hasPayment">,
  { currency = "USD", products }: MockData,
): object {
  const product = products.find(({ digital }) => digital === true) ?? products[0];
  const id = product?.variants?.[0]?.id ?? product?.id ?? "";
  if (operation === "search_catalog")
    return { query: product?.categories?.[0] ?? product?.title.split(" ")[0] ?? "" };
  const line_items = [{ item: { id }, quantity: 1 }];
  const payment = hasPayment ? { payment: {} } : {};
  return operation === "create_cart"
    ? { line_items, ...payment }
    : { currency, line_items, ...payment };
}
