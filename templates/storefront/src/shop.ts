/** The shop on a port: its endpoint over REST and MCP, its webhooks, its mail. */

import { anyOf, open, signed } from "@proto-gen/runtime/auth";
import { guardedFetch, guardedPost } from "@proto-gen/runtime/guarded-fetch";
import { createPlatformProfiles } from "@proto-gen/runtime/profile";
import type { LogEntry, PlatformProfiles, Server } from "@proto-gen/runtime/server";
import { createSigner, signAnswers, verifyRequests } from "@proto-gen/runtime/signature";
import { createWebhookSender } from "@proto-gen/runtime/webhook";
import { createServer, type Handlers } from "./generated/server.js";
import { openListeners, type Answering, type Tls } from "./listeners.js";
import type { Mailer } from "./mail/mailer.js";
import type { NewId } from "./new-id.js";
import { createPaymentHandlers } from "./payment/payment-handlers.js";
import type { PaymentProvider } from "./payment/payment-provider.js";
import { ownProfile, profileAt, type ShopProfile } from "./profile-at.js";
import { signingKeyIn } from "./signing-key.js";
import { openStores, type Stores } from "./stores.js";
import { createStorefront, type Storefront } from "./storefront.js";

export interface ShopOptions {
  readonly port: number;
  /** The address to listen on: every one with `tls` unless given, this machine's own without. */
  readonly host?: string;
  /** Key and certificate; without them plain http on this machine alone, for development. */
  readonly tls?: Tls;
  /** Lets platforms be on this machine and speak http; so it is without `tls` unless told. */
  readonly development?: boolean;
  /** A second port with TLS, to which buyers are sent (§3.3: https always) where the first has none. */
  readonly site?: { readonly port: number; readonly tls: Tls };
  /** How the world calls it; its address on this machine unless given. */
  readonly base?: string;
  /** Where it keeps what lasts; in memory unless given. */
  readonly directory?: string;
  /** What the shop offers; the project's `profile.json` unless given. Its addresses and keys are replaced. */
  readonly profile?: object;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  /** Fetched from where platforms publish them unless given. */
  readonly platforms?: PlatformProfiles;
  readonly isTrusted?: (platform: string) => boolean;
  /** From this sum on, in minor units, the buyer looks an order over; 100,000 unless given. */
  readonly reviewFrom?: number;
  /** Random ones unless given. */
  readonly newId?: NewId;
  /** Puts something around the handlers: what each call waits for, or fails with. */
  readonly around?: (handlers: Handlers) => Handlers;
  /** Puts something in front of the server: answers of its own, or a log of requests. */
  readonly front?: (server: Answering) => Answering;
  readonly log?: (entry: LogEntry) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

export interface Shop extends Storefront {
  /** `https://shop.example.com`, without a slash at its end. */
  readonly url: string;
  /** Where buyers are sent, without a slash at its end. */
  readonly site: string;
  readonly profile: ShopProfile;
  /** Sends what is due: webhooks, mail; ends what is over. It does so by itself every few seconds. */
  housekeep(): Promise<void>;
  close(): Promise<void>;
}

const HOUSEKEEPING_MS = 5_000;

/** @throws what `listen` emits: EADDRINUSE, EACCES; TypeError for a profile that is none */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { front = (server: Answering) => server, now = Date.now } = options;
  // The profile names the address, which is known once something listens there.
  let server: Server | undefined;
  const late: Answering = { answer: (...message) => (server as Server).answer(...message) };
  const listeners = await openListeners(front(late), options);
  try {
    const stores = await openStores(options.directory, now);
    const url = options.base ?? listeners.url;
    // Without a site of its own, the page of a shop on this machine is at the address itself.
    const site = listeners.site ?? url.replace(/^http:/, "https:");
    const { server: opened, ...shop } = await shopAt(url, site, stores, options);
    server = opened;
    return {
      ...shop,
      async close() {
        shop.stopHousekeeping();
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
  const { tls, development = tls === undefined } = options;
  const keys = await signingKeyIn(options.directory);
  const signer = await createSigner(keys.privateKey);
  const profile = profileAt(url, [keys.publicKey], options.profile ?? ownProfile());
  const { name } = profile;
  const fetch = guardedFetch({ development });
  const platforms = options.platforms ?? createPlatformProfiles({ name, fetch, development });
  const { records: store, idempotency } = stores;

  const outbox = createWebhookSender({
    store,
    name,
    profile: `${url}/.well-known/${name}`,
    signer,
    post: guardedPost({ development }),
    development,
    now,
  });
  const storefront = createStorefront({
    store,
    payments,
    mailer,
    outbox,
    site,
    isTrusted: options.isTrusted ?? (() => true),
    listedHandlers: profile.listedHandlers,
    now,
    ...(options.reviewFrom === undefined ? {} : { reviewFrom: options.reviewFrom }),
    ...(options.newId === undefined ? {} : { newId: options.newId }),
  });
  const server = createServer(around(storefront.handlers), {
    profile: profile.published,
    platforms,
    stores: { idempotency },
    continueUrl: site,
    authentication: anyOf(signed(verifyRequests({ name, platforms })), open()),
    signAnswers: signAnswers(() => signer),
    paymentHandlers: createPaymentHandlers(profile.paymentHandlers),
    development,
    // On this machine a shop has two names.
    ...(development ? { allowedHosts: ["localhost", "127.0.0.1"] } : {}),
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
    server,
    url,
    site,
    profile,
    housekeep,
    stopHousekeeping: () => clearInterval(timer),
    async close() {
      await outbox.close();
      await storefront.confirmations.sendDue();
    },
  };
}
