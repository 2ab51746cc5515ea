/** A purchase in whose middle both sides replace their keys and the platform moves its webhook (§5.4, §6.1). */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { serveNode, type NodeServer } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import type { Server } from "@proto-gen/runtime/server";
import {
  clientSignatures,
  createSigner,
  generateSigningKey,
  type Signer,
} from "@proto-gen/runtime/signature";
import { createOwners, createWebhookReceiver } from "@proto-gen/runtime/codegen/v1/commerce";
import {
  type DeliveryLogEntry,
  type ReceiptLogEntry,
  type WebhookReceiver,
  withOwners,
} from "@proto-gen/runtime/webhook";
import { createClient, type Client } from "../../templates/storefront/src/generated/client.js";
import { OrderEvent } from "../../templates/storefront/src/generated/index.js";
import { changeKeys } from "../../templates/storefront/src/keys/change-keys.js";
import { pay, readyCheckout } from "../../templates/storefront/test/bought.js";
import {
  openTestShop,
  resource,
  type TestShop,
} from "../../templates/storefront/test/shop-of-test.js";
import { ownProfile } from "../../templates/storefront/src/profile-at.js";

const MINUTE = 60_000;

interface Capability {
  readonly name?: string;
  config?: object;
}

let directory: string;
let clock: number;
let listening: NodeServer;
let shop: TestShop;
let heard: OrderEvent[];
let receipts: ReceiptLogEntry[];
let deliveries: DeliveryLogEntry[];
/** As the platform publishes it. */
let published: object;
let receivers: Map<string, WebhookReceiver>;
const store = createMemoryStorage();
const owners = createOwners({ store, name: "proto", development: true });

/** A platform that has what the shop has, and hears of orders at the path; nowhere if undefined. */
function publish(webhookUrl: string | undefined, keys: readonly object[]): void {
  const { proto } = ownProfile() as {
    readonly proto: { readonly capabilities: Readonly<Record<string, readonly Capability[]>> };
  };
  const capabilities = Object.fromEntries(
    Object.entries(proto.capabilities).map(([name, entries]) => [
      name,
      entries.map((entry) =>
        name.endsWith(".order") && webhookUrl !== undefined
          ? { ...entry, config: { webhook_url: webhookUrl } }
          : entry,
      ),
    ]),
  );
  published = { proto: { ...proto, services: {}, capabilities }, signing_keys: keys };
}

function listenAt(url: string): void {
  const receiver = createWebhookReceiver<OrderEvent>({
    ...{ name: "proto", url, store, development: true, now: () => clock },
    businesses: createPlatformProfiles({
      ...{ name: "proto", fetch: guardedFetch({ development: true }), development: true },
    }),
    ownerOf: owners.ownerOf,
    validate: OrderEvent,
    onOrder: (order) => void heard.push(order),
    log: (entry) => void receipts.push(entry),
  });
  receivers.set(new URL(url).pathname, receiver);
}

const platform: Server["answer"] = async (request, ...more) => {
  const { pathname } = new URL(request.url, "http://platform");
  if (pathname === "/profile.json")
    return {
      status: 200,
      headers: [["Content-Type", "application/json"]],
      body: new TextEncoder().encode(JSON.stringify(published)),
    };
  const receiver = receivers.get(pathname);
  return receiver?.answer(request, ...more) ?? { status: 404, headers: [], body: null };
};

beforeEach(async () => {
  clock = Date.now();
  [heard, receipts, deliveries, receivers] = [[], [], [], new Map()];
  directory = mkdtempSync(path.join(tmpdir(), "rotation-"));
  listening = await serveNode({ answer: platform }, { port: 0, development: true });
  const fetch = guardedFetch({ development: true });
  // A profile expires at once, so that no test waits for it.
  const limits = { floorMs: 0, cooldownMs: 0 };
  const platforms = createPlatformProfiles({ name: "proto", fetch, limits, development: true });
  shop = await openTestShop(
    {},
    {
      ...{ directory, platforms, now: () => clock, isTrusted: () => true },
      logDelivery: (entry) => void deliveries.push(entry),
    },
  );
});

afterEach(async () => {
  await shop.close();
  for (const receiver of receivers.values()) await receiver.close();
  await listening.close();
  rmSync(directory, { recursive: true, force: true });
});

function connect(signer: () => Signer): Promise<Client> {
  return createClient({
    business: shop.shop.url,
    profile: `${listening.url}/profile.json`,
    signatures: clientSignatures({ signer, require: "complete" }),
    development: true,
  });
}

async function after(ms: number): Promise<void> {
  clock += ms;
  await shop.shop.housekeep();
  for (const receiver of receivers.values()) await receiver.process();
}

function said(): string[] {
  return heard.map(({ fulfillment }) => fulfillment.events?.at(-1)?.type ?? "created");
}

describe("a purchase", () => {
  it("loses nothing while both sides replace their keys and the webhook moves", async () => {
    const [old, next] = [await generateSigningKey(), await generateSigningKey()];
    const hooks = `${listening.url}/hooks/v1`;
    publish(hooks, [old.publicKey]);
    listenAt(hooks);
    let signer = await createSigner(old.privateKey);
    const client = withOwners(await connect(() => signer), owners);
    const checkout = await readyCheckout(client, { shipped: ["tabletop"] });

    publish(hooks, [old.publicKey, next.publicKey]);
    signer = await createSigner(next.privateKey);
    await changeKeys(directory, { command: "rotate", kid: undefined, now: new Date(clock) });
    await after(0);
    const id = await pay(client, checkout);
    await after(0);
    expect(said()).toEqual(["created"]);

    const moved = `${listening.url}/hooks/v2`;
    receivers.delete("/hooks/v1");
    listenAt(moved);
    publish(moved, [next.publicKey]);
    await after(MINUTE);
    await after(MINUTE);
    await after(60 * MINUTE);
    expect(said()).toEqual(["created", "shipped", "delivered"]);
    expect(heard.map((order) => order.id)).toEqual([id, id, id]);
    expect(receipts.filter(({ became }) => became === "refused")).toEqual([]);

    const read = () => client.getCheckout({ id: checkout.id });
    expect(resource(await read()).order?.id).toBe(id);
    signer = await createSigner(old.privateKey);
    await expect(read()).rejects.toMatchObject({ code: "key_not_found" });
  });

  it("is told of once the platform publishes a webhook URL that can be used, and says so before", async () => {
    const key = await generateSigningKey();
    publish(undefined, [key.publicKey]);
    const signer = await createSigner(key.privateKey);
    const client = withOwners(await connect(() => signer), owners);
    const checkout = await readyCheckout(client, { shipped: ["tabletop"] });
    await pay(client, checkout);
    const completed = resource(await client.getCheckout({ id: checkout.id }));
    expect(completed.messages).toMatchObject([{ type: "warning", code: "webhook_url_missing" }]);
    await after(0);
    expect(deliveries.map(({ became, code }) => [became, code])).toEqual([
      ["postponed", "url_missing"],
    ]);

    publish("ftp://agent.example/hooks", [key.publicKey]);
    await after(60 * MINUTE);
    expect(deliveries.at(-1)).toMatchObject({ became: "postponed", code: "url_refused" });
    const hooks = `${listening.url}/hooks/v1`;
    publish(hooks, [key.publicKey]);
    listenAt(hooks);
    await after(60 * MINUTE);
    await after(60 * MINUTE);
    expect(said()).toEqual(["created", "shipped", "delivered"]);
  });

  it("says that nothing can be sent to a webhook URL that is no https URL", async () => {
    const key = await generateSigningKey();
    publish("ftp://agent.example/hooks", [key.publicKey]);
    const signer = await createSigner(key.privateKey);
    const client = withOwners(await connect(() => signer), owners);
    const checkout = await readyCheckout(client, { shipped: ["tabletop"] });
    await pay(client, checkout);
    const completed = resource(await client.getCheckout({ id: checkout.id }));
    expect(completed.messages).toMatchObject([{ type: "warning", code: "webhook_url_invalid" }]);
  });
});
