/** A platform on loopback: it publishes a profile, and hears of orders. */

import { toNodeHandler } from "@proto-gen/runtime/node";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { createOwners, createWebhookReceiver } from "@proto-gen/runtime/codegen/v1/commerce";
import { fetchedBusinesses, listen } from "./webhook-parties.js";

export interface MockPlatform {
  /** URL of its profile. */
  readonly profile: string;
  /** Ids of the orders that it has heard of, from the business that its checkouts were made with. */
  readonly orders: readonly string[];
  /** Of the last word on each order: what its events say, and how far its lines are. */
  delivered(order: string): boolean;
  /** Requests that were refused: codes. */
  readonly refused: readonly (string | undefined)[];
  remember(checkoutId: string, business: string): Promise<void>;
  close(): Promise<void>;
}

/** @param sample a profile that supports what it is to support */
export async function openMockPlatform(sample: object): Promise<MockPlatform> {
  const orders: string[] = [];
  const delivered = new Set<string>();
  const refused: (string | undefined)[] = [];
  let answer: ReturnType<typeof toNodeHandler> | undefined;
  const listening = await listen((incoming, outgoing) => {
    if (incoming.url === "/hooks") answer?.(incoming, outgoing);
    else
      outgoing
        .writeHead(200, { "Content-Type": "application/json" })
        .end(JSON.stringify(withWebhook(sample, `${listening.origin}/hooks`)));
  });
  const store = createMemoryStorage();
  const owners = createOwners({ store, name: "proto", development: true });
  const receiver = createWebhookReceiver({
    name: "proto",
    url: `${listening.origin}/hooks`,
    businesses: fetchedBusinesses(),
    store,
    ownerOf: owners.ownerOf,
    onOrder(order) {
      orders.push(order.id);
      const { line_items } = order as { readonly line_items?: readonly { status?: string }[] };
      if (line_items?.every(({ status }) => status === "fulfilled") === true)
        delivered.add(order.id);
    },
    development: true,
    log: ({ became, code }) => {
      if (became === "refused") refused.push(code);
    },
  });
  answer = toNodeHandler(receiver);
  receiver.start();
  return {
    profile: `${listening.origin}/profile.json`,
    orders,
    refused,
    delivered: (order) => delivered.has(order),
    remember: (checkoutId, business) => owners.remember(checkoutId, business),
    async close() {
      await receiver.close();
      await listening.close();
    },
  };
}

function withWebhook(sample: object, url: string): object {
  const { proto } = structuredClone(sample) as {
    readonly proto: { readonly capabilities: Record<string, readonly object[]> };
  };
  const order = "dev.proto.shopping.order";
  const entries = (proto.capabilities[order] ?? []).map((each) => ({
    ...each,
    config: { webhook_url: url },
  }));
  return { proto: { ...proto, capabilities: { ...proto.capabilities, [order]: entries } } };
}
