/**
 * What holds of an order whatever happens to it, as long as nothing is refused.
 * `ORDER_SEED` brings a random failure back; `ORDER_RUNS` makes it look longer.
 */

import {
  appendAdjustment,
  appendEvent,
  checkOrder,
  deriveOrder,
  orderedQuantities,
  replaceExpectations,
  settleAdjustment,
} from "@proto-gen/runtime/codegen/v1/commerce";
import { type OrderBody, OrderError } from "@proto-gen/runtime/commerce";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  adjustment,
  checkoutOf,
  event,
  expectation,
  orderOf,
  quantities,
} from "../../support/sample-order.js";
import { propertyOptions, runs } from "../../support/sizes.js";

const ORDERED = { a: 4, b: 1 };
const CHECKOUT = checkoutOf(ORDERED);

/** Something that happens, or is refused. */
type Step = (order: OrderBody) => OrderBody;

const LINES = fc.dictionary(fc.constantFrom("a", "b"), fc.integer({ min: 1, max: 2 }), {
  minKeys: 1,
  noNullPrototype: true,
});

const APPEND_EVENT: fc.Arbitrary<Step> = fc
  .record({
    id: fc.integer({ min: 0, max: 30 }),
    type: fc.constantFrom(
      "processing",
      "shipped",
      "delivered",
      "delivered",
      "returned_to_sender",
      "canceled",
      "picked_up",
    ),
    lines: LINES,
    parcel: fc.constantFrom("P1", "P2", "P3", "P4"),
  })
  .map(
    ({ id, type, lines, parcel }) =>
      (order) =>
        appendEvent(order, event(`e${id}`, type, lines, parcel)),
  );

const ADJUST: fc.Arbitrary<Step> = fc
  .record({
    id: fc.integer({ min: 0, max: 6 }),
    type: fc.constantFrom("return", "cancellation", "refund"),
    lines: LINES,
    status: fc.constantFrom("pending", "completed", "failed"),
  })
  .map(
    ({ id, type, lines, status }) =>
      (order) =>
        appendAdjustment(order, adjustment(`j${id}`, type, lines, { status })),
  );

const SETTLE: fc.Arbitrary<Step> = fc
  .record({
    id: fc.integer({ min: 0, max: 6 }),
    status: fc.constantFrom("completed", "failed"),
  })
  .map(
    ({ id, status }) =>
      (order) =>
        settleAdjustment(order, `j${id}`, status),
  );

const EXPECT: fc.Arbitrary<Step> = fc
  .record({ method: fc.constantFrom("shipping", "pickup", "digital"), lines: LINES })
  .map(
    ({ method, lines }) =>
      (order) =>
        replaceExpectations(order, [expectation("x1", lines, method)]),
  );

const STEPS = fc.array(fc.oneof(APPEND_EVENT, APPEND_EVENT, ADJUST, SETTLE, EXPECT), {
  maxLength: 25,
});

/** The order after the step, or as it was where the step is refused. */
function attempt(order: OrderBody, step: Step): OrderBody {
  try {
    return step(order);
  } catch (error) {
    expect(error).toBeInstanceOf(OrderError);
    return order;
  }
}

function checkBounds({ line_items: lines }: OrderBody): void {
  for (const { id, quantity } of lines) {
    expect(quantity.fulfilled).toBeGreaterThanOrEqual(0);
    expect(quantity.fulfilled).toBeLessThanOrEqual(quantity.total);
    expect(quantity.total).toBeLessThanOrEqual(ORDERED[id as "a" | "b"]);
  }
}

describe("whatever happens to an order (§2.9)", () => {
  it("leaves it valid, only adds to its log, and never changes what was ordered", () => {
    let taken = 0;
    const sizes = { quick: 300, full: 10_000 };
    fc.assert(
      fc.property(STEPS, (steps) => {
        let order = orderOf(ORDERED);
        for (const step of steps) {
          const text = JSON.stringify(order);
          const next = attempt(order, step);
          expect(JSON.stringify(order)).toBe(text);
          checkOrder(next, { checkout: CHECKOUT, before: order });
          checkBounds(next);
          expect(orderedQuantities(next)).toEqual(quantities(ORDERED));
          expect(deriveOrder(next)).toEqual(next);
          if (next !== order) taken += 1;
          order = next;
        }
      }),
      propertyOptions("ORDER", sizes),
    );
    expect(taken).toBeGreaterThan(runs("ORDER", sizes));
  });

  it("leads to the same quantities in reverse, if that is allowed", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.nat(99), LINES), { maxLength: 5, selector: ([id]) => id }),
        fc.uniqueArray(fc.tuple(fc.nat(99), LINES), { maxLength: 3, selector: ([id]) => id }),
        (deliveries, refunds) => {
          const steps: Step[] = [
            ...deliveries.map(
              ([id, lines]): Step =>
                (order) =>
                  appendEvent(order, event(`e${id}`, "delivered", lines, `P${id % 3}`)),
            ),
            ...refunds.map(
              ([id, lines]): Step =>
                (order) =>
                  appendAdjustment(order, adjustment(`j${id}`, "return", lines)),
            ),
          ];
          const forwards = run(steps);
          const backwards = run(steps.toReversed());
          fc.pre(forwards !== undefined && backwards !== undefined);
          expect(backwards?.line_items).toEqual(forwards?.line_items);
        },
      ),
      propertyOptions("ORDER", { quick: 100, full: 5_000 }),
    );
  });
});

/** Undefined where one of them is refused. */
function run(steps: readonly Step[]): OrderBody | undefined {
  try {
    return steps.reduce((order, step) => step(order), orderOf(ORDERED));
  } catch {
    return undefined;
  }
}
