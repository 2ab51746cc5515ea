/**
 * Compares a checkout with the one its buyer agreed to: items, prices, fulfillment choices. They must match before a
 * payment is taken.
 */

import type { Fulfillment, FulfillmentMethod } from "../fulfillment/index.js";
import { sameJson } from "../json/same-json.js";
import type { CheckoutShape } from "./types.js";

export function matchesQuote(before: CheckoutShape, now: CheckoutShape): boolean {
  // `before` was read from the store, so it has no undefined members; `sameJson` ignores those of `now`.
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

/** Ignores other options and arrival times, which change with the clock. */
function chosenOf(method: FulfillmentMethod): object {
  const { type, line_item_ids, destinations = [], selected_destination_id, groups = [] } = method;
  return {
    type,
    line_item_ids,
    destination: destinations.find(({ id }) => id === selected_destination_id),
    options: groups.map((group) => [group.line_item_ids, group.selected_option_id]),
  };
}
