/** What the checkout's messages ask of the buyer (§3.2). In: a checkout. Out: fields, and what is only said. */

import type { CheckoutMessage } from "@proto-gen/runtime/checkout";
import type { CheckoutRow } from "../rows.js";
import type { Writing } from "../written.js";
import { buyerFields } from "./buyer-fields.js";
import { deliveryFields } from "./delivery-fields.js";
import type { Field } from "./field.js";
import { segmentsOf } from "./json-path.js";

export interface Asked {
  /** Each path once. */
  readonly fields: readonly Field[];
  /** All messages that are for people, with a field or without. */
  readonly messages: readonly CheckoutMessage[];
}

/** A page of a thousand fields is no form. */
const MAX_FIELDS = 60;

export function askedOf(checkout: CheckoutRow, writing: Writing): Asked {
  const { messages = [] } = checkout;
  const fields = new Map<string, Field>();
  for (const message of messages) {
    for (const field of fieldsFor(message, checkout, writing)) {
      if (fields.size < MAX_FIELDS && !fields.has(field.path)) fields.set(field.path, field);
    }
  }
  return { fields: [...fields.values()], messages };
}

// Not of unrecoverable ones: nothing that the buyer could fill in would help. What the platform could mend
// the buyer can mend too.
function fieldsFor(message: CheckoutMessage, checkout: CheckoutRow, writing: Writing): Field[] {
  if (message.type !== "error" || message.severity === "unrecoverable") return [];
  const [root, ...rest] = segmentsOf(message.path) ?? [];
  if (root === "buyer") return buyerFields(checkout.buyer, rest[0]);
  if (root === "fulfillment") return deliveryFields(checkout, rest, writing);
  return [];
}
