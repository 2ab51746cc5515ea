/** The reasons why an order or a change of it is rejected. Codes are an interface: add new ones, never rename. */

import { cutText } from "../../text/printable-text.js";

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

/** The explanation of each code. */
export const ORDER_ERRORS: Readonly<Record<OrderErrorCode, string>> = /* @__PURE__ */ Object.freeze(
  {
    /** An id, type, timestamp, quantity, amount or status. */
    order_invalid: "A value in the order is invalid.",
    order_not_found: "The order does not exist.",
    /** The change can be retried. */
    order_busy: "Concurrent changes kept interfering; try again.",
    order_line_unknown: "The order has no such line.",
    order_line_duplicate: "Two lines share an id.",
    /** Covers item, amounts, parent and the set of lines: everything that is not derived. */
    order_line_changed: "The ordered lines must not change.",
    order_event_duplicate: "The order already has an event with this id.",
    order_adjustment_duplicate: "The order already has an adjustment with this id.",
    order_expectation_duplicate: "Two expectations share an id.",
    order_adjustment_unknown: "The order has no such adjustment.",
    order_adjustment_settled: "The adjustment is final: only a pending one can change.",
    order_quantity_exceeded: "The quantity exceeds what the line has.",
    /** The quantities or status of a line. */
    order_derivation_wrong: "The derived quantities or status do not match the logs.",
    order_tracking_required: "Every event except `processing` needs a tracking number and URL.",
    order_currency_mismatch: "The order's currency must be the checkout's.",
    order_checkout_mismatch: "The order does not match its checkout.",
    order_log_changed: "Events and adjustments may be added, but not changed or removed.",
  },
);

export class OrderError extends Error {
  override readonly name: string = "OrderError";
  readonly code: OrderErrorCode;

  /** @param detail the offending value or id, for the log */
  constructor(code: OrderErrorCode, detail: string) {
    super(`${code}: ${ORDER_ERRORS[code]} ${detail}`);
    this.code = code;
  }
}

const SHOWN = 80;

/** Quotes untrusted text for a message: one line, shortened. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === "string" ? cutText(value, SHOWN) : value);
  return cutText(String(text), 2 * SHOWN);
}
