/** What may happen to an order (§2.9), and what an order that a business built by itself must be. */

import {
  appendAdjustment,
  appendEvent,
  checkOrder,
  newOrder,
  replaceExpectations,
  settleAdjustment,
} from "@proto-gen/runtime/codegen/v1/commerce";
import { ORDER_ERRORS, type OrderBody, OrderError } from "@proto-gen/runtime/commerce";
import type { OrderErrorCode } from "../../../src/runtime/commerce/order/order-error.js";
import { describe, expect, it } from "vitest";
import {
  adjustment,
  checkoutOf,
  DETAILS,
  event,
  expectation,
  orderOf,
  withLogs,
} from "../../support/sample-order.js";

const ORDER = orderOf({ a: 3, b: 1 }, [expectation("x1", { a: 3, b: 1 })]);
const DELIVERED = appendEvent(ORDER, event("e1", "delivered", { a: 2 }));
const PENDING = appendAdjustment(
  DELIVERED,
  adjustment("j1", "cancellation", { b: 1 }, { status: "pending", amount: 100 }),
);

function lineOf({ line_items: lines }: OrderBody, id: string) {
  const found = lines.find((line) => line.id === id);
  return `${found?.quantity.fulfilled}/${found?.quantity.total} ${found?.status}`;
}

/** The order with other members in its first line. */
function withLine(order: OrderBody, changes: object): OrderBody {
  const [first, ...others] = order.line_items;
  return { ...order, line_items: [{ ...first!, ...changes }, ...others] };
}

describe("an order of a checkout", () => {
  it("has what was bought, and nothing has happened to it", () => {
    const checkout = {
      ...checkoutOf({ a: 2 }),
      status: "complete_in_progress",
      line_items: [
        {
          id: "a",
          item: { id: "i1", title: "A" },
          quantity: 2,
          totals: [],
          note: "not an order's",
        },
        { id: "b", item: { id: "i2", title: "B" }, quantity: 1, totals: [], parent_id: "a" },
      ],
    };
    const expectations = [expectation("x1", { a: 2 })];
    expect(newOrder(checkout, { ...DETAILS, expectations })).toEqual({
      id: "ord_1",
      checkout_id: "chk_1",
      permalink_url: "https://shop.example/orders/1",
      line_items: [
        {
          id: "a",
          item: { id: "i1", title: "A" },
          quantity: { total: 2, fulfilled: 0 },
          totals: [],
          status: "processing",
        },
        {
          id: "b",
          item: { id: "i2", title: "B" },
          quantity: { total: 1, fulfilled: 0 },
          totals: [],
          status: "processing",
          parent_id: "a",
        },
      ],
      fulfillment: { expectations, events: [] },
      adjustments: [],
      currency: "EUR",
      totals: [{ type: "total", amount: 100 }],
    });
  });

  it("passes its own rules, with its checkout", () => {
    const checkout = checkoutOf({ a: 3, b: 1 });
    expect(() => checkOrder(newOrder(checkout, DETAILS), { checkout })).not.toThrow();
  });
});

describe("what happens to an order", () => {
  it("is added to its log, and derived", () => {
    expect(lineOf(DELIVERED, "a")).toBe("2/3 partial");
    expect(DELIVERED.fulfillment.events?.map(({ id }) => id)).toEqual(["e1"]);
    const next = appendEvent(DELIVERED, event("e2", "delivered", { a: 1 }, "P2"));
    expect(next.fulfillment.events?.map(({ id }) => id)).toEqual(["e1", "e2"]);
    expect(lineOf(next, "a")).toBe("3/3 fulfilled");
  });

  it("leaves the order that it was alone", () => {
    expect(ORDER.fulfillment.events).toEqual([]);
    expect(lineOf(ORDER, "a")).toBe("0/3 processing");
    expect(DELIVERED.adjustments).toEqual([]);
  });

  it("counts an adjustment when it is completed", () => {
    expect(lineOf(PENDING, "b")).toBe("0/1 processing");
    const completed = settleAdjustment(PENDING, "j1", "completed");
    expect(lineOf(completed, "b")).toBe("0/0 fulfilled");
    expect(completed.adjustments).toEqual([{ ...PENDING.adjustments?.[0], status: "completed" }]);
    expect(lineOf(settleAdjustment(PENDING, "j1", "failed"), "b")).toBe("0/1 processing");
  });

  it("replaces all expectations", () => {
    const split = [expectation("x2", { a: 2 }), expectation("x3", { a: 1, b: 1 }, "digital")];
    expect(replaceExpectations(DELIVERED, split).fulfillment).toEqual({
      ...DELIVERED.fulfillment,
      expectations: split,
    });
  });

  it("takes open types, negative amounts and an adjustment of no line", () => {
    const more = { status: "pending", amount: -500 } as const;
    const next = appendAdjustment(ORDER, adjustment("j1", "goodwill", undefined, more));
    expect(appendEvent(next, event("e1", "held_at_customs", { a: 1 })).adjustments).toHaveLength(1);
  });

  it("takes an event of type processing without tracking, in an order without logs", () => {
    const { id, type, occurred_at, line_items } = event("e1", "processing", { a: 1 });
    const bare: OrderBody = { ...ORDER, fulfillment: {}, adjustments: undefined };
    const next = appendEvent(bare, { id, type, occurred_at, line_items });
    expect(appendAdjustment(next, adjustment("j1", "refund")).fulfillment.events).toHaveLength(1);
  });

  it("sends again what came back", () => {
    const returned = appendEvent(DELIVERED, event("e2", "returned_to_sender", { a: 2 }));
    const again = appendEvent(returned, event("e3", "delivered", { a: 3 }, "P2"));
    expect(lineOf(again, "a")).toBe("3/3 fulfilled");
  });

  it("takes a return before the delivery that nobody has noted yet", () => {
    const returned = appendAdjustment(ORDER, adjustment("j1", "return", { b: 1 }));
    const delivered = appendEvent(returned, event("e1", "delivered", { b: 1 }));
    expect(lineOf(delivered, "b")).toBe("0/1 processing");
  });
});

const WITHOUT_URL = { ...event("e9", "shipped", { a: 1 }), tracking_url: undefined };
const WITHOUT_NUMBER = { ...event("e9", "shipped", { a: 1 }), tracking_number: "" };
const TWICE = [expectation("x1", { a: 1 }), expectation("x1", { b: 1 })];
const CANCELED = appendAdjustment(ORDER, adjustment("j1", "cancellation", { a: 3 }));
const CHECKOUT = checkoutOf({ a: 3, b: 1 });
const [LINE_A, LINE_B] = CHECKOUT.line_items;
const [EVENT] = DELIVERED.fulfillment.events ?? [];

function badEvent(changes: object) {
  return () => appendEvent(ORDER, { ...event("e9", "delivered", { a: 1 }), ...changes });
}

function badAdjustment(changes: object) {
  return () => appendAdjustment(ORDER, adjustment("j9", "refund", { a: 1 }, changes));
}

function badOrder(order: OrderBody, ...origin: [Parameters<typeof checkOrder>[1]?]) {
  return () => checkOrder(order, ...origin);
}

type Refusal = readonly [code: OrderErrorCode, what: string, attempt: () => unknown];

const REFUSALS: readonly Refusal[] = [
  ["order_invalid", "an id that no path can have", badOrder({ ...ORDER, id: "a/../b" })],
  ["order_invalid", "an empty currency", badOrder({ ...ORDER, currency: "" })],
  ["order_invalid", "an event without an id", badEvent({ id: "" })],
  ["order_invalid", "an event whose type is none", badEvent({ type: 1 })],
  ["order_invalid", "a time without a zone", badEvent({ occurred_at: "2026-11-20T12:00:00" })],
  ["order_invalid", "a day that does not exist", badEvent({ occurred_at: "2026-02-30T12:00:00Z" })],
  ["order_invalid", "lines that are none", badEvent({ line_items: "a" })],
  ["order_invalid", "a line without an id", badEvent({ line_items: [{ quantity: 1 }] })],
  ["order_invalid", "none of a line", badEvent({ line_items: [{ id: "a", quantity: 0 }] })],
  ["order_invalid", "half of a line", badEvent({ line_items: [{ id: "a", quantity: 0.5 }] })],
  [
    "order_invalid",
    "a text for a quantity",
    badEvent({ line_items: [{ id: "a", quantity: "1" }] }),
  ],
  ["order_invalid", "an amount with a fraction", badAdjustment({ amount: 0.5 })],
  ["order_invalid", "an amount that is not safe", badAdjustment({ amount: 2 ** 53 })],
  [
    "order_invalid",
    "a total with a fraction",
    badAdjustment({ totals: [{ type: "refund", amount: 0.5 }] }),
  ],
  ["order_invalid", "a total without a type", badAdjustment({ totals: [{ amount: 1 }] })],
  ["order_invalid", "a status that is none", badAdjustment({ status: "done" })],
  ["order_invalid", "an adjustment without a time", badAdjustment({ occurred_at: undefined })],
  [
    "order_invalid",
    "settled as pending",
    () => settleAdjustment(PENDING, "j1", "pending" as "failed"),
  ],
  [
    "order_invalid",
    "an expectation without a method",
    () => replaceExpectations(ORDER, [expectation("x1", { a: 1 }, "")]),
  ],
  ["order_invalid", "none of a line in a checkout", () => newOrder(checkoutOf({ a: 0 }), DETAILS)],
  ["order_invalid", "an order without an id", badOrder({ ...ORDER, id: "" })],
  [
    "order_invalid",
    "an order of half a thing",
    badOrder(withLine(ORDER, { quantity: { total: 0.5, fulfilled: 0 } })),
  ],
  ["order_line_unknown", "an event", () => appendEvent(ORDER, event("e9", "shipped", { c: 1 }))],
  [
    "order_line_unknown",
    "a line named as Object's own",
    () => appendEvent(ORDER, event("e9", "shipped", { constructor: 1 })),
  ],
  [
    "order_line_unknown",
    "an adjustment",
    () => appendAdjustment(ORDER, adjustment("j9", "refund", { c: 1 })),
  ],
  [
    "order_line_unknown",
    "an expectation",
    () => newOrder(checkoutOf({ a: 1 }), { ...DETAILS, expectations: TWICE }),
  ],
  [
    "order_line_unknown",
    "an event that is there",
    badOrder(withLogs(ORDER, [event("e9", "shipped", { c: 1 })])),
  ],
  [
    "order_line_duplicate",
    "a checkout",
    () => newOrder({ ...CHECKOUT, line_items: [LINE_A!, LINE_A!] }, DETAILS),
  ],
  [
    "order_line_duplicate",
    "an order",
    badOrder({ ...ORDER, line_items: [...ORDER.line_items, ...ORDER.line_items] }),
  ],
  [
    "order_event_duplicate",
    "the same event",
    () => appendEvent(DELIVERED, event("e1", "delivered", { a: 2 })),
  ],
  [
    "order_event_duplicate",
    "two that are there",
    badOrder(withLogs(ORDER, [event("e1", "shipped", { a: 1 }), event("e1", "shipped", { b: 1 })])),
  ],
  [
    "order_adjustment_duplicate",
    "the same adjustment",
    () => appendAdjustment(PENDING, adjustment("j1", "refund")),
  ],
  [
    "order_adjustment_duplicate",
    "two that are there",
    badOrder(withLogs(ORDER, [], [adjustment("j1", "refund"), adjustment("j1", "credit")])),
  ],
  ["order_expectation_duplicate", "two of them", () => replaceExpectations(ORDER, TWICE)],
  ["order_tracking_required", "no URL", () => appendEvent(ORDER, WITHOUT_URL)],
  ["order_tracking_required", "no number", () => appendEvent(ORDER, WITHOUT_NUMBER)],
  ["order_tracking_required", "an event that is there", badOrder(withLogs(ORDER, [WITHOUT_URL]))],
  [
    "order_tracking_required",
    "an open type",
    badEvent({ type: "picked_up", tracking_number: undefined }),
  ],
  [
    "order_quantity_exceeded",
    "more is shipped than was ordered",
    () => appendEvent(ORDER, event("e9", "shipped", { a: 4 })),
  ],
  [
    "order_quantity_exceeded",
    "more is refunded than was ordered",
    () => appendAdjustment(ORDER, adjustment("j9", "refund", { b: 2 })),
  ],
  [
    "order_quantity_exceeded",
    "more is expected than was ordered",
    () => replaceExpectations(ORDER, [expectation("x9", { b: 2 })]),
  ],
  [
    "order_quantity_exceeded",
    "two parcels have more than was ordered",
    () => appendEvent(DELIVERED, event("e9", "delivered", { a: 2 }, "P2")),
  ],
  [
    "order_quantity_exceeded",
    "what was canceled is delivered",
    () => appendEvent(CANCELED, event("e9", "delivered", { a: 1 })),
  ],
  [
    "order_quantity_exceeded",
    "what was delivered is canceled",
    () => appendAdjustment(DELIVERED, adjustment("j9", "cancellation", { a: 2 })),
  ],
  [
    "order_quantity_exceeded",
    "what is canceled already is canceled",
    () => appendAdjustment(CANCELED, adjustment("j9", "cancellation", { a: 1 })),
  ],
  [
    "order_quantity_exceeded",
    "a pending cancellation completes after the delivery",
    () =>
      settleAdjustment(
        appendEvent(PENDING, event("e9", "delivered", { b: 1 }, "P2")),
        "j1",
        "completed",
      ),
  ],
  [
    "order_quantity_exceeded",
    "more comes back than was ordered",
    () =>
      appendAdjustment(
        appendAdjustment(ORDER, adjustment("j8", "return", { a: 3 })),
        adjustment("j9", "return", { a: 1 }),
      ),
  ],
  [
    "order_quantity_exceeded",
    "of an order that is there",
    badOrder(withLogs(ORDER, [event("e9", "delivered", { a: 4 })])),
  ],
  [
    "order_adjustment_unknown",
    "settled",
    () => settleAdjustment(PENDING, "constructor", "completed"),
  ],
  [
    "order_adjustment_settled",
    "settled once more",
    () => settleAdjustment(settleAdjustment(PENDING, "j1", "failed"), "j1", "completed"),
  ],
  [
    "order_adjustment_settled",
    "settled otherwise since before",
    badOrder(settleAdjustment(PENDING, "j1", "failed"), {
      before: settleAdjustment(PENDING, "j1", "completed"),
    }),
  ],
  [
    "order_adjustment_settled",
    "pending again",
    badOrder(PENDING, { before: settleAdjustment(PENDING, "j1", "failed") }),
  ],
  ["order_derivation_wrong", "a status", badOrder(withLine(ORDER, { status: "fulfilled" }))],
  [
    "order_derivation_wrong",
    "what is fulfilled",
    badOrder(withLine(ORDER, { quantity: { total: 3, fulfilled: 1 }, status: "partial" })),
  ],
  [
    "order_derivation_wrong",
    "a total other than the checkout's",
    badOrder(orderOf({ a: 2, b: 1 }), { checkout: CHECKOUT }),
  ],
  [
    "order_derivation_wrong",
    "a total other than before",
    badOrder(orderOf({ a: 2, b: 1 }), {
      before: {
        ...orderOf({ a: 3, b: 1 }),
        line_items: withTotals(ORDER, orderOf({ a: 2, b: 1 })),
      },
    }),
  ],
  [
    "order_currency_mismatch",
    "with the checkout's",
    badOrder({ ...ORDER, currency: "USD" }, { checkout: CHECKOUT }),
  ],
  [
    "order_currency_mismatch",
    "with the one before",
    badOrder({ ...ORDER, currency: "USD" }, { before: ORDER }),
  ],
  [
    "order_checkout_mismatch",
    "another checkout",
    badOrder(ORDER, { checkout: { ...CHECKOUT, id: "chk_2" } }),
  ],
  [
    "order_checkout_mismatch",
    "a line fewer",
    badOrder(ORDER, { checkout: { ...CHECKOUT, line_items: [LINE_A!] } }),
  ],
  [
    "order_checkout_mismatch",
    "another line",
    badOrder(ORDER, { checkout: checkoutOf({ a: 3, c: 1 }) }),
  ],
  [
    "order_checkout_mismatch",
    "another item",
    badOrder(ORDER, { checkout: { ...CHECKOUT, line_items: [LINE_A!, { ...LINE_B!, item: {} }] } }),
  ],
  [
    "order_checkout_mismatch",
    "another order than before",
    badOrder({ ...ORDER, id: "ord_2" }, { before: ORDER }),
  ],
  [
    "order_line_changed",
    "its item",
    badOrder(withLine(ORDER, { item: { id: "other" } }), { before: ORDER }),
  ],
  [
    "order_line_changed",
    "its amounts",
    badOrder(withLine(ORDER, { totals: [] }), { before: ORDER }),
  ],
  [
    "order_line_changed",
    "one is gone",
    badOrder({ ...ORDER, line_items: ORDER.line_items.slice(1) }, { before: ORDER }),
  ],
  ["order_log_changed", "an event is gone", badOrder(ORDER, { before: DELIVERED })],
  [
    "order_log_changed",
    "an event is another",
    badOrder(withLogs(DELIVERED, [{ ...EVENT!, carrier: "Swift" } as typeof EVENT & object]), {
      before: DELIVERED,
    }),
  ],
  [
    "order_log_changed",
    "an event came between",
    badOrder(withLogs(DELIVERED, [event("e0", "shipped", { a: 1 }), EVENT!]), {
      before: DELIVERED,
    }),
  ],
  ["order_log_changed", "an adjustment is gone", badOrder(DELIVERED, { before: PENDING })],
  [
    "order_log_changed",
    "an adjustment is settled with another amount",
    badOrder(
      { ...PENDING, adjustments: [{ ...PENDING.adjustments![0]!, status: "failed", amount: 1 }] },
      { before: PENDING },
    ),
  ],
];

/** The second order's lines with the first one's amounts and quantities. */
function withTotals(quantities: OrderBody, amounts: OrderBody) {
  return quantities.line_items.map((line, index) => ({
    ...line,
    totals: amounts.line_items[index]!.totals,
  }));
}

function codeOf(attempt: () => unknown): unknown {
  try {
    attempt();
  } catch (error) {
    return error instanceof OrderError ? error.code : error;
  }
  return "nothing thrown";
}

describe("what is refused", () => {
  it.each(REFUSALS)("throws %s for %s", (code, _, attempt) => {
    expect(codeOf(attempt)).toBe(code);
  });

  it("has a case for each code but the keeper's", () => {
    const tested = new Set(REFUSALS.map(([code]) => code));
    const keepers = ["order_not_found", "order_busy"];
    expect([...tested, ...keepers].sort()).toEqual(Object.keys(ORDER_ERRORS).sort());
  });

  it("is said on one short line, whatever identifiers there are", () => {
    const id = "x\n".repeat(10_000);
    const attempt = () => settleAdjustment(ORDER, id, "failed");
    expect(attempt).toThrow(/^order_adjustment_unknown: .{1,300}$/);
  });
});

describe("an order that a business changed by itself", () => {
  const grown = settleAdjustment(
    appendEvent(PENDING, event("e2", "delivered", { a: 1 }, "P2")),
    "j1",
    "completed",
  );

  it.each([
    ["as it was", PENDING],
    ["with more in its logs", grown],
    ["as a store gives it back", JSON.parse(JSON.stringify(grown)) as OrderBody],
    [
      "with another page and other expectations",
      { ...PENDING, permalink_url: "https://s.example" },
    ],
    ["with other totals of the whole", { ...PENDING, totals: [] }],
  ])("is right %s", (_, order) => {
    expect(() => checkOrder(order, { before: PENDING, checkout: CHECKOUT })).not.toThrow();
    expect(() => checkOrder(order, { before: PENDING })).not.toThrow();
    expect(() => checkOrder(order)).not.toThrow();
  });

  it("may have no currency", () => {
    const { currency: _, ...order } = ORDER;
    expect(() => checkOrder(order, { checkout: CHECKOUT })).not.toThrow();
  });
});
