/** The shop on a port: its endpoint over REST and MCP, its pages, its webhooks, its mail, its parcels. */

import { anyOf, open as openToAll, signed } from "@proto-gen/runtime/auth";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import type { LogEntry, PlatformProfiles } from "@proto-gen/runtime/server";
import { createSigner, signAnswers, verifyRequests } from "@proto-gen/runtime/signature";
import { vocabularyOf } from "@proto-gen/runtime/vocabulary";
import { createWebhookSender, type DeliveryLogEntry } from "@proto-gen/runtime/webhook";
import {
  createBackstage,
  createBuyerFinish,
  createRequests,
  watchedStore,
} from "./backstage/index.js";
import { openMandates } from "./checkout/mandates.js";
import { createServer, type Handlers } from "./generated/server.js";
import { openListeners, type Answering, type Tls } from "./listeners.js";
import { localOnly } from "./local-only.js";
import type { Mailer } from "./mail/mailer.js";
import type { NewId } from "./new-id.js";
import { createPages, pagesBefore } from "./pages/index.js";
import { createPaymentHandlers } from "./payment/payment-handlers.js";
import type { PaymentProvider } from "./payment/payment-provider.js";
import { ownProfile, profileAt, type ShopProfile } from "./profile-at.js";
import { signingKeyIn } from "./signing-key.js";
import { openStores, type Stores } from "./stores.js";
import { createStorefront, type Storefront, type StorefrontOptions } from "./storefront.js";
import { createSandboxWarehouse, SANDBOX_PACE, type Pace } from "./warehouse/sandbox-warehouse.js";
import type { Warehouse } from "./warehouse/warehouse.js";

export interface ShopOptions {
  readonly port: number;
  /** The address to listen on: every one with `tls` unless given, this machine's own without. */
  readonly host?: string;
  /** Key and certificate; without them plain http on this machine alone, for development. */
  readonly tls?: Tls;
  /** Lets platforms be on this machine and speak http; so it is without `tls` unless told. */
  readonly development?: boolean;
  /**
   * A second port with TLS, to which buyers are sent (§3.3: https always) where the first has none; any that is free
   * where this one is not.
   */
  readonly site?: { readonly port: number; readonly tls: Tls };
  /** How the world calls it; its address on this machine unless given. */
  readonly base?: string;
  /** What it is called on its pages; "The shop" unless given. */
  readonly title?: string;
  /** What its buyers have to know where they place an order; nothing unless given. */
  readonly notice?: string;
  /** Where it keeps what lasts; in memory unless given. */
  readonly directory?: string;
  /** What the shop offers; the project's `profile.json` unless given. Its addresses and keys are replaced. */
  readonly profile?: object;
  /** What it sells: `src/catalog/articles/` unless given. */
  readonly articles?: StorefrontOptions["articles"];
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  /** One that moves nothing unless given. */
  readonly warehouse?: Warehouse;
  /** How fast the sandbox's warehouse is, and so how often is looked; one and two minutes unless given. */
  readonly pace?: Pace;
  /** Fetched from where platforms publish them unless given. */
  readonly platforms?: PlatformProfiles;
  readonly isTrusted?: (platform: string) => boolean;
  /** What its checkouts do otherwise: how long they last, for instance. */
  readonly checkouts?: StorefrontOptions["checkouts"];
  /** What is generated of another profile; `src/generated/` unless given. */
  readonly createServer?: typeof createServer;
  /** From this sum on, in minor units, the buyer looks an order over; 100,000 unless given. */
  readonly reviewFrom?: number;
  /** Random ones unless given. */
  readonly newId?: NewId;
  /** Puts something around the handlers: what each call waits for, or fails with. */
  readonly around?: (handlers: Handlers) => Handlers;
  /** Puts something in front of the server: answers of its own, or a log of requests. */
  readonly front?: (server: Answering) => Answering;
  readonly log?: (entry: LogEntry) => void;
  /** Of attempts to tell platforms of orders. */
  readonly logDelivery?: (entry: DeliveryLogEntry) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Shop extends Storefront {
  /** `https://shop.example.com`, without a slash at its end. */
  readonly url: string;
  /** Where it listens, whatever the world calls it. */
  readonly listening: string;
  /** Where buyers are sent, without a slash at its end. */
  readonly site: string;
  readonly profile: ShopProfile;
  /**
   * Does what is due: parcels, mail, webhooks; ends what is over. It does so by itself every few seconds, and
   * more often for a pace that is faster.
   */
  housekeep(): Promise<void>;
  close(): Promise<void>;
}

const HOUSEKEEPING_MS = 5_000;
/** However fast the pace is. */
const SHORTEST_MS = 100;

/** @throws what `listen` emits: EADDRINUSE, EACCES; TypeError for a profile that is none, RangeError for a pace */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { front = (server: Answering) => server, now = Date.now } = options;
  // The profile names the address, which is known once something listens there.
  let open = (_server: Answering): void => undefined;
  const server = new Promise<Answering>((resolve) => (open = resolve));
  const late: Answering = { answer: async (...message) => (await server).answer(...message) };
  const listeners = await openListeners(front(late), options);
  try {
    const stores = await openStores(options.directory, now);
    const url = options.base ?? listeners.url;
    // Without a site of its own, the page of a shop on this machine is at the address itself.
    const site = listeners.site ?? url.replace(/^http:/, "https:");
    const { answering, end, ...shop } = await shopAt(url, site, stores, options);
    open(answering);
    return {
      ...shop,
      listening: listeners.url,
      async close() {
        end();
        await listeners.close();
        await shop.close();
        await stores.close();
      },
    };
  } catch (error) {
    await listeners.close();
    throw error;
  }
}

async function shopAt(url: string, site: string, stores: Stores, options: ShopOptions) {
  const { payments, mailer, around = (handlers: Handlers) => handlers, now = Date.now } = options;
  const { pace = SANDBOX_PACE, warehouse = createSandboxWarehouse({ pace, now }) } = options;
  const { tls, base, development = tls === undefined && base === undefined } = options;
  const keys = await signingKeyIn(options.directory);
  const signer = await createSigner(keys.privateKey);
  const profile = profileAt(url, [keys.publicKey], options.profile ?? ownProfile());
  const { name } = profile;
  const { agentHeader } = vocabularyOf(name);
  const fetch = guardedFetch({ development });
  const platforms = options.platforms ?? createPlatformProfiles({ name, fetch, development });
  const store = watchedStore(stores.records);
  const requests = createRequests(now);

  const outbox = createWebhookSender({
    store,
    name,
    profile: `${url}/.well-known/${name}`,
    signer,
    post: guardedPost({ development }),
    development,
    now,
    ...(options.logDelivery === undefined ? {} : { log: options.logDelivery }),
  });
  const mandates = await openMandates({ signer, publicKey: keys.publicKey, platforms });
  const paymentHandlers = createPaymentHandlers(profile.paymentHandlers);
  const storefront = createStorefront({
    articles: options.articles,
    checkouts: options.checkouts,
    store,
    payments,
    mailer,
    warehouse,
    outbox,
    site,
    isTrusted: options.isTrusted ?? (() => true),
    mandates: mandates?.verifier,
    paymentHandlers,
    listedHandlers: profile.listedHandlers,
    now,
    ...(options.reviewFrom === undefined ? {} : { reviewFrom: options.reviewFrom }),
    ...(options.newId === undefined ? {} : { newId: options.newId }),
  });
  const server = (options.createServer ?? createServer)(around(storefront.handlers), {
    profile: profile.published,
    platforms,
    stores,
    continueUrl: site,
    authentication: anyOf(signed(verifyRequests({ name, platforms })), openToAll()),
    signAnswers: signAnswers(() => signer),
    paymentHandlers,
    development,
    // On this machine a shop has two names.
    ...(development ? { allowedHosts: ["localhost", "127.0.0.1"] } : {}),
    ...(mandates === undefined ? {} : { finishers: mandates.finishers }),
    log(entry) {
      requests.add(entry);
      options.log?.(entry);
    },
  });
  const finish = createBuyerFinish({
    checkouts: storefront.checkouts,
    place: storefront.place,
    contextFor: (platform) => server.contextFor("update_checkout", platform),
  });
  const pages = createPages({
    backstage: createBackstage({ storefront, store, requests, finish }),
    title: options.title ?? "The shop",
    notice: options.notice,
    report: console.error,
    now,
    // Behind a proxy everyone has the proxy's address.
    ...(base === undefined ? {} : { origin: site, mayLook: () => false }),
  });

  // An endpoint may stand where a page does; people's browsers do not say which platform they are.
  const answering = pagesBefore(pages, server, ({ headers }) => headers.get(agentHeader) !== null);
  outbox.start();

  async function housekeep(): Promise<void> {
    // None waits for another one's mail server or warehouse.
    const { checkouts, confirmations, shipments } = storefront;
    const parts = [checkouts.sweep(), confirmations.sendDue(), shipments.advanceDue()];
    const results = await Promise.allSettled(parts);
    await outbox.deliverDue();
    for (const result of results) if (result.status === "rejected") throw result.reason;
  }
  let latest: Promise<void> | undefined;
  const timer = setInterval(() => {
    latest ??= housekeep()
      .catch(console.error)
      .finally(() => (latest = undefined));
  }, intervalFor(pace));

  return {
    ...storefront,
    answering: development ? localOnly(answering) : answering,
    url,
    site,
    profile,
    housekeep,
    end() {
      clearInterval(timer);
      pages.close();
    },
    async close() {
      await outbox.close();
      await latest;
      await storefront.confirmations.sendDue();
      await storefront.shipments.advanceDue();
    },
  };
}

/** So that what follows the pace is late by no more than a step of it. */
function intervalFor({ shippedMs, deliveredMs }: Pace): number {
  // What happens with the step before needs no turn of its own.
  const steps = [shippedMs, deliveredMs - shippedMs].filter((step) => step > 0);
  return Math.max(SHORTEST_MS, Math.min(HOUSEKEEPING_MS, ...steps));
}
