/** Webhooks (§6): the URL that a platform publishes, and the events of a parcel on its way. */

import { describe, expect, it } from "vitest";
import { business, needs, receiver } from "../../blackbox/opening.js";
import type { OrderEvent } from "../../blackbox/receiver.js";
import { codes, there, warnings } from "../../blackbox/shapes.js";
import { overRest, TRANSPORTS } from "../../blackbox/speak.js";
import { basket, readyDownload, readyShipped, shopper } from "../../blackbox/steps.js";
import { verified } from "../../blackbox/verification.js";

const MINUTE = 60_000;

describe.each(TRANSPORTS)("the webhook URL of a platform, over %s", (_, speak) => {
  it.each([
    ["missing", undefined, ["webhook_url_missing"]],
    ["no URL", "hooks", ["webhook_url_invalid"]],
    ["one with a password", "https://ada:secret@agent.example/hooks", ["webhook_url_invalid"]],
    ["right", "https://agent.example/hooks", []],
  ])("§6.1: that is %s is told of at the completion", async (_why, webhookUrl, expected) => {
    const open = await business(webhookUrl === undefined ? {} : { webhookUrl });
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const body = await by.complete(id);
    expect(body.status).toBe("completed");
    expect(codes(warnings(body))).toEqual(expected);
  });

  it("§6.1: is read again when an event is sent", async () => {
    needs("fresh profiles", "back office", "clock");
    const [first, second] = [await receiver(), await receiver()];
    const open = await business({ webhookUrl: first.url });
    const by = shopper(open, speak);
    const { order } = await by.complete((await readyShipped(by)).id);
    await open.deliverWebhooks();
    const created = await first.delivery(0);
    open.publish({ webhookUrl: second.url });
    open.advance(MINUTE);
    await open.sendParcel(there(order, "order").id);
    await open.deliverWebhooks();
    expect((await second.delivery(0)).order.id).toBe(created.order.id);
    expect(first.deliveries).toHaveLength(1);
  });
});

describe("an event that a platform has not taken", () => {
  it.each([500, "reset"] as const)("§6.3: for %s is sent again as it was", async (failure) => {
    const hooks = await receiver("/hooks", (before) => (before === 0 ? failure : 200));
    const open = await business({ webhookUrl: hooks.url });
    const by = shopper(open, overRest);
    await by.complete((await readyDownload(by)).id);
    await open.deliverWebhooks();
    const first = await hooks.delivery(0);
    // Elsewhere the first repetition is waited for.
    if (open.abilities.has("clock")) open.advance(MINUTE);
    await open.deliverWebhooks();
    const second = await hooks.delivery(1);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(await verified(second)).toBe(true);
  });
});

/** Members that no event of an order changes. */
function lasting({ id, checkout_id, permalink_url, totals, line_items }: OrderEvent): unknown {
  const lines = line_items.map(({ id: line, item, quantity }) => [line, item, quantity.total]);
  return { id, checkout_id, permalink_url, totals, lines };
}

describe.each(TRANSPORTS)("a parcel of an order made over %s", (_, speak) => {
  it("§6.3: is shipped and delivered, and each event is sent with the full order", async () => {
    needs("warehouse");
    const hooks = await receiver();
    const open = await business({ webhookUrl: hooks.url });
    const by = shopper(open, speak);
    const completed = await by.complete((await readyShipped(by, basket(["tabletop", 2]))).id);
    await open.deliverWebhooks();
    await hooks.delivery(0);
    await open.sendParcel(there(completed.order, "order").id);
    await open.deliverWebhooks();
    await hooks.delivery(2);
    const orders = hooks.deliveries.map(({ order }) => order);
    expect(orders.map(({ fulfillment }) => fulfillment.events.map(({ type }) => type))).toEqual([
      [],
      ["shipped"],
      ["shipped", "delivered"],
    ]);
    expect(
      orders.map(({ line_items: [line] }) => [line?.status, line?.quantity.fulfilled]),
    ).toEqual([
      ["processing", 0],
      ["processing", 0],
      ["fulfilled", 2],
    ]);
    for (const order of orders) {
      expect(order.id).toBe(completed.order?.id);
      expect(lasting(order)).toEqual(lasting(there(orders[0], "order")));
      for (const event of order.fulfillment.events)
        expect(event).toMatchObject({
          tracking_number: expect.stringMatching(/./) as unknown,
          tracking_url: expect.stringMatching(/^https?:/) as unknown,
        });
    }
    expect(new Set(orders.map(({ event_id }) => event_id)).size).toBe(3);
    for (const each of hooks.deliveries) expect(await verified(each)).toBe(true);
  });
});
