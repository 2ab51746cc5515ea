/**
 * A business that sells: catalog, carts, checkouts with delivery, discounts and payment, orders, webhooks. On
 * a real socket of this machine, with a clock and a back office for tests.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { anyOf, open as openAccess, signed } from "@proto-gen/runtime/auth";
import {
  createCheckouts,
  Declined,
  type CheckoutOptions,
  type PaymentAttempt,
} from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { guardedPost } from "@proto-gen/runtime/guarded-fetch";
import type { JsonObject } from "@proto-gen/runtime/json";
import { merchantAuthorization } from "@proto-gen/runtime/mandate";
import { jwsAuthorizer, jwsMandateVerifier, platformKeys } from "@proto-gen/runtime/mandate/jws";
import { serveNode } from "@proto-gen/runtime/node";
import { createOrders, newOrder } from "@proto-gen/runtime/order";
import { createMemoryRecords } from "@proto-gen/runtime/records";
import { approvedPlatforms, type LogEntry, type Server } from "@proto-gen/runtime/server";
import {
  createSigner,
  generateSigningKey,
  signAnswers,
  verifyRequests,
  type SigningKeyPair,
} from "@proto-gen/runtime/signature";
import { createWebhookSender, type WebhookSender } from "@proto-gen/runtime/webhook";
import type { Order } from "../../generated/index.js";
import { createServer, type Handlers } from "../../generated/server.js";
import { repository } from "./published.js";
import { articleOf, catalogHandlers } from "./purchase/articles.js";
import { createCarts } from "./purchase/carts.js";
import { evaluate, FULFILLMENT_CONFIG, type Resource } from "./purchase/evaluate.js";

export interface PurchaseOptions {
  /** Of the platform, beside catalog, cart, checkout and order. */
  readonly extensions?: readonly string[];
  readonly supportsMultiGroup?: boolean;
  /** Where the platform hears of orders. */
  readonly webhookUrl?: string;
  /** Whether the business trusts the platform's page. */
  readonly trustedUi?: boolean;
  /** Said in `expires_at`. */
  readonly sessionMs?: number;
  /** What the business does otherwise. */
  readonly decisions?: Partial<CheckoutOptions<Handlers, NewOrderEntity>>;
}

export interface OrderedLine {
  readonly id: string;
  readonly quantity: number;
}

export interface Purchase {
  readonly url: string;
  readonly rest: string;
  readonly mcp: string;
  /** URLs of the profiles of two platforms. */
  readonly platform: string;
  readonly otherPlatform: string;
  /** The business's, as it is published. */
  readonly profile: JsonObject;
  /** What the platform signs mandates with. */
  readonly agentKeys: SigningKeyPair;
  /** What the server said of calls. */
  readonly log: readonly LogEntry[];
  advance(ms: number): void;
  /** The buyer finishes an escalated checkout in the business's own pages. */
  buyerFinishes(checkoutId: string): Promise<void>;
  ship(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  deliver(orderId: string, lines: readonly OrderedLine[]): Promise<void>;
  refund(orderId: string, amount: number): Promise<void>;
  /** Sends what is due, and waits for it. */
  deliverWebhooks(): Promise<void>;
  /** Payments that were taken and not given back. */
  charges(checkoutId: string): number;
  close(): Promise<void>;
}

type NewOrderEntity = Omit<Order, "proto">;
type Event = NonNullable<NewOrderEntity["fulfillment"]["events"]>[number];

const PLATFORM = "https://agent.example/profile.json";
const OTHER = "https://other-agent.example/profile.json";
const ALWAYS = ["catalog.search", "catalog.lookup", "cart", "checkout", "order"];
const DEFAULT_EXTENSIONS = ["fulfillment", "buyer_consent", "discount"];

export async function openPurchase(options: PurchaseOptions = {}): Promise<Purchase> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const log: LogEntry[] = [];
  let server: Server | undefined;
  const late: Server = {
    fetch: (request) => (server as Server).fetch(request),
    answer: (request, connection) => (server as Server).answer(request, connection),
  };
  const open = await serveNode(late, { port: 0, development: true });
  const keys = await generateSigningKey();
  const signer = await createSigner(keys.privateKey);
  const agentKeys = await generateSigningKey();
  const platforms = approvedPlatforms({
    [PLATFORM]: { ...platformProfile(options), signing_keys: [agentKeys.publicKey] },
    [OTHER]: platformProfile({}),
  });
  const authorizer = await jwsAuthorizer(keys.privateKey);
  const profile: JsonObject = { ...ownProfile(open.url), signing_keys: [keys.publicKey as never] };
  const profileUrl = `${open.url}/.well-known/proto`;

  const store = createMemoryRecords({ now });
  const sender = createWebhookSender({
    store,
    profile: profileUrl,
    name: "proto",
    signer,
    post: guardedPost({ development: true }),
    now,
    development: true,
  });
  const orders = createOrders<NewOrderEntity>({ store, outbox: onDemand(sender), now });
  const payments = createPayments();
  const checkouts = createCheckouts<Handlers, NewOrderEntity>({
    store,
    evaluate,
    complete: (checkout, { payment }, attempt) => payments.take(checkout, payment, attempt),
    release: (_checkout, paymentKey) => payments.release(paymentKey),
    continueUrl: (id) => `https://business.example.com/checkout-sessions/${id}`,
    trustedUi: () => options.trustedUi ?? true,
    mandates: jwsMandateVerifier({
      keysFor: platformKeys(platforms),
      signingKeys: [keys.publicKey],
    }),
    orders,
    fulfillmentConfig: FULFILLMENT_CONFIG,
    needsDelivery: ({ item }) => articleOf(item.id)?.digital !== true,
    now,
    ...(options.sessionMs === undefined ? {} : { sessionMs: options.sessionMs }),
    ...options.decisions,
  });
  server = createServer(
    { ...catalogHandlers, ...createCarts(), ...checkouts.handlers },
    {
      profile,
      platforms,
      authentication: anyOf(signed(verifyRequests({ name: "proto", platforms })), openAccess()),
      signAnswers: signAnswers(() => signer),
      finishers: { "dev.proto.shopping.ap2_mandate": merchantAuthorization(authorizer) },
      log: (entry) => void log.push(entry),
    },
  );

  let entries = 0;
  const entryId = (kind: string): string => `${kind}_${(entries += 1)}`;
  const occurred = (): string => new Date(now()).toISOString();

  async function addEvent(
    orderId: string,
    type: string,
    lines: readonly OrderedLine[],
  ): Promise<void> {
    const id = entryId("event");
    const event: Event = {
      id,
      occurred_at: occurred(),
      type,
      line_items: lines.map((line) => ({ ...line })),
      tracking_number: `PG_${id}`,
      tracking_url: `https://carrier.example/PG_${id}`,
    };
    await orders.addEvent(orderId, event);
  }

  return {
    url: open.url,
    rest: `${open.url}/proto/v1`,
    mcp: `${open.url}/proto/mcp`,
    agentKeys,
    platform: PLATFORM,
    otherPlatform: OTHER,
    profile,
    log,
    advance: (ms) => void (ahead += ms),
    async buyerFinishes(checkoutId) {
      const finished = await checkouts.finish(checkoutId, (checkout, paymentKey) => {
        payments.charge(checkoutId, paymentKey);
        return orderOf(checkout);
      });
      if (finished instanceof Declined) throw new Error(JSON.stringify(finished.messages));
    },
    ship: (orderId, lines) => addEvent(orderId, "shipped", lines),
    deliver: (orderId, lines) => addEvent(orderId, "delivered", lines),
    async refund(orderId, amount) {
      const id = entryId("adjustment");
      const adjustment = { id, type: "refund", occurred_at: occurred(), amount };
      await orders.adjust(orderId, { ...adjustment, status: "completed" });
    },
    deliverWebhooks: () => sender.deliverDue(),
    charges: (checkoutId) => payments.of(checkoutId),
    async close() {
      await open.close();
      await sender.close();
    },
  };
}

/** Nothing is sent before the test says so. */
function onDemand(sender: WebhookSender): Pick<WebhookSender, "writes" | "wake"> {
  return { writes: (event) => sender.writes(event), wake: () => {} };
}

function ownProfile(url: string): JsonObject {
  const text = readFileSync(path.join(repository, "profile.json"), "utf8");
  return JSON.parse(text.replaceAll("https://business.example.com", url)) as JsonObject;
}

/** The repository's own profile, with less and with a platform's configuration. */
export function platformProfile({
  extensions = DEFAULT_EXTENSIONS,
  supportsMultiGroup,
  webhookUrl,
}: PurchaseOptions): object {
  const { proto } = ownProfile("https://agent.example") as {
    readonly proto: { readonly capabilities: Readonly<Record<string, readonly object[]>> };
  };
  const names = [...ALWAYS, ...extensions].map((name) => `dev.proto.shopping.${name}`);
  const configs: Readonly<Record<string, object>> = {
    "dev.proto.shopping.fulfillment":
      supportsMultiGroup === undefined ? {} : { supports_multi_group: supportsMultiGroup },
    "dev.proto.shopping.order": webhookUrl === undefined ? {} : { webhook_url: webhookUrl },
  };
  const capabilities = names.map((name) => [
    name,
    (proto.capabilities[name] ?? []).map((each) => ({ ...each, config: configs[name] ?? {} })),
  ]);
  return { proto: { ...proto, capabilities: Object.fromEntries(capabilities) as object } };
}

interface Payments {
  take(
    checkout: Resource,
    payment: unknown,
    attempt: PaymentAttempt,
  ): Promise<NewOrderEntity | Declined>;
  charge(checkoutId: string, paymentKey: string): void;
  release(paymentKey: string): void;
  of(checkoutId: string): number;
}

const SLOW_MS = 300;

const DECLINED = new Declined([
  errorMessage({
    code: "payment_declined",
    content: "The payment was declined.",
    severity: "recoverable",
  }),
]);

/** A sandbox: the token says what becomes of the payment. */
function createPayments(): Payments {
  const charged = new Map<string, string>();
  return {
    async take(checkout, payment, { paymentKey }) {
      const said = JSON.stringify(payment);
      if (said.includes("tok_declined")) return DECLINED;
      if (said.includes("tok_slow")) await new Promise((resolve) => setTimeout(resolve, SLOW_MS));
      if (said.includes("tok_crash")) throw new Error("the payment provider hung up");
      charged.set(paymentKey, checkout.id);
      return orderOf(checkout);
    },
    charge: (checkoutId, paymentKey) => void charged.set(paymentKey, checkoutId),
    release: (paymentKey) => void charged.delete(paymentKey),
    of: (checkoutId) => [...charged.values()].filter((id) => id === checkoutId).length,
  };
}

function orderOf(checkout: Resource): NewOrderEntity {
  const id = `order_${checkout.id}`;
  const permalinkUrl = `https://business.example.com/orders/${id}`;
  return newOrder(checkout, { id, permalinkUrl, expectations: expectationsOf(checkout) });
}

type Expectation = NonNullable<NewOrderEntity["fulfillment"]["expectations"]>[number];

/** What the buyer may expect: each method as it was chosen, and what needs none. */
function expectationsOf({ line_items, fulfillment, buyer }: Resource): Expectation[] {
  const quantity = (id: string) => line_items.find((line) => line.id === id)?.quantity ?? 0;
  const { first_name, last_name } = buyer ?? {};
  const name = {
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
  };
  const methods = (fulfillment?.methods ?? []).map((method, at): Expectation => {
    const place = method.destinations?.find(({ id }) => id === method.selected_destination_id);
    const { id: _, ...address } = (place ?? {}) as { readonly id?: string };
    const destination = "address" in address ? (address.address as object) : address;
    return {
      id: `expectation_${at + 1}`,
      line_items: method.line_item_ids.map((id) => ({ id, quantity: quantity(id) })),
      method_type: method.type,
      destination,
    };
  });
  const digital = line_items.filter(({ item }) => articleOf(item.id)?.digital === true);
  if (digital.length === 0) return methods;
  const lines = digital.map(({ id, quantity: count }) => ({ id, quantity: count }));
  const expectation = { id: "expectation_digital", line_items: lines, method_type: "digital" };
  return [...methods, { ...expectation, method_type: "digital", destination: name }];
}
