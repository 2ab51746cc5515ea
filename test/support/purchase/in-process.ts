/** The storefront in this process, on a real socket of this machine, with a clock and a back office for tests. */

import { Declined } from "@proto-gen/runtime/commerce";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type { JsonObject } from "@proto-gen/runtime/json";
import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import type { LogEntry } from "@proto-gen/runtime/server";
import { createCatalog } from "../../../templates/storefront/src/catalog/index.js";
import {
  createEvaluate,
  type Evaluate,
} from "../../../templates/storefront/src/checkout/evaluate.js";
import { randomId } from "../../../templates/storefront/src/new-id.js";
import { createSandbox } from "../../../templates/storefront/src/payment/sandbox.js";
import { ownShopFile, shopDataIn } from "../../../templates/storefront/src/shop-data.js";
import type { PaymentProvider } from "../../../templates/storefront/src/payment/payment-provider.js";
import { openShop } from "../../../templates/storefront/src/shop.js";
import { mandateOptions } from "../mandate-shop.js";
import { createBackOffice } from "./back-office.js";
import { businessProfile } from "./business-profile.js";
import { finishOnPage } from "./buyer-page.js";
import { openPlatforms, UNTRUSTED_PATH } from "./platforms.js";
import {
  GEO_IP_HEADER,
  IN_PROCESS,
  lacking,
  type Purchase,
  type PurchaseOptions,
} from "./purchase.js";

export interface InProcessOptions extends PurchaseOptions {
  /** Members of every checkout that are wrong on purpose. */
  readonly mistake?: () => object;
}

export interface InProcessPurchase extends Purchase {
  /** Calls as the server has logged them. */
  readonly log: readonly LogEntry[];
}

const DATA = shopDataIn(ownShopFile());
const CATALOG = createCatalog(DATA);

export async function openPurchase(options: InProcessOptions = {}): Promise<InProcessPurchase> {
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const log: LogEntry[] = [];
  const published = await openPlatforms(options);
  const platforms = createPlatformProfiles({
    name: "proto",
    fetch: guardedFetch({ development: true }),
    development: true,
    // A profile that has changed counts at once.
    limits: { floorMs: 0 },
  });
  const hasMandates = options.extensions?.includes("ap2_mandate") === true;
  const { checkouts, ...more } = hasMandates ? await mandateOptions(platforms) : {};
  const payments = createPayments();
  const { geoIpCountryHeader = GEO_IP_HEADER } = options;
  const shop = await openShop({
    port: 0,
    payments,
    mailer: { send: async () => {} },
    // The tests ship.
    warehouse: { progressOf: async () => ({ steps: [], nextAt: undefined }) },
    platforms,
    profile: businessProfile(),
    isTrusted: (platform) => platform?.endsWith(UNTRUSTED_PATH) !== true,
    rateLimit: () => undefined,
    log: (entry) => void log.push(entry),
    now,
    checkouts: { ...checkouts, ...decisions(options) },
    ...(geoIpCountryHeader === null ? {} : { geoIpCountryHeader }),
    ...more,
  });
  const { url, orders } = shop;
  const discovered = await fetch(`${url}/.well-known/proto`);
  const profile = (await discovered.json()) as JsonObject;

  return {
    url,
    rest: `${url}/proto/v1`,
    mcp: `${url}/proto/mcp`,
    ...published,
    abilities: new Set(IN_PROCESS),
    profile,
    log,
    advance: (ms) => void (ahead += ms),
    buyerFinishes: (checkoutId) => finishOnPage(url, checkoutId),
    ...createBackOffice(orders, now),
    kept: () => lacking("kept files"),
    deliverWebhooks: () => shop.housekeep(),
    charges: (checkoutId) => payments.of(checkoutId),
    async close() {
      await shop.close();
      await published.close();
    },
  };
}

/** Options of checkouts that differ from the storefront's. */
function decisions({ sessionMs, mistake }: InProcessOptions) {
  return {
    ...(sessionMs === undefined ? {} : { sessionMs }),
    ...(mistake === undefined ? {} : { evaluate: mistaken(mistake) }),
  };
}

function mistaken(mistake: () => object): Evaluate {
  const evaluate = createEvaluate({
    catalog: CATALOG,
    data: DATA,
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

interface Payments extends PaymentProvider {
  /** How many were taken for a checkout, and not given back. */
  of(checkoutId: string): number;
}

/** The storefront's sandbox, with what each payment was for. */
function createPayments(): Payments {
  const sandbox = createSandbox();
  const checkouts = new Map<string, string>();
  return {
    ...sandbox,
    authorize(request) {
      checkouts.set(request.paymentKey, request.checkoutId);
      return sandbox.authorize(request);
    },
    of: (checkoutId) =>
      [...sandbox.charges.keys()].filter((key) => checkouts.get(key) === checkoutId).length,
  };
}
