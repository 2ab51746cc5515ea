/** The shop as a whole. In: what it keeps things in, and who helps it. Out: its handlers, and its back office. */

import type { Carts } from "@proto-gen/runtime/cart";
import {
  createCheckouts,
  Declined,
  type CheckoutOptions,
  type Checkouts,
  type OrderKeeping,
} from "@proto-gen/runtime/checkout";
import { errorMessage, type ResponseHandlers } from "@proto-gen/runtime/envelope";
import { createOrders, type OrderOutbox, type Orders } from "@proto-gen/runtime/order";
import type { MandateVerifier } from "@proto-gen/runtime/mandate";
import type { RecordStore } from "@proto-gen/runtime/records";
import { amountOf } from "@proto-gen/runtime/totals";
import { createShopCarts } from "./cart/carts.js";
import { createCatalogHandlers } from "./catalog/handlers.js";
import { createCatalog, type Article, type Catalog } from "./catalog/index.js";
import { PRODUCTS } from "./catalog/products.js";
import { FULFILLMENT_CONFIG, needsDelivery } from "./checkout/delivery.js";
import { createEvaluate } from "./checkout/evaluate.js";
import { soldOut } from "./checkout/lines.js";
import { METHOD_TYPES } from "./delivery-methods.js";
import type { Checkout } from "./generated/index.js";
import { releaseValues } from "./generated/release.js";
import type { Handlers } from "./generated/server.js";
import { NO_GEO_IP, type GeoIp } from "./geo-ip.js";
import { createConfirmations, type Confirmations } from "./mail/confirmations.js";
import type { Mailer } from "./mail/mailer.js";
import { randomId, type NewId } from "./new-id.js";
import { orderOf, type NewOrder } from "./orders/new-order.js";
import { paymentIn, type SentPayment } from "./payment/payment-in.js";
import type { Charge, PaymentProvider } from "./payment/payment-provider.js";
import { createStock, type Stock } from "./stock/stock.js";
import { createShipments, type Shipments } from "./warehouse/shipments.js";
import type { Warehouse } from "./warehouse/warehouse.js";

export interface StorefrontOptions {
  /** What it sells: `src/catalog/articles/` unless given. */
  readonly articles?: readonly Article[] | undefined;
  readonly store: RecordStore;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  readonly warehouse: Warehouse;
  /** Who tells platforms of orders; nobody unless given. */
  readonly outbox?: OrderOutbox;
  /** The shop's own site, where buyers go on: an https URL without a slash at its end. */
  readonly site: string;
  /** URLs of the profiles of platforms whose pages are trusted (§1.8): buyers finalize there. */
  readonly isTrusted: (platform: string) => boolean;
  /** Needed where the profile has the mandate extension. */
  readonly mandates?: MandateVerifier | undefined;
  /** What its checkouts do otherwise: how long they last, for instance. */
  readonly checkouts?: Partial<CheckoutOptions<Handlers, NewOrder>> | undefined;
  /** What a checkout can be paid with, as its answers have it (§2.5). */
  readonly paymentHandlers: (checkout: object) => ResponseHandlers;
  /** Payment handlers that the profile lists beside the registry (§2.5); none unless given. */
  readonly listedHandlers?: readonly object[];
  /** True where an instrument of any payment handler pays, also of none that the profile has: for tests. */
  readonly anyInstrument?: boolean;
  /** From this sum on, in US cents, the buyer looks an order over; 100,000 unless given. */
  readonly reviewFrom?: number;
  /** The country that a request comes from; none is known unless given. */
  readonly geoIp?: GeoIp;
  /** Random ones unless given. */
  readonly newId?: NewId;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly log?: (error: unknown) => void;
}

export interface Storefront {
  /** For `createServer`. */
  readonly handlers: Handlers;
  /** With all that there was at first. */
  readonly catalog: Catalog;
  readonly stock: Stock;
  readonly carts: Carts<Handlers>;
  readonly checkouts: Checkouts<Handlers, NewOrder>;
  /** Takes the payment of a checkout whose buyer finishes it on the shop's own page. */
  readonly place: (checkout: Resource, paymentKey: string) => Promise<NewOrder | Declined>;
  readonly orders: Orders<NewOrder>;
  readonly confirmations: Confirmations;
  readonly shipments: Shipments;
}

type Resource = Omit<Checkout, "proto">;

/** What the form of your payment provider would give on the shop's own page; the sandbox asks for none. */
const PAGE_TOKEN = "tok_page";
/** How long a payment on the page may take. */
const PAGE_MS = 30_000;
const REVIEW_FROM = 100_000;

const DECLINED = new Declined([
  errorMessage({
    code: "payment_declined",
    content: "The payment was declined. Another one may go through.",
    severity: "recoverable",
  }),
]);

export function createStorefront(options: StorefrontOptions): Storefront {
  const { store, payments, mailer, warehouse, outbox, site } = options;
  const { now = Date.now, log = console.error } = options;
  const { articles = PRODUCTS, geoIp = NO_GEO_IP } = options;
  const catalog = createCatalog(articles);
  const stock = createStock({ articles, store, now });
  const { reviewFrom = REVIEW_FROM, newId = randomId, listedHandlers = [] } = options;
  const orders = createOrders<NewOrder>({
    store,
    outbox,
    methodTypes: METHOD_TYPES,
    releaseValues,
    now,
    newId: () => newId("event"),
  });
  const confirmations = createConfirmations({
    store,
    mailer,
    now,
    log,
    addressOf: async (checkoutId) => (await checkouts.get(checkoutId)).buyer?.email,
  });

  const shipments = createShipments({
    store,
    orders,
    warehouse,
    isBulky: (itemId) => catalog.itemOf(itemId)?.bulky === true,
    now,
    log,
  });

  /** The order, the event of its creation, its confirmation and its parcels are written together. */
  const keeping: OrderKeeping<NewOrder> = {
    problemWith: orders.problemWith,
    writesFor: (order, platform) => [
      ...orders.writesFor(order, platform),
      confirmations.writeFor(order),
      ...shipments.writesFor(order),
    ],
    wake() {
      orders.wake();
      void confirmations.sendDue();
      void shipments.advanceDue();
    },
  };

  async function paid(
    checkout: Resource,
    how: Pick<Charge, "token" | "paymentKey" | "signal">,
  ): Promise<NewOrder | Declined> {
    const { id: checkoutId, totals, currency } = checkout;
    const taken = await stock.take(how.paymentKey, checkout.line_items);
    if (taken.kind === "missing")
      return new Declined(
        checkout.line_items.flatMap(({ item }, at) =>
          taken.indexes.includes(at) ? [soldOut(item, at)] : [],
        ),
      );
    if (taken.kind === "released") return DECLINED;
    const amount = amountOf(totals, "total") ?? 0;
    const result = await payments.charge({ ...how, checkoutId, amount, currency });
    if (result === "paid") return orderOf(catalog, checkout, site);
    await stock.giveBack(how.paymentKey);
    return DECLINED;
  }

  const carts = createShopCarts({ catalog: stock.catalog, store, site, geoIp, newId, now });
  const deciding = { geoIp, reviewFrom, newId, listedHandlers };
  const checkouts = createCheckouts<Handlers, NewOrder>({
    store,
    evaluate: async (request, session) =>
      createEvaluate({ ...deciding, catalog: await stock.catalog() })(request, session),
    async complete(checkout, _request, { payment: sent, paymentKey, signal }) {
      const offer = {
        registry: options.paymentHandlers(checkout),
        listed: listedHandlers,
        isOpen: options.anyInstrument ?? false,
      };
      const payment = paymentIn(sent as SentPayment | undefined, offer, checkout);
      if (payment instanceof Declined) return payment;
      return paid(checkout, { token: payment.token, paymentKey, signal });
    },
    async release(_checkout, paymentKey) {
      await payments.cancel(paymentKey);
      await stock.release(paymentKey);
    },
    carts: carts.conversion,
    continueUrl: (id) => `${site}/checkout-sessions/${id}`,
    ...(options.mandates === undefined ? {} : { mandates: options.mandates }),
    trustedUi: ({ platform }) => options.isTrusted(platform.profile),
    orders: keeping,
    fulfillmentConfig: FULFILLMENT_CONFIG,
    releaseValues,
    needsDelivery: (line) => needsDelivery(catalog, line),
    newId: () => newId("checkout"),
    now,
    log,
    ...options.checkouts,
  });

  // `npm run scaffold` adds here what the profile has grown by.
  const handlers: Handlers = {
    ...createCatalogHandlers({ catalog: stock.catalog, geoIp }),
    ...carts.handlers,
    ...checkouts.handlers,
  };

  return {
    handlers,
    catalog,
    stock,
    carts,
    checkouts,
    orders,
    confirmations,
    place: (checkout, paymentKey) =>
      paid(checkout, { token: PAGE_TOKEN, paymentKey, signal: AbortSignal.timeout(PAGE_MS) }),
    shipments,
  };
}
