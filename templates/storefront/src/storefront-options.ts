/** The options of `createStorefront`, and the shop that it returns. */

import type {
  Carts,
  CheckoutOptions,
  Checkouts,
  Declined,
  MandateVerifier,
  OrderOutbox,
  Orders,
} from "@proto-gen/runtime/commerce";
import type { Storage } from "@proto-gen/runtime/storage";
import type { Catalog } from "./catalog/index.js";
import type { Intervention } from "./checkout/interventions.js";
import type { Checkout } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
import type { GeoIp } from "./geo-ip.js";
import type { Confirmations } from "./mail/confirmations.js";
import type { Mailer } from "./mail/mailer.js";
import type { NewId } from "./new-id.js";
import type { NewOrder } from "./orders/new-order.js";
import type { PaymentProvider, PaymentRequest } from "./payment/payment-provider.js";
import type { ShopData } from "./shop-data.js";
import type { Stock } from "./stock/stock.js";
import type { Shipments } from "./warehouse/shipments.js";
import type { Warehouse } from "./warehouse/warehouse.js";

/** A checkout as it is kept. */
export type CheckoutWithoutEnvelope = Omit<Checkout, "proto">;

export interface StorefrontOptions {
  /** What the shop sells, and how. */
  readonly data: ShopData;
  readonly store: Storage;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  readonly warehouse: Warehouse;
  /** Who tells platforms of orders; nobody unless given. */
  readonly outbox?: OrderOutbox | undefined;
  /** The shop's own site, where buyers go on: an https URL without a slash at its end. */
  readonly site: string;
  /** Whether the pages of a platform are trusted (§1.8), by the URL of its profile; undefined is a platform that names none. Buyers finalize there. */
  readonly isTrusted: (platform: string | undefined) => boolean;
  /** Needed where the profile has the mandate extension. */
  readonly mandates?: MandateVerifier | undefined;
  /** What its checkouts do otherwise: how long they last, for instance. */
  readonly checkouts?: OtherChoices<CheckoutOptions<Handlers, NewOrder>> | undefined;
  /** Payment handlers that the profile lists beside the registry (§2.5); none unless given. */
  readonly listedHandlers?: readonly object[] | undefined;
  /** True where an instrument of any payment handler pays, also of none that the profile has: for tests. */
  readonly anyInstrument?: boolean | undefined;
  /** From this sum on the buyer looks an order over, in minor units of the home currency; as the data say unless given. */
  readonly reviewFrom?: number | undefined;
  /** The country that a request comes from; none is known unless given. */
  readonly geoIp?: GeoIp | undefined;
  /** Random ones unless given. */
  readonly newId?: NewId | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly log?: ((error: unknown) => void) | undefined;
}

/** In place of the shop's own, so that none is undefined. */
type OtherChoices<Options> = {
  readonly [Name in keyof Options]?: Exclude<Options[Name], undefined>;
};

export interface Storefront {
  /** For `createServer`. */
  readonly handlers: Handlers;
  /** With all that there was at first. */
  readonly catalog: Catalog;
  readonly stock: Stock;
  readonly carts: Carts<Handlers>;
  readonly checkouts: Checkouts<Handlers, NewOrder>;
  /** Takes the payment of a checkout whose buyer finishes it on the shop's own page. */
  readonly place: (
    checkout: CheckoutWithoutEnvelope,
    paymentKey: string,
    signal?: PaymentRequest["signal"],
  ) => Promise<NewOrder | Declined>;
  readonly orders: Orders<NewOrder>;
  /** What the staff has decided about single checkouts; whoever adds to it has the checkout evaluated again. */
  readonly interventions: Map<string, Intervention>;
  readonly confirmations: Confirmations;
  readonly shipments: Shipments;
}
