/**
 * What the buyer has agreed to: what is bought, how it gets there, what it costs. In: the checkout as it was
 * answered, and as it is evaluated before the payment. Out: whether these are the same.
 */

import type { Fulfillment, FulfillmentMethod } from "../fulfillment/index.js";
import { sameJson } from "../json/same-json.js";
import type { CheckoutShape } from "./types.js";

export function isWhatWasSeen(before: CheckoutShape, now: CheckoutShape): boolean {
  // What was before came from the store: it has no members that are undefined.
  return sameJson(agreedOf(before), agreedOf(now));
}

function agreedOf({ currency, line_items, totals, fulfillment }: CheckoutShape): object {
  const { methods = [] } = (fulfillment ?? {}) as Fulfillment;
  return {
    currency,
    line_items,
    amounts: totals.map(({ type, amount }) => [type, amount]),
    methods: methods.map(chosenOf),
  };
}

/** Not what else could be chosen, nor when it would arrive: that moves with the clock. */
function chosenOf(method: FulfillmentMethod): object {
  const { type, line_item_ids, destinations = [], selected_destination_id, groups = [] } = method;
  return {
    type,
    line_item_ids,
    destination: destinations.find(({ id }) => id === selected_destination_id),
    options: groups.map((group) => [group.line_item_ids, group.selected_option_id]),
  };
}
