/** The buyer's page of an order (§2.9): what was bought, what it cost, and what has happened to it. */

import { describe, expect, it } from "vitest";
import { createPages, type OrderRow } from "../src/pages/index.js";
import { call } from "./pages-call.js";
import { fakeBackstage, ORDER } from "./pages-fake.js";

const PERMALINK = "https://shop.example.com/orders/order-1";
const ALL = { total: 2, fulfilled: 2 };
const DELIVERED = {
  id: "event-2",
  type: "delivered",
  occurred_at: "2026-11-20T11:00:00Z",
  line_items: [{ id: "line-1", quantity: 1 }],
} as const;

async function pageOf(own: Partial<OrderRow> = {}): Promise<string> {
  const backstage = fakeBackstage({ orders: [{ ...ORDER, ...own }] });
  return (await call(createPages({ backstage, title: "Teapots" }), "/orders/order-1")).text;
}

function withEvent(event: object): Partial<OrderRow> {
  return { permalink_url: PERMALINK, fulfillment: { events: [{ ...DELIVERED, ...event }] } };
}

/** As it is read: without tags, and with one space between words. */
function said(text: string): string {
  return text.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

describe("the page of an order", () => {
  it("says what was bought, how many of it came, and what it cost", async () => {
    const [line] = ORDER.line_items;
    const totals = [{ type: "total", amount: 4800 }];
    const line_items = [
      { ...line!, totals },
      { ...line!, id: "line-2", quantity: ALL },
    ];
    const sums = [
      { type: "fulfillment", amount: 490 },
      { type: "total", amount: 4990 },
    ];
    const text = said(await pageOf({ line_items, totals: sums }));
    expect(text).toContain("2 × Teapot €25.00 each, 1 of 2 delivered €48.00");
    expect(text).toContain("2 × Teapot €25.00 each, delivered €50.00");
    expect(text).toContain("Delivery €4.90");
    expect(text).toContain("Total €49.90");
  });

  it.each([
    [{ total: 1, fulfilled: 0 }, "1 × Teapot not delivered yet"],
    [{ total: 0, fulfilled: 0 }, "0 × Teapot canceled"],
  ])("tells %j apart", async (quantity, says) => {
    const [line] = ORDER.line_items;
    expect(said(await pageOf({ line_items: [{ ...line!, quantity }] }))).toContain(says);
  });

  it("has events in words, with a link to where the carrier tracks it", async () => {
    const tracking_url = "https://post.example/T-1";
    const carried = { carrier: "Post", tracking_number: "T-1", tracking_url };
    const text = await pageOf(withEvent({ type: "in_transit", ...carried }));
    expect(said(text)).toContain(
      "In transit Nov 20, 2026, 11:00:00 AM UTC 1 × Teapot Post, tracking number T-1",
    );
    expect(text).toMatch(/<a href="https:\/\/post\.example\/T-1"\s*>T-1<\/a/);
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "not an address"])(
    "does not link to %s",
    async (tracking_url) => {
      const text = await pageOf(withEvent({ tracking_number: "T-1", tracking_url }));
      expect(text).not.toContain('href="' + tracking_url);
      expect(said(text)).toContain("Tracking number T-1");
    },
  );

  it("says no number of what is tracked nowhere but here", async () => {
    const own = { tracking_number: "SB28", tracking_url: PERMALINK };
    const text = await pageOf(withEvent({ ...own, description: "It can be downloaded." }));
    expect(text).not.toContain("SB28");
    expect(said(text)).toContain("1 × Teapot It can be downloaded.");
  });

  it("says that nothing has happened yet, and has no heading over nothing", async () => {
    const text = await pageOf({ fulfillment: {}, adjustments: [] });
    expect(text).toContain("Nothing has been sent yet.");
    expect(text).not.toMatch(/Adjustments|Changes|None yet/);
  });

  it("says what was changed, with its reason", async () => {
    const text = said(await pageOf());
    expect(text).toContain("Changes");
    expect(text).toContain("Refund, pending Nov 21, 2026, 10:00:00 AM UTC -€25.00");
    expect(text).toContain("One was broken.");
  });

  it("does not lead to the status page, which is not for buyers", async () => {
    expect(await pageOf()).not.toContain('href="/"');
  });
});
