/** What the checkout's messages ask of the buyer (§3.2). In: a checkout. Out: fields, and what is only said. */

import type { CheckoutMessage } from "@proto-gen/runtime/commerce";
import type { CheckoutRow } from "../rows.js";
import type { Writing } from "../written.js";
import { buyerFields } from "./buyer-fields.js";
import { deliveryFields } from "./delivery-fields.js";
import type { Field } from "./field.js";
import { segmentsOf } from "./json-path.js";

export interface Asked {
  /** Each path once. */
  readonly fields: readonly Field[];
  /** Those without a field: what a field is about says its label, and what is wrong with it. */
  readonly messages: readonly CheckoutMessage[];
  /** How it is delivered is still to be chosen: nobody knows yet what that costs. */
  readonly awaitsDelivery: boolean;
}

/** A page of a thousand fields is no form. */
const MAX_FIELDS = 60;

export function askedOf(checkout: CheckoutRow, writing: Writing): Asked {
  const fields = new Map<string, Field>();
  const messages: CheckoutMessage[] = [];
  for (const message of checkout.messages ?? []) {
    const own = fieldsFor(message, checkout, writing);
    for (const field of own) {
      if (fields.size < MAX_FIELDS && !fields.has(field.path)) fields.set(field.path, field);
    }
    const isSaid = isElsewhere(message) || !own.some(({ path }) => fields.has(path));
    if (isSaid) messages.push(message);
  }
  const awaitsDelivery = [...fields.keys()].some((path) => path.startsWith("$.fulfillment."));
  return { fields: [...fields.values()], messages, awaitsDelivery };
}

// Not of unrecoverable ones: nothing that the buyer could fill in would help. What the platform could mend
// the buyer can mend too.
function fieldsFor(message: CheckoutMessage, checkout: CheckoutRow, writing: Writing): Field[] {
  if (message.type !== "error" || message.severity === "unrecoverable") return [];
  const [root, ...rest] = segmentsOf(message.path) ?? [];
  if (root === "buyer") return buyerFields(checkout.buyer, rest[0], writing);
  if (root === "fulfillment") return deliveryFields(checkout, rest, writing);
  return isElsewhere(message) ? destinationsOf(checkout, writing) : [];
}

/** §7: what is not sold there may be sold at another address. */
function isElsewhere({ code }: CheckoutMessage): boolean {
  return code === "item_unavailable";
}

function destinationsOf(checkout: CheckoutRow, writing: Writing): Field[] {
  const methods = checkout.fulfillment?.methods ?? [];
  return methods.flatMap((_, at) =>
    deliveryFields(checkout, ["methods", at, "destinations"], writing),
  );
}
