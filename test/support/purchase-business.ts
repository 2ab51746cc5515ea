/**
 * A business that sells: the storefront, with seven articles. On a real socket of this machine, with a clock
 * and a back office for tests.
 */

import { Declined } from "@proto-gen/runtime/checkout";
import { BusinessOutcome } from "@proto-gen/runtime/envelope";
import type { JsonObject } from "@proto-gen/runtime/json";
import { approvedPlatforms, type LogEntry } from "@proto-gen/runtime/server";
import { generateSigningKey, type SigningKeyPair } from "@proto-gen/runtime/signature";
import { createCatalog } from "../../templates/storefront/src/catalog/index.js";
import { createEvaluate, type Evaluate } from "../../templates/storefront/src/checkout/evaluate.js";
import { randomId } from "../../templates/storefront/src/new-id.js";
import type { NewOrder } from "../../templates/storefront/src/orders/new-order.js";
import { createSandbox } from "../../templates/storefront/src/payment/sandbox.js";
import type { PaymentProvider } from "../../templates/storefront/src/payment/payment-provider.js";
import { openShop } from "../../templates/storefront/src/shop.js";
import { mandateOptions } from "./mandate-shop.js";
import { ownProfile } from "./own-profile.js";
import { ARTICLES } from "./purchase-articles.js";

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
  /** The header in which the business's proxy says the country of a caller; none is read unless given. */
  readonly geoIpCountryHeader?: string;
  /** What the business says by mistake of each checkout, in place of what it has worked out. */
  readonly mistake?: () => object;
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

type Event = NonNullable<NewOrder["fulfillment"]["events"]>[number];

const CATALOG = createCatalog(ARTICLES);
const PLATFORM = "https://agent.example/profile.json";
const OTHER = "https://other-agent.example/profile.json";
const ALWAYS = ["catalog.search", "catalog.lookup", "cart", "checkout", "order"];
const DEFAULT_EXTENSIONS = ["fulfillment", "buyer_consent", "discount"];

export async function openPurchase(options: PurchaseOptions = {}): Promise<Purchase> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const log: LogEntry[] = [];
  const agentKeys = await generateSigningKey();
  const platforms = approvedPlatforms({
    [PLATFORM]: { ...platformProfile(options), signing_keys: [agentKeys.publicKey] },
    [OTHER]: platformProfile({}),
  });
  const hasMandates = options.extensions?.includes("ap2_mandate") === true;
  const { checkouts, ...more } = hasMandates ? await mandateOptions(platforms) : {};
  const payments = createPayments();
  const shop = await openShop({
    port: 0,
    articles: ARTICLES,
    payments,
    mailer: { send: async () => {} },
    // The tests ship.
    warehouse: { progressOf: async () => ({ steps: [], nextAt: undefined }) },
    platforms,
    isTrusted: () => options.trustedUi ?? true,
    rateLimit: () => undefined,
    log: (entry) => void log.push(entry),
    now,
    checkouts: { ...checkouts, ...decisions(options) },
    ...(options.geoIpCountryHeader === undefined
      ? {}
      : { geoIpCountryHeader: options.geoIpCountryHeader }),
    ...more,
  });
  const { url, orders } = shop;
  const published = await fetch(`${url}/.well-known/proto`);
  const profile = (await published.json()) as JsonObject;

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
    url,
    rest: `${url}/proto/v1`,
    mcp: `${url}/proto/mcp`,
    agentKeys,
    platform: PLATFORM,
    otherPlatform: OTHER,
    profile,
    log,
    advance: (ms) => void (ahead += ms),
    async buyerFinishes(checkoutId) {
      const finished = await shop.checkouts.finish(checkoutId, shop.place);
      if (finished instanceof Declined) throw new Error(JSON.stringify(finished.messages));
    },
    ship: (orderId, lines) => addEvent(orderId, "shipped", lines),
    deliver: (orderId, lines) => addEvent(orderId, "delivered", lines),
    async refund(orderId, amount) {
      const id = entryId("adjustment");
      const adjustment = { id, type: "refund", occurred_at: occurred(), amount };
      await orders.adjust(orderId, { ...adjustment, status: "completed" });
    },
    deliverWebhooks: () => shop.housekeep(),
    charges: (checkoutId) => payments.of(checkoutId),
    close: () => shop.close(),
  };
}

/** What its checkouts do otherwise than the storefront's. */
function decisions({ sessionMs, mistake }: PurchaseOptions) {
  return {
    ...(sessionMs === undefined ? {} : { sessionMs }),
    ...(mistake === undefined ? {} : { evaluate: mistaken(mistake) }),
  };
}

function mistaken(mistake: () => object): Evaluate {
  const evaluate = createEvaluate({
    catalog: CATALOG,
    reviewFrom: 100_000,
    newId: randomId,
    listedHandlers: [],
  });
  return async (request, session) => {
    const evaluation = await evaluate(request, session);
    if (evaluation instanceof Declined || evaluation instanceof BusinessOutcome) return evaluation;
    return { ...evaluation, ...mistake() };
  };
}

/** The repository's own profile, with less and with a platform's configuration. */
export function platformProfile({
  extensions = DEFAULT_EXTENSIONS,
  supportsMultiGroup,
  webhookUrl,
}: PurchaseOptions): object {
  // What a platform says of payment handlers is not what its business does.
  const { payment_handlers: _, ...proto } = ownProfile().proto as ReturnType<
    typeof ownProfile
  >["proto"] & { readonly payment_handlers?: unknown };
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

interface Payments extends PaymentProvider {
  /** How many were taken for a checkout, and not given back. */
  of(checkoutId: string): number;
}

/** The storefront's sandbox, with what each payment was for. */
function createPayments(): Payments {
  const sandbox = createSandbox({ slowMs: 300 });
  const checkouts = new Map<string, string>();
  return {
    charge(charge) {
      checkouts.set(charge.paymentKey, charge.checkoutId);
      return sandbox.charge(charge);
    },
    cancel: (paymentKey) => sandbox.cancel(paymentKey),
    of: (checkoutId) =>
      [...sandbox.charges.keys()].filter((key) => checkouts.get(key) === checkoutId).length,
  };
}
