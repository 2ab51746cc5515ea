/** The shop on a port: its endpoint over REST and MCP, its webhooks, its mail. */

import path from "node:path";
import { anyOf, open, signed } from "@proto-gen/runtime/auth";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createMemoryStore } from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import { serveNode, type ServeNodeOptions } from "@proto-gen/runtime/node";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import { createMemoryRecords } from "@proto-gen/runtime/records";
import { createSqliteRecords } from "@proto-gen/runtime/records/sqlite";
import type { LogEntry, PlatformProfiles, Server } from "@proto-gen/runtime/server";
import { createSigner, signAnswers, verifyRequests } from "@proto-gen/runtime/signature";
import { createWebhookSender } from "@proto-gen/runtime/webhook";
import Database from "libsql";
import { createServer } from "./generated/server.js";
import type { Mailer } from "./mail/mailer.js";
import { createPaymentHandlers } from "./payment/payment-handlers.js";
import type { PaymentProvider } from "./payment/payment-provider.js";
import { profileAt } from "./profile-at.js";
import { signingKeyIn } from "./signing-key.js";
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
  /** Sends what is due: webhooks, mail; ends what is over. It does so by itself every few seconds. */
  housekeep(): Promise<void>;
  close(): Promise<void>;
}

const NAME = "proto";
const HOUSEKEEPING_MS = 5_000;

export async function openShop(options: ShopOptions): Promise<Shop> {
  const { port, tls, directory, payments, mailer, now = Date.now } = options;
  const development = tls === undefined;
  // The profile names the address, which is known once something listens there.
  let server: Server | undefined;
  const late: Pick<Server, "answer"> = {
    answer: (...message) => (server as Server).answer(...message),
  };
  const node = await serveNode(late, { port, ...(tls === undefined ? { development } : { tls }) });
  const url = options.base ?? node.url;
  // Buyers are sent to https alone (§3.3); on this machine the page is at the address itself.
  const site = url.replace(/^http:/, "https:");

  const keys = await signingKeyIn(directory);
  const signer = await createSigner(keys.privateKey);
  const profile = profileAt(url, [keys.publicKey]);
  const store =
    directory === undefined
      ? createMemoryRecords({ now })
      : createSqliteRecords({ database: new Database(path.join(directory, "shop.db")), now });
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
  const storefront = createStorefront({
    articles: options.articles,
    checkouts: options.checkouts,
    store,
    payments,
    mailer,
    outbox,
    site,
    isTrusted: options.isTrusted ?? (() => true),
    now,
  });
  server = (options.createServer ?? createServer)(storefront.handlers, {
    profile,
    platforms,
    stores: { idempotency },
    continueUrl: site,
    authentication: anyOf(signed(verifyRequests({ name: NAME, platforms })), open()),
    signAnswers: signAnswers(() => signer),
    paymentHandlers: createPaymentHandlers(profile.proto.payment_handlers ?? {}),
    ...(options.log === undefined ? {} : { log: options.log }),
  });

  async function housekeep(): Promise<void> {
    await storefront.checkouts.sweep();
    await storefront.confirmations.sendDue();
    await outbox.deliverDue();
  }
  const timer = setInterval(() => void housekeep().catch(console.error), HOUSEKEEPING_MS);

  return {
    ...storefront,
    url,
    housekeep,
    async close() {
      clearInterval(timer);
      await node.close();
      await outbox.close();
      await storefront.confirmations.sendDue();
      store.close();
      await idempotency.close();
    },
  };
}
