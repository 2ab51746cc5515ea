/**
 * What follows from the logs of an order (§2.9), by hand.
 * `ORDER_SEED` brings a random failure back; `ORDER_RUNS` makes it look longer.
 */

import { checkOrder, deriveOrder, orderedQuantities } from "@proto-gen/runtime/codegen/v1/commerce";
import type {
  Adjustment,
  FulfillmentEvent,
} from "../../../src/runtime/commerce/order/order-body.js";
import type { Expectation } from "@proto-gen/runtime/commerce";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adjustment,
  event,
  expectation,
  orderOf,
  quantities,
  type Quantities,
  withLogs,
} from "../../support/sample-order.js";
import { instance } from "../../support/instance.js";
import type { Checkout, Order } from "../../../generated/index.js";
import { propertyOptions } from "../../support/sizes.js";

interface Case {
  readonly events?: readonly FulfillmentEvent[];
  readonly adjustments?: readonly Adjustment[];
  readonly expectations?: readonly Expectation[];
}

function derived(ordered: Quantities, { events = [], adjustments = [], expectations = [] }: Case) {
  const order = withLogs(orderOf(ordered, expectations), events, adjustments);
  return deriveOrder(order, quantities(ordered));
}

function summary(ordered: Quantities, of: Case): readonly string[] {
  return derived(ordered, of).line_items.map(
    ({ id, quantity, status }) => `${id} ${quantity.fulfilled}/${quantity.total} ${status}`,
  );
}

/** Three of the line `a`. */
const CASES: readonly (readonly [what: string, is: string, of: Case])[] = [
  ["nothing happened", "0/3 processing", {}],
  [
    "what is on its way is not there",
    "0/3 processing",
    {
      events: [
        event("e1", "processing", { a: 3 }),
        event("e2", "shipped", { a: 3 }),
        event("e3", "in_transit", { a: 3 }),
        event("e4", "failed_attempt", { a: 3 }),
        event("e5", "undeliverable", { a: 3 }),
        event("e6", "held_at_customs", { a: 3 }),
      ],
    },
  ],
  ["one of three", "1/3 partial", { events: [event("e1", "delivered", { a: 1 })] }],
  ["all of them", "3/3 fulfilled", { events: [event("e1", "delivered", { a: 3 })] }],
  [
    "a parcel that is delivered twice counts once",
    "1/3 partial",
    { events: [event("e1", "delivered", { a: 1 }), event("e2", "delivered", { a: 1 })] },
  ],
  [
    "of a parcel the larger quantity counts",
    "2/3 partial",
    { events: [event("e1", "delivered", { a: 2 }), event("e2", "delivered", { a: 1 })] },
  ],
  [
    "two parcels count both",
    "3/3 fulfilled",
    { events: [event("e1", "delivered", { a: 1 }), event("e2", "delivered", { a: 2 }, "P2")] },
  ],
  [
    "a line that one event names twice has both",
    "3/3 fulfilled",
    {
      events: [
        {
          ...event("e1", "delivered", {}),
          line_items: [
            { id: "a", quantity: 1 },
            { id: "a", quantity: 2 },
          ],
        },
      ],
    },
  ],
  [
    "a parcel that came back is not there any more",
    "0/3 processing",
    {
      events: [event("e1", "delivered", { a: 2 }), event("e2", "returned_to_sender", { a: 2 })],
    },
  ],
  [
    "part of a parcel came back",
    "1/3 partial",
    {
      events: [event("e1", "delivered", { a: 2 }), event("e2", "returned_to_sender", { a: 1 })],
    },
  ],
  [
    "a parcel that never arrived takes nothing from another",
    "1/3 partial",
    {
      events: [
        event("e1", "shipped", { a: 1 }),
        event("e2", "returned_to_sender", { a: 1 }),
        event("e3", "delivered", { a: 1 }, "P2"),
      ],
    },
  ],
  [
    "what came back is sent again, in another parcel",
    "3/3 fulfilled",
    {
      events: [
        event("e1", "delivered", { a: 3 }),
        event("e2", "returned_to_sender", { a: 3 }),
        event("e3", "delivered", { a: 3 }, "P2"),
      ],
    },
  ],
  [
    "a completed return",
    "2/3 partial",
    {
      events: [event("e1", "delivered", { a: 3 })],
      adjustments: [adjustment("j1", "return", { a: 1 })],
    },
  ],
  [
    "two completed returns",
    "1/3 partial",
    {
      events: [event("e1", "delivered", { a: 3 })],
      adjustments: [adjustment("j1", "return", { a: 1 }), adjustment("j2", "return", { a: 1 })],
    },
  ],
  [
    "a return that is pending, and one that failed",
    "3/3 fulfilled",
    {
      events: [event("e1", "delivered", { a: 3 })],
      adjustments: [
        adjustment("j1", "return", { a: 1 }, { status: "pending" }),
        adjustment("j2", "return", { a: 1 }, { status: "failed" }),
      ],
    },
  ],
  [
    "a return that both logs tell of counts once",
    "2/3 partial",
    {
      events: [event("e1", "delivered", { a: 3 }), event("e2", "returned_to_sender", { a: 1 })],
      adjustments: [adjustment("j1", "return", { a: 1 })],
    },
  ],
  [
    "where one log tells of more returns, it counts",
    "1/3 partial",
    {
      events: [event("e1", "delivered", { a: 3 }), event("e2", "returned_to_sender", { a: 1 })],
      adjustments: [adjustment("j1", "return", { a: 2 })],
    },
  ],
  [
    "a return of what nobody noted as delivered",
    "0/3 processing",
    { adjustments: [adjustment("j1", "return", { a: 1 })] },
  ],
  [
    "refunds, credits, prices, disputes and others change no quantity",
    "3/3 fulfilled",
    {
      events: [event("e1", "delivered", { a: 3 })],
      adjustments: ["refund", "credit", "price_adjustment", "dispute", "goodwill"].map((type) =>
        adjustment(type, type, { a: 1 }),
      ),
    },
  ],
  [
    "a completed cancellation",
    "0/2 processing",
    { adjustments: [adjustment("j1", "cancellation", { a: 1 })] },
  ],
  [
    "a cancellation that is pending, and one that failed",
    "0/3 processing",
    {
      adjustments: [
        adjustment("j1", "cancellation", { a: 1 }, { status: "pending" }),
        adjustment("j2", "cancellation", { a: 1 }, { status: "failed" }),
      ],
    },
  ],
  [
    "a cancellation without lines",
    "0/3 processing",
    { adjustments: [adjustment("j1", "cancellation")] },
  ],
  ["a canceled parcel", "0/2 processing", { events: [event("e1", "canceled", { a: 1 })] }],
  [
    "a cancellation that both logs tell of counts once",
    "0/2 processing",
    {
      events: [event("e1", "canceled", { a: 1 })],
      adjustments: [adjustment("j1", "cancellation", { a: 1 })],
    },
  ],
  [
    "the rest is delivered after a cancellation",
    "2/2 fulfilled",
    {
      events: [event("e1", "delivered", { a: 2 })],
      adjustments: [adjustment("j1", "cancellation", { a: 1 })],
    },
  ],
  [
    "everything is canceled: 0 of 0",
    "0/0 fulfilled",
    { adjustments: [adjustment("j1", "cancellation", { a: 3 })] },
  ],
  [
    "more is canceled than was ordered",
    "0/0 fulfilled",
    { adjustments: [adjustment("j1", "cancellation", { a: 9 })] },
  ],
  [
    "more is delivered than was ordered",
    "3/3 fulfilled",
    { events: [event("e1", "delivered", { a: 9 })] },
  ],
  [
    "something is picked up",
    "2/3 partial",
    {
      events: [event("e1", "picked_up", { a: 2 })],
      expectations: [expectation("x1", { a: 3 }, "pickup")],
    },
  ],
  [
    "a pickup with all of its words counts once",
    "3/3 fulfilled",
    {
      events: ["ready_for_pickup", "picked_up", "collected", "delivered"].map((type) =>
        event(type, type, { a: 3 }),
      ),
      expectations: [expectation("x1", { a: 3 }, "pickup")],
    },
  ],
  [
    "the carrier picks up what is shipped",
    "0/3 processing",
    {
      events: [event("e1", "picked_up", { a: 3 })],
      expectations: [expectation("x1", { a: 3 })],
    },
  ],
  [
    "what is digital is delivered, too",
    "3/3 fulfilled",
    {
      events: [event("e1", "delivered", { a: 3 })],
      expectations: [expectation("x1", { a: 3 }, "digital")],
    },
  ],
  [
    "what is no quantity counts nothing",
    "0/3 processing",
    {
      events: [-1, 0.5, NaN, Infinity, 2 ** 60].map((quantity, index) =>
        event(`e${index}`, "delivered", { a: quantity }, `P${index}`),
      ),
    },
  ],
  [
    "names of Object's own are types and lines like others",
    "0/3 processing",
    {
      events: [
        event("e1", "constructor", { a: 1 }),
        event("e2", "__proto__", JSON.parse('{ "__proto__": 1 }') as Quantities),
      ],
    },
  ],
];

describe("what follows from the logs (§2.9)", () => {
  it.each(CASES)("%s: %s", (_, is, of) => {
    expect(summary({ a: 3 }, of)).toEqual([`a ${is}`]);
  });

  it("counts lines apart, those of one parcel and those with a parent", () => {
    const events = [event("e1", "delivered", { a: 1, b: 2 }), event("e2", "canceled", { c: 1 })];
    expect(summary({ a: 1, b: 3, c: 2 }, { events })).toEqual([
      "a 1/1 fulfilled",
      "b 2/3 partial",
      "c 0/1 processing",
    ]);
  });

  it("lets a pickup of one line say nothing of another", () => {
    const events = [event("e1", "picked_up", { a: 3, b: 1 })];
    const expectations = [expectation("x1", { a: 3 }), expectation("x2", { b: 1 }, "pickup")];
    expect(summary({ a: 3, b: 1 }, { events, expectations })).toEqual([
      "a 0/3 processing",
      "b 1/1 fulfilled",
    ]);
  });

  it("takes an event without a tracking number for a parcel of its own", () => {
    const events = ["e1", "e2"].map((id) => ({
      ...event(id, "delivered", { a: 1 }),
      tracking_number: undefined,
    }));
    expect(summary({ a: 3 }, { events })).toEqual(["a 2/3 partial"]);
  });

  it("leaves its input alone, and keeps what it does not know", () => {
    const order = withLogs(orderOf({ a: 1 }), [event("e1", "delivered", { a: 1 })]);
    const [line] = order.line_items;
    const more = { ...order, gift: true, line_items: [{ ...line!, note: "n" }] };
    const text = JSON.stringify(more);
    expect(deriveOrder(more)).toMatchObject({ gift: true, line_items: [{ note: "n" }] });
    expect(JSON.stringify(more)).toBe(text);
  });

  it("knows what was ordered from a derived order, whatever was canceled", () => {
    const adjustments = [adjustment("j1", "cancellation", { a: 2 })];
    const order = derived({ a: 3, b: 1 }, { adjustments });
    expect(orderedQuantities(order)).toEqual(quantities({ a: 3, b: 1 }));
    expect(deriveOrder(order)).toEqual(order);
  });

  it("is what an order has that was written by hand for the protocol", () => {
    const checkout = instance<Checkout>("checkout-completed");
    const order = instance<Order>("order");
    expect(deriveOrder(order, checkout.line_items)).toEqual(order);
    checkOrder(order, { checkout });
  });
});

const LINES = fc.dictionary(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 4 }), {
  noNullPrototype: true,
});
const EVENTS = fc.array(
  fc.record({
    type: fc.constantFrom("shipped", "delivered", "returned_to_sender", "canceled", "picked_up"),
    lines: LINES,
    parcel: fc.constantFrom("P1", "P2", "P3"),
  }),
  { maxLength: 8 },
);
const ADJUSTMENTS = fc.array(
  fc.record({
    type: fc.constantFrom("return", "cancellation", "refund"),
    lines: LINES,
    status: fc.constantFrom("pending", "completed", "failed"),
  }),
  { maxLength: 6 },
);
const LOGS = fc.record({ events: EVENTS, adjustments: ADJUSTMENTS, seed: fc.nat() });

describe("whatever the logs say", () => {
  it("quantities do not depend on the order of entries, and are in bounds", () => {
    fc.assert(
      fc.property(LOGS, fc.boolean(), ({ events, adjustments, seed }, isPickup) => {
        const of = {
          events: events.map(({ type, lines, parcel }, at) => event(`e${at}`, type, lines, parcel)),
          adjustments: adjustments.map(({ type, lines, status }, at) =>
            adjustment(`j${at}`, type, lines, { status }),
          ),
          expectations: [expectation("x1", { a: 3 }, isPickup ? "pickup" : "shipping")],
        };
        const ordered = { a: 3, b: 2 };
        const shuffled = {
          ...of,
          events: shuffle(of.events, seed),
          adjustments: shuffle(of.adjustments, seed),
        };
        expect(summary(ordered, shuffled)).toEqual(summary(ordered, of));
        const order = derived(ordered, of);
        expect(deriveOrder(order)).toEqual(order);
        for (const { id, quantity } of order.line_items) {
          expect(quantity.fulfilled).toBeGreaterThanOrEqual(0);
          expect(quantity.fulfilled).toBeLessThanOrEqual(quantity.total);
          expect(quantity.total).toBeLessThanOrEqual(ordered[id as "a" | "b"]);
        }
      }),
      propertyOptions("ORDER", { quick: 100, full: 10_000 }),
    );
  });
});

function shuffle<Each>(all: readonly Each[], seed: number): readonly Each[] {
  return all
    .map((each, index) => ({ each, rank: Math.imul(seed + 1, index * 2654435761) >>> 0 }))
    .sort((left, right) => left.rank - right.rank)
    .map(({ each }) => each);
}
