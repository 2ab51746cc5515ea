/** Why an order may not be as it is, or not become it. A code is an interface: it may be added, never renamed. */

import { cutText } from "../text/cut-text.js";

export type OrderErrorCode =
  | "order_invalid"
  | "order_not_found"
  | "order_busy"
  | "order_line_unknown"
  | "order_line_duplicate"
  | "order_line_changed"
  | "order_event_duplicate"
  | "order_adjustment_duplicate"
  | "order_expectation_duplicate"
  | "order_adjustment_unknown"
  | "order_adjustment_settled"
  | "order_quantity_exceeded"
  | "order_derivation_wrong"
  | "order_tracking_required"
  | "order_currency_mismatch"
  | "order_checkout_mismatch"
  | "order_log_changed";

/** What each means. */
export const ORDER_ERRORS: Readonly<Record<OrderErrorCode, string>> = /* @__PURE__ */ Object.freeze(
  {
    /** An identifier, a type, a timestamp, a quantity, an amount or a status. */
    order_invalid: "Something in the order is not what it must be.",
    order_not_found: "There is no such order.",
    /** It may be tried again. */
    order_busy: "Others kept changing the order.",
    order_line_unknown: "The order has no such line.",
    order_line_duplicate: "Two lines have one identifier.",
    /** Item, amounts, parent, or which lines there are: all but what is derived. */
    order_line_changed: "What was ordered never changes.",
    order_event_duplicate: "The order has an event with this identifier.",
    order_adjustment_duplicate: "The order has an adjustment with this identifier.",
    order_expectation_duplicate: "Two expectations have one identifier.",
    order_adjustment_unknown: "The order has no such adjustment.",
    order_adjustment_settled: "An adjustment leaves `pending` once.",
    order_quantity_exceeded: "More of a line than there is.",
    /** Of a line: its quantities and its status. */
    order_derivation_wrong: "What is derived is not what follows from the log.",
    order_tracking_required: "Every event but `processing` has a tracking number and URL.",
    order_currency_mismatch: "The currency is not that of the checkout.",
    order_checkout_mismatch: "The order is not what was bought in the checkout.",
    order_log_changed: "Events and adjustments are added, never changed or removed.",
  },
);

export class OrderError extends Error {
  override readonly name: string = "OrderError";
  readonly code: OrderErrorCode;

  /** @param detail which one, for a log */
  constructor(code: OrderErrorCode, detail: string) {
    super(`${code}: ${ORDER_ERRORS[code]} ${detail}`);
    this.code = code;
  }
}

const SHOWN = 80;

/** What someone chose, for a message: on one line, and not long. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? cutText(value, SHOWN) : value);
  return cutText(String(text), 2 * SHOWN);
}
