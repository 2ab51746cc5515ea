/**
 * Orders of the release of 2026-04-08, whose schema describes lines and adjustments in another way (§2.9): lines may be removed and
 * keep the checkout's quantity, adjustments have signed quantities and totals. Each order is held against the generated validator.
 */

import {
  appendAdjustment,
  appendEvent,
  checkOrder,
  createOrders,
  deriveOrder,
  newOrder,
  orderedQuantities,
  settleAdjustment,
} from "@proto-gen/runtime/codegen/v1/commerce";
import type { Adjustment } from "../../../src/runtime/commerce/order/order-body.js";
import type { OrderBody } from "@proto-gen/runtime/commerce";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { Validator } from "@proto-gen/runtime/schema";
import type { ReleaseValues } from "@proto-gen/runtime/codegen/v1";
import { beforeAll, describe, expect, it } from "vitest";
import { bundleOf } from "../../support/bundle.js";
import { importEmitted } from "../../support/emitted.js";
import {
  ownRelease,
  published,
  publishedRelease,
  publishedReleases,
} from "../../support/published.js";
import { adjustment, checkoutOf, DETAILS, event, quantities } from "../../support/sample-order.js";
import { modelRelease } from "../../support/compose-release.js";

const RELEASE = "2026-04-08";
const ENVELOPE = { version: RELEASE, capabilities: {} };

describe.skipIf(published === undefined)("an order of the release with removed lines", () => {
  let option: { readonly releaseValues: ReleaseValues };
  let Order: Validator<unknown>;

  beforeAll(async () => {
    const { model, directory } = await bundleOf(publishedRelease(RELEASE), "release-orders");
    option = { releaseValues: model.releaseValues };
    Order = (await importEmitted(directory, "index.ts"))["Order"]!;
  }, 60_000);

  /** Two of `a`, one of `b`. */
  function ordered(): OrderBody {
    const checkout = checkoutOf(
      { a: 2, b: 1 },
      {
        totals: [
          { type: "subtotal", amount: 300 },
          { type: "total", amount: 300 },
        ],
      },
    );
    return newOrder(checkout, { ...DETAILS, ...option });
  }

  const adjusted = (order: OrderBody, given: Adjustment) => appendAdjustment(order, given, option);
  const delivered = (order: OrderBody, lines: Readonly<Record<string, number>>) =>
    appendEvent(order, event(`e_${JSON.stringify(lines)}`, "delivered", lines), option);

  /** `original/total/fulfilled status` of a line of a valid order. */
  function lineOf(order: OrderBody, id = "a"): string {
    expect(Order.check({ ...order, ucp: ENVELOPE })).toEqual([]);
    const line = order.line_items.find((each) => each.id === id);
    const { original, total, fulfilled } = line!.quantity;
    return `${original}/${total}/${fulfilled} ${line!.status}`;
  }

  it("keeps the checkout's quantity", () => {
    expect(lineOf(ordered())).toBe("2/2/0 processing");
    const bought = { ...option, checkout: checkoutOf({ a: 2, b: 1 }) };
    expect(() => checkOrder(ordered(), bought)).not.toThrow();
    const [first, ...others] = ordered().line_items;
    const quantity = { ...first!.quantity, original: 3 };
    const wrong = { ...ordered(), line_items: [{ ...first!, quantity }, ...others] };
    expect(() => checkOrder(wrong, bought)).toThrow("order_derivation_wrong");
  });

  it("has removed lines where nothing is left, and keeps them", () => {
    const one = adjusted(ordered(), adjustment("j1", "cancellation", { a: -1 }));
    expect(lineOf(one)).toBe("2/1/0 processing");
    const none = adjusted(one, adjustment("j2", "cancellation", { a: -1 }));
    expect(lineOf(none)).toBe("2/0/0 removed");
    expect(lineOf(none, "b")).toBe("1/1/0 processing");
    expect(orderedQuantities(none, option)).toEqual(quantities({ a: 2, b: 1 }));
  });

  it("has a removed line where its delivery was canceled", () => {
    const canceled = appendEvent(ordered(), event("e1", "canceled", { b: 1 }), option);
    expect(lineOf(canceled, "b")).toBe("1/0/0 removed");
  });

  it("takes what is returned from the total: the rest is fulfilled", () => {
    const both = delivered(ordered(), { a: 2 });
    expect(lineOf(both)).toBe("2/2/2 fulfilled");
    const one = adjusted(both, adjustment("j1", "return", { a: -1 }));
    expect(lineOf(one)).toBe("2/1/1 fulfilled");
    const none = adjusted(one, adjustment("j2", "return", { a: -1 }));
    expect(lineOf(none)).toBe("2/0/0 removed");
  });

  it("leaves the total as it is where a parcel goes back, since the goods are still owed", () => {
    const parcel = delivered(ordered(), { a: 2 });
    const back = appendEvent(parcel, event("e2", "returned_to_sender", { a: 1 }), option);
    expect(lineOf(back)).toBe("2/2/1 partial");
  });

  it("adds what an exchange adds, and may deliver it", () => {
    const more = adjusted(delivered(ordered(), { a: 2 }), adjustment("j1", "exchange", { a: 1 }));
    expect(lineOf(more)).toBe("2/3/2 partial");
    const last = appendEvent(more, event("e9", "delivered", { a: 1 }, "P2"), option);
    expect(lineOf(last)).toBe("2/3/3 fulfilled");
    const fewer = adjusted(last, adjustment("j2", "return", { a: -3 }));
    expect(lineOf(fewer)).toBe("2/0/0 removed");
  });

  it("counts an adjustment when it is completed, and a refund not at all: it is about money", () => {
    const status = { status: "pending" } as const;
    const pending = adjusted(ordered(), adjustment("j1", "return", { a: -2 }, status));
    expect(lineOf(pending)).toBe("2/2/0 processing");
    expect(lineOf(settleAdjustment(pending, "j1", "completed", option))).toBe("2/0/0 removed");
    expect(lineOf(settleAdjustment(pending, "j1", "failed", option))).toBe("2/2/0 processing");
    expect(lineOf(adjusted(ordered(), adjustment("j1", "refund", { a: -1 })))).toBe(
      "2/2/0 processing",
    );
  });

  it.each([
    ["a return that adds", "return", { a: 1 }, "order_invalid"],
    ["a cancellation that adds", "cancellation", { a: 1 }, "order_invalid"],
    ["a quantity of zero", "exchange", { a: 0 }, "order_invalid"],
    ["a part of a thing", "return", { a: -0.5 }, "order_invalid"],
    ["more than was ordered", "return", { a: -3 }, "order_quantity_exceeded"],
    ["an unknown line", "exchange", { c: 1 }, "order_line_unknown"],
  ])("refuses %s", (_, type, lines, code) => {
    const given = adjustment("j1", type, lines as Readonly<Record<string, number>>);
    expect(() => adjusted(ordered(), given)).toThrow(code);
  });

  it("refuses to return and to cancel more than there is, taken together", () => {
    const canceled = adjusted(ordered(), adjustment("j1", "cancellation", { a: -1 }));
    expect(() => adjusted(canceled, adjustment("j2", "return", { a: -2 }))).toThrow(
      "order_quantity_exceeded",
    );
  });

  it("takes an adjustment's totals in place of an amount, and refuses those that are none", () => {
    const totals = [{ type: "total", amount: -100 }];
    const refunded = adjusted(ordered(), adjustment("j1", "refund", { a: -1 }, { totals }));
    expect(lineOf(refunded)).toBe("2/2/0 processing");
    expect(refunded.adjustments).toMatchObject([{ totals }]);
    for (const wrong of [[{ type: "total", amount: 0.5 }], [{ type: "", amount: -1 }], {}])
      expect(() =>
        adjusted(ordered(), adjustment("j2", "refund", undefined, { totals: wrong as never })),
      ).toThrow("order_invalid");
  });

  it("has the same lines when they are derived again, with and without what the checkout had", () => {
    const order = adjusted(
      adjusted(delivered(ordered(), { a: 2 }), adjustment("j1", "exchange", { a: 1 })),
      adjustment("j2", "return", { a: -1, b: -1 }),
    );
    expect(deriveOrder(order, undefined, option)).toEqual(order);
    expect(() => checkOrder(order, option)).not.toThrow();
    const without = order.line_items.map(({ quantity: { original: _, ...quantity }, ...line }) => ({
      ...line,
      quantity,
    }));
    expect(deriveOrder({ ...order, line_items: without }, undefined, option)).toEqual(order);
  });

  it("is kept by `createOrders`, which tells of each change", async () => {
    const store = createMemoryStorage();
    const told: OrderBody[] = [];
    const outbox = {
      writes: ({ order }: { order: unknown }) => (told.push(order as OrderBody), []),
      wake: () => undefined,
    };
    const orders = createOrders<OrderBody>({ store, outbox, ...option });
    const platform = { profile: "https://a.example/p", webhookUrl: undefined, envelope: ENVELOPE };
    await store.commit(orders.writesFor(ordered(), platform));
    const totals = [{ type: "total", amount: -200 }];
    const given = adjustment("j1", "return", { a: -2 }, { status: "pending", totals });
    await orders.adjust("ord_1", given);
    // Whoever has not heard the answer asks again.
    await orders.adjust("ord_1", given);
    const done = await orders.settleAdjustment("ord_1", "j1", "completed");
    expect(lineOf(done)).toBe("2/0/0 removed");
    expect(told.map((order) => lineOf(order))).toEqual([
      "2/2/0 processing",
      "2/2/0 processing",
      "2/0/0 removed",
    ]);
  });
});

describe.skipIf(published === undefined)("the other releases", () => {
  it("have lines of which nothing is left as fulfilled, and quantities without a sign", async () => {
    for (const release of [...publishedReleases, ownRelease]) {
      if (release.name === RELEASE) continue;
      const { releaseValues } = await modelRelease(release);
      const option = { releaseValues };
      const order = newOrder(checkoutOf({ a: 1 }), { ...DETAILS, ...option });
      expect(order).toEqual(newOrder(checkoutOf({ a: 1 }), DETAILS));
      const gone = appendAdjustment<OrderBody>(
        order,
        adjustment("j1", "cancellation", { a: 1 }),
        option,
      );
      expect(gone.line_items).toMatchObject([
        { quantity: { total: 0, fulfilled: 0 }, status: "fulfilled" },
      ]);
      const negative = adjustment("j2", "return", { a: -1 });
      expect(() => appendAdjustment<OrderBody>(order, negative, option)).toThrow("order_invalid");
    }
  }, 60_000);
});
