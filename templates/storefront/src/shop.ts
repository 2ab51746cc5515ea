/** The shop on a port: its endpoint over REST and MCP, its webhooks, its mail. */

import path from "node:path";
import { anyOf, open as openToAll, signed } from "@proto-gen/runtime/auth";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createMemoryStore } from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import { serveNode, type ServeNodeOptions } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryRecords } from "@proto-gen/runtime/records";
import { createSqliteRecords } from "@proto-gen/runtime/records/sqlite";
import type {
  BusinessServer,
  CallContext,
  CallingPlatform,
  LogEntry,
  PlatformProfiles,
} from "@proto-gen/runtime/server";
import { createSigner, signAnswers, verifyRequests } from "@proto-gen/runtime/signature";
import { createWebhookSender } from "@proto-gen/runtime/webhook";
import Database from "libsql";
import {
  createBackstage,
  createBuyerFinish,
  createRequests,
  watchedStore,
} from "./backstage/index.js";
import { openMandates } from "./checkout/mandates.js";
import { createServer } from "./generated/server.js";
import type { Mailer } from "./mail/mailer.js";
import { createPaymentHandlers } from "./payment/payment-handlers.js";
import { createPages, pagesBefore } from "./pages/index.js";
import type { PaymentProvider } from "./payment/payment-provider.js";
import { profileAt } from "./profile-at.js";
import { signingKeyIn } from "./signing-key.js";
import { createSandboxWarehouse, SANDBOX_PACE, type Pace } from "./warehouse/sandbox-warehouse.js";
import type { Warehouse } from "./warehouse/warehouse.js";
import { createStorefront, type Storefront, type StorefrontOptions } from "./storefront.js";

export interface ShopOptions {
  readonly port: number;
  /** Key and certificate; without them plain http on this machine alone, for development. */
  readonly tls?: NonNullable<ServeNodeOptions["tls"]>;
  /** How the world calls it; its address on this machine unless given. */
  readonly base?: string;
  /** Where it keeps what lasts; in memory unless given. */
  readonly directory?: string;
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
  readonly log?: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Shop extends Storefront {
  /** `https://shop.example.com`, without a slash at its end. */
  readonly url: string;
  /**
   * Does what is due: parcels, mail, webhooks; ends what is over. It does so by itself every few seconds, and
   * more often for a pace that is faster.
   */
  housekeep(): Promise<void>;
  close(): Promise<void>;
}

/** What answers, on whatever port. */
type Front = Pick<BusinessServer, "answer">;

const NAME = "proto";
const HOUSEKEEPING_MS = 5_000;

/** However fast the pace is. */
const SHORTEST_MS = 100;

/** @throws RangeError for a pace that is none */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { port, tls, directory, payments, mailer, now = Date.now, pace = SANDBOX_PACE } = options;
  const sandbox = createSandboxWarehouse({ pace, now });
  const development = tls === undefined;
  // The profile names the address, which is known once something listens there.
  let open = (_front: Front): void => undefined;
  const front = new Promise<Front>((resolve) => (open = resolve));
  const late: Front = { answer: async (...message) => (await front).answer(...message) };
  const node = await serveNode(late, { port, ...(tls === undefined ? { development } : { tls }) });
  const url = options.base ?? node.url;
  // Buyers are sent to https alone (§3.3); on this machine the page is at the address itself.
  const site = url.replace(/^http:/, "https:");

  const keys = await signingKeyIn(directory);
  const signer = await createSigner(keys.privateKey);
  const profile = profileAt(url, [keys.publicKey]);
  const records =
    directory === undefined
      ? createMemoryRecords({ now })
      : createSqliteRecords({ database: new Database(path.join(directory, "shop.db")), now });
  const store = watchedStore(records);
  const requests = createRequests(now);
  const idempotency =
    directory === undefined
      ? createMemoryStore()
      : createSqliteStore({ database: new Database(path.join(directory, "idempotency.db")) });
  const fetch = guardedFetch({ development });
  const platforms = options.platforms ?? createPlatformProfiles({ name: NAME, fetch, development });

  const outbox = createWebhookSender({
    store,
    name: NAME,
    profile: `${url}/.well-known/${NAME}`,
    signer,
    post: guardedPost({ development }),
    development,
    now,
  });
  const mandates = await openMandates({ signer, publicKey: keys.publicKey, platforms });
  const storefront = createStorefront({
    articles: options.articles,
    checkouts: options.checkouts,
    store,
    payments,
    mailer,
    warehouse: options.warehouse ?? sandbox,
    outbox,
    site,
    isTrusted: options.isTrusted ?? (() => true),
    mandates: mandates?.verifier,
    now,
  });
  const server = (options.createServer ?? createServer)(storefront.handlers, {
    profile,
    platforms,
    stores: { idempotency },
    continueUrl: site,
    authentication: anyOf(signed(verifyRequests({ name: NAME, platforms })), openToAll()),
    signAnswers: signAnswers(() => signer),
    paymentHandlers: createPaymentHandlers(profile.proto.payment_handlers ?? {}),
    log(entry) {
      requests.add(entry);
      options.log?.(entry);
    },
    ...(mandates === undefined ? {} : { finishers: mandates.finishers }),
  });
  const { checkouts, place } = storefront;
  const contextFor = (platform: CallingPlatform): CallContext =>
    server.contextFor("update_checkout", platform);
  const finish = createBuyerFinish({ checkouts, place, contextFor });
  const pages = createPages({
    backstage: createBackstage({ storefront, store, requests, finish }),
    title: "The shop",
    report: console.error,
    now,
    ...(options.base === undefined ? {} : { origin: site }),
  });
  open(pagesBefore(pages, server));

  async function housekeep(): Promise<void> {
    await storefront.checkouts.sweep();
    await storefront.confirmations.sendDue();
    await storefront.shipments.advanceDue();
    await outbox.deliverDue();
  }
  let latest = Promise.resolve();
  const timer = setInterval(() => {
    latest = housekeep().catch(console.error);
  }, intervalFor(pace));

  return {
    ...storefront,
    url,
    housekeep,
    async close() {
      clearInterval(timer);
      pages.close();
      await node.close();
      await outbox.close();
      await latest;
      await storefront.confirmations.sendDue();
      await storefront.shipments.advanceDue();
      store.close();
      await idempotency.close();
    },
  };
}

/** So that what follows the pace is late by no more than a step of it. */
function intervalFor({ shippedMs, deliveredMs }: Pace): number {
  // What happens with the step before needs no turn of its own.
  const steps = [shippedMs, deliveredMs - shippedMs].filter((step) => step > 0);
  return Math.max(SHORTEST_MS, Math.min(HOUSEKEEPING_MS, ...steps));
}
