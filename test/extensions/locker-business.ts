/**
 * A business that leaves things in lockers (§2.6), on a real socket of this machine, and a platform that hears of its orders.
 * Its code is generated from the profile of the locker extension; the types are those of this repository's own profile, which
 * has no locker.
 */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import {
  shippingAddress,
  fulfillmentRules,
  fulfillmentTotal,
  type MethodTypes,
  missingChoices,
  planFulfillment,
  selectedDestination,
  type Orders,
} from "@proto-gen/runtime/commerce";
import {
  createCheckouts,
  createOrders,
  newOrder,
  totalsOf,
  createOwners,
  createWebhookReceiver,
  createWebhookSender,
} from "@proto-gen/runtime/codegen/v1/commerce";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import type { JsonObject } from "@proto-gen/runtime/json";
import { serveNode } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { approvedPlatforms, type Server } from "@proto-gen/runtime/server";
import { createSigner, generateSigningKey } from "@proto-gen/runtime/signature";
import type { WebhookReceiver } from "@proto-gen/runtime/webhook";
import type { createClient } from "../../generated/client.js";
import type { Checkout, Order, OrderEvent } from "../../generated/index.js";
import type { createServer, Handlers } from "../../generated/server.js";
import { generate } from "../../src/generate.js";
import { importEmitted, writeEmitted } from "../support/emitted.js";
import { outDirectory, repository } from "../support/published.js";

const HERE = path.join(repository, "test/extensions/locker");
const PLATFORM = "https://agent.example/profile.json";
const FULFILLMENT = "dev.proto.shopping.fulfillment";
const ACTIVE = ["dev.proto.shopping.checkout", FULFILLMENT, "dev.proto.shopping.order"].concat(
  "com.example.locker",
);

type Stored = Omit<Order, "proto">;
type Kept = Pick<Checkout, "fulfillment" | "line_items">;
type Capabilities = Readonly<Record<string, readonly { readonly config?: object }[]>>;

/** What this repository's own types do not have. */
export const LOCKER = "locker" as "shipping";

/** The business has the lockers. What a carrier has brought there is the buyer's once it is taken out. */
const METHOD_TYPES: MethodTypes = {
  locker: { destinations: "business", finalEvents: ["picked_up"], buyerLocation: true },
};

const STATION = {
  id: "locker_station",
  name: "Station hall",
  address: { street_address: "1 Station Road", address_region: "CA", address_country: "US" },
};

export interface Generated {
  readonly createClient: typeof createClient;
  readonly createServer: typeof createServer;
  readonly OrderEvent: typeof OrderEvent;
}

export interface LockerBusiness {
  readonly url: string;
  readonly platform: string;
  readonly orders: Orders<Stored>;
  /** What the platform has been told, in that order. */
  readonly heard: readonly OrderEvent[];
  /** The locker is being repaired. */
  closeLocker(): void;
  /** The platform keeps whose checkout this is, and by that whom it believes. */
  remember(checkoutId: string): Promise<void>;
  /** Sends what is due, and has the platform take it. */
  deliverWebhooks(): Promise<void>;
  close(): Promise<void>;
}

export async function generateLocker(): Promise<Generated> {
  const profile = path.join(outDirectory, "locker-purchase.json");
  mkdirSync(outDirectory, { recursive: true });
  writeFileSync(profile, JSON.stringify(lockerProfile()));
  const directory = path.join(HERE, "schemas");
  const schemas = [{ directory, prefix: "https://example.com/schemas", label: "locker" }];
  const { files } = await generate({ profile, schemas });
  const written = writeEmitted("locker-purchase", files);
  const modules = ["client.ts", "server.ts", "index.ts"].map((each) =>
    importEmitted(written, each),
  );
  return Object.assign({}, ...(await Promise.all(modules))) as Generated;
}

/** The extension's own example, without what has nothing to do with delivery. */
function lockerProfile(): JsonObject & { readonly proto: { readonly capabilities: Capabilities } } {
  const profile = JSON.parse(readFileSync(path.join(HERE, "profile.json"), "utf8")) as {
    readonly proto: { readonly capabilities: Capabilities };
  };
  const capabilities = ACTIVE.map((name) => [name, profile.proto.capabilities[name]]);
  return {
    ...profile,
    proto: { ...profile.proto, capabilities: Object.fromEntries(capabilities) as Capabilities },
  } as unknown as ReturnType<typeof lockerProfile>;
}

function platformProfile(webhookUrl: string): object {
  const { proto } = lockerProfile();
  const configs = { "dev.proto.shopping.order": { webhook_url: webhookUrl } };
  const capabilities = Object.entries(proto.capabilities).map(([name, entries]) => [
    name,
    entries.map((each) => ({ ...each, config: configs[name as keyof typeof configs] ?? {} })),
  ]);
  const { payment_handlers: _, ...rest } = proto as typeof proto & { payment_handlers?: unknown };
  return { proto: { ...rest, capabilities: Object.fromEntries(capabilities) as object } };
}

/** Something that listens before it is known who answers. */
async function openLate() {
  let answering: Pick<Server, "answer"> | undefined;
  const node = await serveNode(
    { answer: (...message) => (answering as Pick<Server, "answer">).answer(...message) },
    { port: 0, development: true },
  );
  return { ...node, use: (each: Pick<Server, "answer">) => void (answering = each) };
}

async function openPlatform(validate: Generated["OrderEvent"]) {
  const heard: OrderEvent[] = [];
  const store = createMemoryStorage();
  const owners = createOwners({ store, name: "proto", development: true });
  const late = await openLate();
  const webhookUrl = `${late.url}/orders`;
  const fetch = guardedFetch({ development: true });
  const receiver: WebhookReceiver = createWebhookReceiver<OrderEvent>({
    name: "proto",
    url: webhookUrl,
    businesses: createPlatformProfiles({ name: "proto", fetch, development: true }),
    store,
    ownerOf: owners.ownerOf,
    validate,
    onOrder: (order) => void heard.push(order),
    development: true,
  });
  late.use(receiver);
  return { webhookUrl, heard, owners, receiver, close: () => late.close() };
}

export async function openLockerBusiness(generated: Generated): Promise<LockerBusiness> {
  const platform = await openPlatform(generated.OrderEvent);
  const late = await openLate();
  const keys = await generateSigningKey();
  const own = JSON.stringify({ ...lockerProfile(), signing_keys: [keys.publicKey] });
  const store = createMemoryStorage();
  const outbox = createWebhookSender({
    store,
    name: "proto",
    profile: `${late.url}/.well-known/proto`,
    signer: await createSigner(keys.privateKey),
    post: guardedPost({ development: true }),
    development: true,
  });
  const orders = createOrders<Stored>({ store, outbox, methodTypes: METHOD_TYPES });
  let isOpen = true;
  const lockers = () => (isOpen ? [STATION] : undefined);
  late.use(
    generated.createServer(handlersOf(store, orders, lockers), {
      profile: JSON.parse(own.replaceAll("https://business.example.com", late.url)) as JsonObject,
      platforms: approvedPlatforms({ [PLATFORM]: platformProfile(platform.webhookUrl) }),
      development: true,
    }),
  );
  return {
    url: late.url,
    platform: PLATFORM,
    orders,
    heard: platform.heard,
    closeLocker: () => void (isOpen = false),
    remember: (id) => platform.owners.remember(id, `${late.url}/.well-known/proto`),
    async deliverWebhooks() {
      await outbox.deliverDue();
      await platform.receiver.process();
    },
    async close() {
      await outbox.close();
      await late.close();
      await platform.close();
    },
  };
}

type Lockers = () => (typeof STATION)[] | undefined;

/** Checkouts alone: the profile has nothing else. */
function handlersOf(
  store: ReturnType<typeof createMemoryStorage>,
  orders: Orders<Stored>,
  lockers: Lockers,
): Handlers {
  const config = lockerProfile().proto.capabilities[FULFILLMENT]?.[0]?.config ?? {};
  const checkouts = createCheckouts<Handlers, Stored>({
    store,
    orders,
    fulfillmentConfig: config as Readonly<Record<string, unknown>>,
    async evaluate({ line_items: asked, fulfillment: request }, { before, context }) {
      const line_items = asked.map(({ item, quantity }, index) => ({
        id: `line_${index + 1}`,
        item: { id: item.id, title: "Camera", price: 20_000 },
        quantity,
        totals: totalsOf({ subtotal: 20_000 * quantity }),
      }));
      const { fulfillment, problems } = await planFulfillment({
        request,
        before: before?.fulfillment,
        lines: line_items.map(({ id }) => ({ id, physical: true })),
        rules: fulfillmentRules(context.platform.configs[FULFILLMENT], config),
        methodTypes: METHOD_TYPES,
        hooks: {
          locations: lockers,
          options: () => [{ title: "Tomorrow", totals: totalsOf({ subtotal: 300 }) }],
        },
      });
      return {
        line_items,
        currency: "USD",
        totals: totalsFor({ line_items, fulfillment }),
        links: [],
        messages: [...problems, ...missingChoices(fulfillment, { methodTypes: METHOD_TYPES })],
        fulfillment,
      };
    },
    complete: (checkout) =>
      newOrder(checkout, {
        id: `order_${checkout.id}`,
        permalinkUrl: `https://shop.example/orders/${checkout.id}`,
        expectations: expectationsOf(checkout),
      }),
    release: () => undefined,
    continueUrl: (id) => `https://shop.example/checkouts/${id}`,
    trustedUi: () => true,
  });
  return checkouts.handlers as Handlers;
}

/** What goes to California is taxed there. */
function totalsFor({ line_items, fulfillment }: Kept) {
  const to = shippingAddress(fulfillment, { methodTypes: METHOD_TYPES });
  const subtotal = line_items.reduce((sum, each) => sum + each.item.price * each.quantity, 0);
  return totalsOf({
    subtotal,
    fulfillment: fulfillmentTotal(fulfillment),
    tax: to?.address_region === "CA" ? subtotal / 10 : undefined,
  });
}

function expectationsOf({ fulfillment, line_items }: Kept) {
  return (fulfillment?.methods ?? []).map((method) => ({
    id: `expectation_${method.id}`,
    line_items: line_items.map(({ id, quantity }) => ({ id, quantity })),
    method_type: method.type,
    destination: (selectedDestination(method) as typeof STATION | undefined)?.address ?? {},
  }));
}
