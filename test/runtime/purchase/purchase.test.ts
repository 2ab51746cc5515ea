/**
 * A whole purchase, from search to the delivered order, as §3 and §6 tell it: by a platform that knows no more
 * than the generated client, and what a checkout says of its own next step.
 */

import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { nextAction } from "@proto-gen/runtime/commerce";
import { mcp } from "@proto-gen/runtime/client/mcp";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { verifyMerchantAuthorization } from "@proto-gen/runtime/jose";
import { serveNode } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { createOwners, createWebhookReceiver } from "@proto-gen/runtime/codegen/v1/commerce";
import type { WebhookReceiver } from "@proto-gen/runtime/webhook";
import { generate } from "../../../src/generate.js";
import { createClient, type Client } from "../../../generated/client.js";
import { OrderEvent, type Checkout } from "../../../generated/index.js";
import { importEmitted, writeEmitted } from "../../support/emitted.js";
import { signed } from "../../support/mandates.js";
import { outDirectory, ownRelease } from "../../support/published.js";
import { openPurchase } from "../../support/purchase/in-process.js";
import { platformProfile } from "../../support/purchase/platforms.js";
import type { Purchase, PurchaseOptions } from "../../support/purchase/purchase.js";

const HOME = {
  street_address: "1 Main Street",
  address_locality: "Springfield",
  address_region: "CA",
  postal_code: "94016",
  address_country: "US",
};

interface Platform {
  readonly webhookUrl: string;
  /** What it has heard, in the order in which it was told. */
  readonly heard: readonly OrderEvent[];
  remember(checkoutId: string, business: string): Promise<void>;
  process(): Promise<void>;
}

const opened: { close(): Promise<unknown> | void }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** A platform that listens: it keeps whose each checkout is, and verifies who tells it of orders (§5.5). */
async function openPlatform(): Promise<Platform> {
  const heard: OrderEvent[] = [];
  const store = createMemoryStorage();
  const owners = createOwners({ store, name: "proto", development: true });
  let receiver: WebhookReceiver | undefined;
  const node = await serveNode(
    { answer: (...message) => (receiver as WebhookReceiver).answer(...message) },
    { port: 0, development: true },
  );
  opened.push(node);
  const webhookUrl = `${node.url}/orders`;
  receiver = createWebhookReceiver<OrderEvent>({
    name: "proto",
    url: webhookUrl,
    businesses: createPlatformProfiles({
      name: "proto",
      fetch: guardedFetch({ development: true }),
      development: true,
    }),
    store,
    ownerOf: owners.ownerOf,
    validate: OrderEvent,
    onOrder: (order) => void heard.push(order),
    development: true,
  });
  const { remember } = owners;
  return { webhookUrl, heard, remember, process: () => (receiver as WebhookReceiver).process() };
}

async function open(options: PurchaseOptions = {}) {
  const platform = await openPlatform();
  const business = await openPurchase({ webhookUrl: platform.webhookUrl, ...options });
  opened.push(business);
  return { platform, business };
}

type Shop = Awaited<ReturnType<typeof createClient>>;

/** Generated for a platform without mandates; its types say so, which those here do not. */
let createPlainClient: typeof createClient;

beforeAll(async () => {
  const platform = path.join(outDirectory, "purchase-platform.json");
  mkdirSync(outDirectory, { recursive: true });
  writeFileSync(
    platform,
    JSON.stringify(platformProfile({ webhookUrl: "https://agent.example/webhooks" })),
  );
  const { files } = await generate({ ...ownRelease, platform });
  const emitted = await importEmitted(writeEmitted("purchase", files), "client.ts");
  createPlainClient = (emitted as unknown as { createClient: typeof createClient }).createClient;
}, 60_000);

async function clientOf(
  business: Purchase,
  transport: "rest" | "mcp",
  create = createPlainClient,
): Promise<Shop> {
  const options = { business: business.url, profile: business.platform, development: true };
  const shop = await create(
    transport === "rest" ? options : ({ ...options, transport: mcp } as never),
  );
  opened.push({ close: () => shop.$close() });
  return shop;
}

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

function pay(token = "tok_ok") {
  const credential = { type: "token", token };
  return { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card", credential }] };
}

/** What the platform knows of its buyer, by the field that a message is about (§3.2). */
function repaired(checkout: Checkout, path: string | undefined): object {
  if (path === "$.buyer.email") return { buyer: { ...checkout.buyer, email: "ada@example.com" } };
  if (path === "$.fulfillment.methods")
    return { fulfillment: { methods: [{ type: "shipping", destinations: [HOME] }] } };
  const methods = checkout.fulfillment?.methods?.map((method) => ({
    ...method,
    groups: method.groups?.map(({ id, options = [] }) => ({
      id,
      selected_option_id: options[0]?.id ?? null,
    })),
  }));
  return { fulfillment: { methods } };
}

/** §3.2: as long as something can be fixed, fix it and look again. */
async function untilNothingToFix(shop: Shop, first: Checkout): Promise<Checkout> {
  let checkout = first;
  for (let round = 0; round < 5; round += 1) {
    const action = nextAction(checkout);
    if (action.kind !== "fix") return checkout;
    // PUT is a full replacement (§4.2): what is to stay is sent again.
    const { id, currency, buyer, fulfillment } = checkout;
    const line_items = checkout.line_items.map(({ id: line, item, quantity }) => ({
      id: line,
      item: { id: item.id },
      quantity,
    }));
    const kept = { id, currency, buyer, fulfillment, line_items };
    const fixes = action.messages.map((each) => repaired(checkout, each.path));
    checkout = resource(await shop.updateCheckout(Object.assign(kept, ...fixes) as never));
  }
  throw new Error(`still to fix: ${JSON.stringify(checkout.messages)}`);
}

describe.each(["rest", "mcp"] as const)("a purchase over %s", (transport) => {
  it("goes from search to the delivered order", async () => {
    const { platform, business } = await open();
    const shop = await clientOf(business, transport);

    // The catalog is spoken over REST alone (§4.5).
    const catalog = (await clientOf(business, "rest")) as unknown as Client;
    const { products } = resource(await catalog.searchCatalog({ query: "tabletop" }));
    const [tabletop] = products;
    expect(tabletop?.title).toBe("Tabletop tripod");

    const cart = resource(
      await shop.createCart({ line_items: [{ item: { id: "tabletop" }, quantity: 2 }] }),
    );
    expect(cart.totals.find(({ type }) => type === "total")?.amount).toBe(5_800);

    const line_items = cart.line_items.map(({ item, quantity }) => ({
      item: { id: item.id },
      quantity,
    }));
    const created = resource(await shop.createCheckout({ line_items, currency: cart.currency }));
    expect(created.status).toBe("incomplete");
    await platform.remember(created.id, `${business.url}/.well-known/proto`);

    const ready = await untilNothingToFix(shop, created);
    expect(ready.status).toBe("ready_for_complete");
    expect(nextAction(ready)).toEqual({ kind: "complete" });
    expect(ready.totals.find(({ type }) => type === "total")?.amount).toBe(6_300);

    const { id } = ready;
    const completed = resource(await shop.completeCheckout({ id, payment: pay() } as never));
    expect(completed.status).toBe("completed");
    expect(nextAction(completed)).toEqual({ kind: "done" });
    expect(completed.continue_url).toBeUndefined();
    expect(business.charges(id)).toBe(1);
    const orderId = completed.order?.id as string;
    expect(completed.order?.permalink_url).toMatch(/^https:/);

    // §6: the order created, in full; then each change, in full.
    await business.deliverWebhooks();
    await platform.process();
    const [order] = platform.heard;
    expect(order).toMatchObject({ id: orderId, checkout_id: id, currency: "USD" });
    const [line] = order?.line_items ?? [];
    expect(line).toMatchObject({ status: "processing", quantity: { total: 2, fulfilled: 0 } });

    const both = [{ id: line?.id as string, quantity: 2 }];
    await business.ship(orderId, both);
    await business.deliver(orderId, both);
    await business.deliverWebhooks();
    await platform.process();
    expect(platform.heard.map(({ line_items: [each] }) => each?.status)).toEqual([
      "processing",
      "processing",
      "fulfilled",
    ]);
    const last = platform.heard.at(-1);
    expect(last?.fulfillment.events?.map(({ type }) => type)).toEqual(["shipped", "delivered"]);
    expect(last?.totals).toEqual(order?.totals);
  });

  it("is handed to the buyer where it needs a review, and finished there (§3.2, §3.3)", async () => {
    const { platform, business } = await open();
    const shop = await clientOf(business, transport);
    const request = { line_items: [{ item: { id: "sideboard" }, quantity: 1 }], currency: "USD" };
    const created = resource(await shop.createCheckout(request));
    await platform.remember(created.id, `${business.url}/.well-known/proto`);
    const escalated = await untilNothingToFix(shop, created);
    expect(escalated.status).toBe("requires_escalation");
    expect(nextAction(escalated)).toMatchObject({
      kind: "hand_off",
      reason: "buyer_review",
      continueUrl: expect.stringMatching(/^https:/) as string,
    });
    await business.buyerFinishes(escalated.id);
    const completed = resource(await shop.getCheckout({ id: escalated.id }));
    expect(completed.status).toBe("completed");
    await business.deliverWebhooks();
    await platform.process();
    expect(platform.heard.map(({ id }) => id)).toEqual([completed.order?.id]);
  });

  it("goes on with another card where the first one is declined", async () => {
    const { business } = await open();
    const shop = await clientOf(business, transport);
    const request = { line_items: [{ item: { id: "presets" }, quantity: 1 }], currency: "USD" };
    const { id } = await untilNothingToFix(shop, resource(await shop.createCheckout(request)));
    const declined = resource(
      await shop.completeCheckout({ id, payment: pay("tok_declined") } as never),
    );
    expect(declined.messages).toMatchObject([{ code: "payment_declined" }]);
    expect(declined.order).toBeUndefined();
    expect(business.charges(id)).toBe(0);
    const completed = resource(await shop.completeCheckout({ id, payment: pay() } as never));
    expect(completed.status).toBe("completed");
    expect(business.charges(id)).toBe(1);
  });

  it("is authorized by a mandate over what the business has signed (§1.8)", async () => {
    // With a mandate nobody asks whether the platform's page is to be trusted.
    const { business } = await open({ extensions: ["ap2_mandate"], trustedUi: false });
    const shop = await clientOf(business, transport, createClient);
    const request = {
      line_items: [{ item: { id: "presets" }, quantity: 1 }],
      currency: "USD",
      buyer: { email: "ada@example.com" },
    };
    const checkout = resource(await shop.createCheckout(request));
    const { signing_keys } = business.profile;
    const authorization = checkout.ap2?.merchant_authorization;
    const verdict = await verifyMerchantAuthorization(checkout, authorization, signing_keys);
    expect(verdict.kind).toBe("accepted");

    const { id } = checkout;
    const seconds = Math.floor(Date.now() / 1000);
    const times = { iat: seconds, exp: seconds + 300 };
    const by = business.agentKeys;
    const other = { ...checkout, totals: [{ type: "total", amount: 1 }] };
    for (const [checkout_mandate, code] of [
      ["eyJhbGciOiJFUzI1NiJ9.e30.c2ln", "mandate_invalid_signature"],
      [await signed({ ...times, exp: seconds - 60, checkout }, { by }), "mandate_expired"],
      [await signed({ ...times, checkout: other }, { by }), "merchant_authorization_invalid"],
      [await signed({ ...times, checkout }, { by }), "mandate_scope_mismatch"],
    ] as const) {
      const refused = resource(
        await shop.completeCheckout({ id, payment: pay(), ap2: { checkout_mandate } } as never),
      );
      expect(refused.order).toBeUndefined();
      expect(refused.messages?.map((each) => each.code)).toEqual([code]);
      expect(business.charges(id)).toBe(0);
    }

    const latest = resource(await shop.getCheckout({ id }));
    const checkout_mandate = await signed({ ...times, checkout: latest }, { by });
    const completed = resource(
      await shop.completeCheckout({ id, payment: pay(), ap2: { checkout_mandate } } as never),
    );
    expect(completed.status).toBe("completed");
    expect(business.charges(id)).toBe(1);
  });
});
