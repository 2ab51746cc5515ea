/** What a shop can be opened with, and what it is then. */

import type { CorsOptions, FindPage, LogEntry, RateLimit } from "@proto-gen/runtime/server";
import type { PlatformProfiles } from "@proto-gen/runtime/profile";
import type { AddedHeaders } from "@proto-gen/runtime/client";
import type { DeliveryLogEntry } from "@proto-gen/runtime/webhook";
import type { BackOffice } from "./backstage/index.js";
import type { Article } from "./catalog/index.js";
import type { createServer, Handlers } from "./generated/server.js";
import type { Tls } from "./listeners.js";
import type { Mailer } from "./mail/mailer.js";
import type { NewId } from "./new-id.js";
import type { PaymentProvider } from "./payment/payment-provider.js";
import type { ShopProfile } from "./profile-at.js";
import type { ShopFile } from "./shop-data.js";
import type { Storefront, StorefrontOptions } from "./storefront-options.js";
import type { Pace } from "./warehouse/sandbox-warehouse.js";
import type { Warehouse } from "./warehouse/warehouse.js";

export interface ShopOptions {
  readonly port: number;
  /** The address to listen on: every one with `tls` unless given, this machine's own without. */
  readonly host?: string | undefined;
  /** Key and certificate; without them plain http on this machine alone, for development. */
  readonly tls?: Tls | undefined;
  /** Lets platforms be on this machine and speak http; so it is without `tls` unless told. */
  readonly development?: boolean | undefined;
  /**
   * A second port with TLS, to which buyers are sent (§3.3: https always) where the first has none; any that is free
   * where this one is not.
   */
  readonly site?: { readonly port: number; readonly tls: Tls } | undefined;
  /** How the world calls it; its address on this machine unless given. */
  readonly base?: string | undefined;
  /** What it is called on its pages; "The shop" unless given. */
  readonly title?: string | undefined;
  /** What its buyers have to know where they place an order; nothing unless given. */
  readonly notice?: string | undefined;
  /** Where it keeps what lasts; in memory unless given. */
  readonly directory?: string | undefined;
  /**
   * What the shop offers, or a function that tells it for the address that buyers are sent to; the project's `profile.json` unless
   * given. Its addresses and keys are replaced.
   */
  readonly profile?: object | ((site: string) => object) | undefined;
  /** What it sells, and how; the project's `data.json` unless given. */
  readonly data?: ShopFile | undefined;
  /** In place of the articles of the data. */
  readonly articles?: readonly Article[] | undefined;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  /** One that moves nothing unless given. */
  readonly warehouse?: Warehouse | undefined;
  /** How fast the sandbox's warehouse is, and so how often is looked; as the data say unless given. */
  readonly pace?: Pace | undefined;
  /** Fetched from where platforms publish them unless given. */
  readonly platforms?: PlatformProfiles | undefined;
  /**
   * Which platforms may complete a purchase on their own pages, by the URLs of their profiles (§1.8); undefined is a platform that names
   * none, in releases where it need not. No default is right for all.
   */
  readonly isTrusted: (platform: string | undefined) => boolean;
  /** What its checkouts do otherwise: how long they last, for instance. */
  readonly checkouts?: StorefrontOptions["checkouts"] | undefined;
  /** What is generated of another profile; `src/generated/` unless given. */
  readonly createServer?: typeof createServer | undefined;
  /** From this sum on the buyer looks an order over, in minor units of the home currency; as the data say unless given. */
  readonly reviewFrom?: number | undefined;
  /**
   * The header in which the proxy in front of the shop says the country of a caller's IP address, such as `CF-IPCountry`. The
   * proxy has to set or remove it in every request. None is read unless given.
   */
  readonly geoIpCountryHeader?: string | undefined;
  /** Random ones unless given. */
  readonly newId?: NewId | undefined;
  /** The rate at which it may be called; as `src/rates.ts` says unless given. */
  readonly rateLimit?: RateLimit | undefined;
  /** The pages of other origins that may call it; none unless given. */
  readonly cors?: CorsOptions | undefined;
  /** Puts something around the handlers: what each call waits for, or fails with. */
  readonly around?: ((handlers: Handlers) => Handlers) | undefined;
  /** What it serves beside its own pages and the protocol: asked before them. */
  readonly pages?: FindPage | undefined;
  readonly log?: ((entry: LogEntry) => void) | undefined;
  /** Headers of its webhooks that its release requires and no code here makes, such as `Request-Signature`. */
  readonly webhookHeaders?: AddedHeaders | undefined;
  /** True where its pages let whoever may look ship and adjust orders by hand: for tests. */
  readonly hasBackOffice?: boolean | undefined;
  /** Of attempts to tell platforms of orders. */
  readonly logDelivery?: ((entry: DeliveryLogEntry) => void) | undefined;
  /** True where an instrument of any payment handler pays, also of none that the profile has: for tests. */
  readonly anyInstrument?: boolean | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

export interface Shop extends Storefront {
  /** `https://shop.example.com`, without a slash at its end. */
  readonly url: string;
  /** Where it listens, whatever the world calls it. */
  readonly listening: string;
  /** Where buyers are sent, without a slash at its end. */
  readonly site: string;
  readonly profile: ShopProfile;
  readonly backOffice: BackOffice;
  /**
   * Does what is due: parcels, mail, webhooks; ends what is over. It does so by itself every few seconds, and
   * more often for a pace that is faster.
   */
  housekeep(): Promise<void>;
  close(): Promise<void>;
}
