/** Creates the order of a completed checkout, with empty logs. */

import type { Total } from "../totals/total.js";
import type { OrderLineForm } from "../../service/release-values.js";
import { checkQuantities, checkDistinct, checkExpectations } from "./check-entry.js";
import {
  type Expectation,
  type LineQuantity,
  lineFormOf,
  type OrderLineOption,
} from "./order-body.js";
import { defined } from "../../json/members.js";

/** A line of a checkout (§2.4). */
export interface CheckoutLine extends LineQuantity {
  readonly item: object;
  readonly totals: readonly Total[];
  readonly parent_id?: string | undefined;
}

/** The members of a checkout that an order takes over. */
export interface OrderedCheckout<
  Line extends CheckoutLine = CheckoutLine,
  Sum extends Total = Total,
> {
  readonly id: string;
  readonly line_items: readonly Line[];
  /** ISO 4217. */
  readonly currency: string;
  readonly totals: readonly Sum[];
}

export interface OrderDetails<Promised extends Expectation = Expectation> {
  readonly id: string;
  /** URL of the order's page on the business's site. */
  readonly permalinkUrl: string;
  /** Default: none. */
  readonly expectations?: readonly Promised[] | undefined;
}

/** An order line with empty logs. */
export interface NewOrderLine<Line extends CheckoutLine> {
  id: string;
  item: Line["item"];
  quantity: { original?: number; total: number; fulfilled: number };
  totals: Line["totals"][number][];
  status: "processing";
  parent_id?: string;
}

// The arrays are mutable so that the result is assignable to generated types, whose arrays are.
export interface NewOrder<
  Line extends CheckoutLine,
  Sum extends Total,
  Promised extends Expectation,
> {
  id: string;
  checkout_id: string;
  permalink_url: string;
  line_items: NewOrderLine<Line>[];
  fulfillment: { expectations: Promised[]; events: never[] };
  adjustments: never[];
  currency: string;
  totals: Sum[];
}

/**
 * Does not look at the checkout's status: the caller must know that it may become an order.
 * @throws {OrderError} `order_invalid`, `order_line_duplicate`, `order_line_unknown`, `order_quantity_exceeded`,
 * `order_expectation_duplicate`
 */
export function newOrder<
  Line extends CheckoutLine,
  Sum extends Total,
  Promised extends Expectation = never,
>(
  checkout: OrderedCheckout<Line, Sum>,
  { id, permalinkUrl, expectations = [], ...option }: OrderDetails<Promised> & OrderLineOption,
): NewOrder<Line, Sum, Promised> {
  checkQuantities("checkout", checkout.line_items);
  checkDistinct("order_line_duplicate", checkout.line_items);
  checkExpectations(expectations, checkout.line_items);
  const form = lineFormOf(option);
  return {
    id,
    checkout_id: checkout.id,
    permalink_url: permalinkUrl,
    line_items: checkout.line_items.map((line) => newLine(line, form)),
    fulfillment: { expectations: [...expectations], events: [] },
    adjustments: [],
    currency: checkout.currency,
    totals: [...checkout.totals],
  };
}

function newLine<Line extends CheckoutLine>(
  line: Line,
  { originalQuantity }: OrderLineForm,
): NewOrderLine<Line> {
  const { id, item, quantity, totals, parent_id } = line;
  return {
    id,
    item,
    quantity: {
      ...(originalQuantity === "kept" ? { original: quantity } : {}),
      total: quantity,
      fulfilled: 0,
    },
    totals: [...totals],
    status: "processing",
    ...defined({ parent_id }),
  };
}
