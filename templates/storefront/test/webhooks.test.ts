/** What a platform hears of an order (§4.7, §6): all that happens to it, signed, each once and in order. */

import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { Server } from "@proto-gen/runtime/server";
import type { Owners, ReceiptLogEntry, WebhookReceiver } from "@proto-gen/runtime/webhook";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createOwners, createWebhookReceiver } from "../src/generated/commerce.js";
import type { OrderEvent } from "../src/generated/index.js";
import { pay, readyCheckout, type Basket } from "./bought.js";
import { openTestShop, type TestShop } from "./shop-of-test.js";

const MINUTE = 60_000;
const PATH = "/hooks/orders";

let ahead = 0;
const now = (): number => Date.now() + ahead;

let open: TestShop;
let listening: NodeServer;
let receiver: WebhookReceiver;
let owners: Owners;
let heard: OrderEvent[];
let log: ReceiptLogEntry[];
/** Requests that the platform does not answer well. */
let outages = 0;

beforeEach(async () => {
  ahead = 0;
  outages = 0;
  heard = [];
  log = [];
  // The shop has to know the platform's address, and the platform the shop's.
  listening = await serveNode({ answer: answerOrFail }, { port: 0, development: true });
  const url = `${listening.url}${PATH}`;
  open = await openTestShop({ webhook_url: url }, { now });
  const store = createMemoryStorage({ now });
  owners = createOwners({ store, development: true });
  receiver = createWebhookReceiver({
    url,
    store,
    businesses: createPlatformProfiles({
      name: "proto",
      fetch: guardedFetch({ development: true }),
      development: true,
    }),
    ownerOf: owners.ownerOf,
    onOrder: (order) => void heard.push(order),
    now,
    log: (entry) => void log.push(entry),
    development: true,
  });
});
afterEach(async () => {
  await open.close();
  await listening.close();
  await receiver.close();
});

const answerOrFail: Server["answer"] = async (...message) => {
  if (outages === 0) return receiver.answer(...message);
  outages -= 1;
  return { status: 503, headers: [], body: null };
};

async function buy(basket: Basket): Promise<string> {
  const checkout = await readyCheckout(open.client, basket);
  await owners.remember(checkout.id, `${open.shop.url}/.well-known/proto`);
  return pay(open.client, checkout);
}

async function after(ms: number): Promise<void> {
  ahead += ms;
  await open.shop.housekeep();
  await receiver.process();
}

/** What the last event of the order's log is, each time; `created` without one. */
function said(): string[] {
  return heard.map(({ fulfillment }) => fulfillment.events?.at(-1)?.type ?? "created");
}

describe("a platform with a webhook", () => {
  it("hears that an order was created, shipped and delivered, each once and in order", async () => {
    const id = await buy({ shipped: ["tabletop", "strap_brown"] });
    await after(0);
    expect(said()).toEqual(["created"]);
    await after(MINUTE);
    expect(said()).toEqual(["created", "shipped"]);
    await after(MINUTE);
    await after(60 * MINUTE);
    expect(said()).toEqual(["created", "shipped", "delivered"]);
    expect(new Set(heard.map(({ event_id }) => event_id)).size).toBe(3);
    expect(heard.map((order) => order.id)).toEqual([id, id, id]);
    expect(heard.map(({ line_items }) => line_items.map(({ status }) => status))).toEqual([
      ["processing", "processing"],
      ["processing", "processing"],
      ["fulfilled", "fulfilled"],
    ]);
    const became = log.map((entry) => entry.became);
    expect(became.filter((each) => each === "accepted")).toHaveLength(3);
    expect(became.filter((each) => each === "refused")).toEqual([]);
  });

  it("hears in the same order what it missed while it was down", async () => {
    outages = 2;
    await buy({ shipped: ["tabletop"] });
    await after(MINUTE);
    await after(MINUTE);
    await after(60 * MINUTE);
    await after(60 * MINUTE);
    expect(outages).toBe(0);
    expect(said()).toEqual(["created", "shipped", "delivered"]);
  });

  it("hears of each parcel, and at last that all of it has arrived", async () => {
    await buy({ shipped: ["tabletop", "backdrop_gray", "presets"], pickedUp: ["strap_brown"] });
    await after(0);
    await after(MINUTE);
    await after(MINUTE);
    expect(said()).toHaveLength(1 + 1 + 2 + 2 + 2);
    expect(said()[0]).toBe("created");
    const last = heard.at(-1)?.line_items.map(({ status, quantity }) => [status, quantity]);
    expect(last).toEqual(Array(4).fill(["fulfilled", { total: 1, fulfilled: 1 }]));
  });

  it("takes none that somebody else has signed", async () => {
    await buy({ shipped: ["tabletop"] });
    await after(0);
    const body = JSON.stringify({ ...heard[0], event_id: "forged" });
    const answer = await fetch(`${listening.url}${PATH}`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        "Proto-Agent": `profile="${open.shop.url}/.well-known/proto"`,
      },
      body,
    });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "signature_missing" });
    await receiver.process();
    expect(said()).toEqual(["created"]);
  });
});
