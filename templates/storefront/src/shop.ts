/** The shop on a port: its endpoint over REST and MCP, its pages, its webhooks, its mail, its parcels. */

import { anyOf, open as openToAll, signed } from "@proto-gen/runtime/auth";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { signAnswers, verifyRequests } from "@proto-gen/runtime/signature";
import type { FindPage } from "@proto-gen/runtime/server";
import type { Storage } from "@proto-gen/runtime/storage";
import { vocabularyOf } from "@proto-gen/runtime/negotiation";
import {
  createBackOffice,
  createBackstage,
  createBuyerBegin,
  createBuyerFinish,
  createRequests,
  watchedStore,
} from "./backstage/index.js";
import { openMandates } from "./checkout/mandates.js";
import { createWebhookSender } from "./generated/commerce.js";
import { createServer, type Handlers } from "./generated/server.js";
import { createGeoIp } from "./geo-ip.js";
import { startHousekeeping } from "./housekeeping.js";
import { openSigningKeys } from "./keys/signing-keys.js";
import { openListeners, type Answering } from "./listeners.js";
import { localOnly } from "./local-only.js";
import { randomId } from "./new-id.js";
import { createPages, STATUS_PAGES } from "./pages/index.js";
import { createPaymentHandlers } from "./payment/payment-handlers.js";
import { ownProfile, profileAt } from "./profile-at.js";
import { shopRateLimit } from "./rates.js";
import type { Shop, ShopOptions } from "./shop-options.js";
import { ownShopFile, shopDataIn } from "./shop-data.js";
import { openStorage } from "./storage.js";
import { createStorefront } from "./storefront.js";
import {
  createSandboxWarehouse,
  MANUAL_WAREHOUSE,
  SANDBOX_PACE,
} from "./warehouse/sandbox-warehouse.js";
import { logError } from "./log-lines.js";

export type { Shop, ShopOptions } from "./shop-options.js";

/**
 * @throws what `listen` emits: EADDRINUSE, EACCES; TypeError for a profile that is none or a header that cannot be,
 *   RangeError for a pace
 */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { now = Date.now } = options;
  // The profile names the address, which is known once something listens there.
  let open = (_server: Answering): void => undefined;
  const server = new Promise<Answering>((resolve) => (open = resolve));
  const late: Answering = { answer: async (...message) => (await server).answer(...message) };
  const storage = await openStorage(options.directory, now);
  const listeners = await openListeners(late, options).catch(async (error: unknown) => {
    await storage.close();
    throw error;
  });
  try {
    const url = options.base ?? listeners.url;
    // Without a site of its own, the page of a shop on this machine is at the address itself.
    const site = listeners.site ?? url.replace(/^http:/, "https:");
    const { answering, end, ...shop } = await shopAt(url, site, storage, options);
    open(answering);
    return {
      ...shop,
      listening: listeners.url,
      async close() {
        end();
        await listeners.close();
        await shop.close();
        await storage.close();
      },
    };
  } catch (error) {
    await listeners.close();
    await storage.close();
    throw error;
  }
}

function isInDevelopment({ tls, base, development }: ShopOptions): boolean {
  return development ?? (tls === undefined && base === undefined);
}

async function shopAt(url: string, site: string, storage: Storage, options: ShopOptions) {
  const { payments, mailer, around = (handlers: Handlers) => handlers, now = Date.now } = options;
  const data = shopDataIn(options.data ?? ownShopFile());
  const byHand = options.pace === undefined && data.pace === "manual";
  const pace = options.pace ?? (data.pace === "manual" ? undefined : data.pace) ?? SANDBOX_PACE;
  const { warehouse = byHand ? MANUAL_WAREHOUSE : createSandboxWarehouse({ pace, now }) } = options;
  const { tls, base } = options;
  const development = isInDevelopment(options);
  const keys = await openSigningKeys(options.directory, now);
  const { profile: given = ownProfile() } = options;
  const profile = profileAt(url, typeof given === "function" ? (given(site) as object) : given);
  const { name } = profile;
  const geoIp = createGeoIp(options.geoIpCountryHeader);
  const { agentHeader } = vocabularyOf(name);
  const fetch = guardedFetch({ development });
  const platforms = options.platforms ?? createPlatformProfiles({ name, fetch, development });
  const store = watchedStore(storage);
  const requests = createRequests(now);

  const outbox = createWebhookSender({
    store,
    profile: `${url}/.well-known/${name}`,
    signer: keys.signer,
    platforms,
    post: guardedPost({ development }),
    development,
    now,
    headers: options.webhookHeaders,
    log: options.logDelivery,
  });
  const mandates = await openMandates({ keys, platforms });
  const paymentHandlers = createPaymentHandlers(profile.paymentHandlers, data.prices);
  const storefront = createStorefront({
    data: { ...data, articles: options.articles ?? data.articles },
    checkouts: options.checkouts,
    store,
    payments,
    mailer,
    warehouse,
    outbox,
    site,
    geoIp,
    isTrusted: options.isTrusted,
    mandates: mandates?.verifier,
    listedHandlers: profile.listedHandlers,
    now,
    anyInstrument: options.anyInstrument,
    reviewFrom: options.reviewFrom,
    newId: options.newId,
  });
  const pages: { find: FindPage } = { find: () => undefined };
  const server = (options.createServer ?? createServer)(around(storefront.handlers), {
    profile: profile.published,
    signingKeys: keys.published,
    platforms,
    store: storage,
    continueUrl: site,
    authentication: anyOf(signed(verifyRequests({ name, platforms })), openToAll()),
    signAnswers: signAnswers(keys.signer),
    rateLimit: options.rateLimit ?? shopRateLimit(base !== undefined && tls === undefined),
    paymentHandlers,
    pages: (request, connection) => pages.find(request, connection),
    development,
    ...(options.cors === undefined ? {} : { cors: options.cors }),
    // On this machine a shop has two names.
    ...(development ? { allowedHosts: ["localhost", "127.0.0.1"] } : {}),
    ...(mandates === undefined ? {} : { finishers: mandates.finishers }),
    log(entry) {
      if (!STATUS_PAGES.has(entry.page)) requests.add(entry);
      options.log?.(entry);
    },
  });
  const finish = createBuyerFinish({
    checkouts: storefront.checkouts,
    place: storefront.place,
    contextFor: (platform) => server.contextFor("update_checkout", platform),
  });
  const begin = createBuyerBegin({
    checkouts: storefront.checkouts,
    contextFor: server.contextFor,
    name,
    profile: `${url}/.well-known/${name}`,
  });
  const backOffice = createBackOffice({
    storefront,
    contextFor: (platform) => server.contextFor("update_checkout", platform),
    newId: options.newId ?? randomId,
    now,
  });
  const own = createPages({
    backstage: createBackstage({
      ...{ storefront, store, requests, finish, begin },
      backOffice: options.hasBackOffice === true ? backOffice : undefined,
      contextFor: (platform) => server.contextFor("update_checkout", platform),
    }),
    title: options.title ?? "The shop",
    notice: options.notice,
    geoIp,
    report: logError,
    now,
    // Behind a proxy everyone has the proxy's address.
    ...(base === undefined ? {} : { origin: site, mayLook: () => false }),
  });

  const find: FindPage = (request, connection) => {
    const page = options.pages?.(request, connection);
    // An endpoint may stand where a page does; people's browsers do not say which platform they are.
    const asked = request.headers.get("access-control-request-headers") ?? "";
    const isCall =
      request.headers.get(agentHeader) !== null ||
      asked.toLowerCase().includes(agentHeader.toLowerCase());
    return page ?? (isCall ? undefined : own.find(request, connection));
  };
  pages.find = development ? localOnly(find) : find;
  outbox.start();

  const housekeeping = startHousekeeping({ ...storefront, keys }, outbox, pace);

  return {
    ...storefront,
    backOffice,
    answering: server,
    url,
    site,
    profile,
    housekeep: housekeeping.now,
    end() {
      housekeeping.end();
      own.close();
    },
    async close() {
      await outbox.close();
      await housekeeping.idle();
      await storefront.confirmations.sendDue();
      await storefront.shipments.advanceDue();
    },
  };
}
