/** The shop as a whole. In: what it keeps things in, and who helps it. Out: its handlers, and its back office. */

import {
  createCheckouts,
  Declined,
  type CheckoutOptions,
  type Checkouts,
  type OrderKeeping,
} from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { createOrders, type OrderOutbox, type Orders } from "@proto-gen/runtime/order";
import type { RecordStore } from "@proto-gen/runtime/records";
import { amountOf } from "@proto-gen/runtime/totals";
import { createCarts } from "./cart/carts.js";
import { createCatalog, type Article } from "./catalog/index.js";
import { FULFILLMENT_CONFIG, needsDelivery } from "./checkout/delivery.js";
import { createEvaluate } from "./checkout/evaluate.js";
import type { Checkout } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
import { createConfirmations, type Confirmations } from "./mail/confirmations.js";
import type { Mailer } from "./mail/mailer.js";
import { orderOf, type NewOrder } from "./orders/new-order.js";
import type { PaymentProvider } from "./payment/payment-provider.js";

export interface StorefrontOptions {
  /** What it sells: `src/catalog/articles/` unless given. */
  readonly articles?: readonly Article[] | undefined;
  readonly store: RecordStore;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  /** Who tells platforms of orders; nobody unless given. */
  readonly outbox?: OrderOutbox;
  /** The shop's own site, where buyers go on: an https URL without a slash at its end. */
  readonly site: string;
  /** URLs of the profiles of platforms whose pages are trusted (§1.8): buyers finalize there. */
  readonly isTrusted: (platform: string) => boolean;
  /** What its checkouts do otherwise: how long they last, for instance. */
  readonly checkouts?: Partial<CheckoutOptions<Handlers, NewOrder>> | undefined;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly log?: (error: unknown) => void;
}

export interface Storefront {
  /** For `createServer`. */
  readonly handlers: Handlers;
  readonly checkouts: Checkouts<Handlers, NewOrder>;
  readonly orders: Orders<NewOrder>;
  readonly confirmations: Confirmations;
}

const DECLINED = new Declined([
  errorMessage({
    code: "payment_declined",
    content: "The payment was declined. Another one may go through.",
    severity: "recoverable",
  }),
]);

export function createStorefront(options: StorefrontOptions): Storefront {
  const { store, payments, mailer, outbox, site, now = Date.now, log = console.error } = options;
  const catalog = createCatalog(options.articles);
  const orders = createOrders<NewOrder>({ store, outbox, now });
  const confirmations = createConfirmations({
    store,
    mailer,
    now,
    log,
    addressOf: async (checkoutId) => (await checkouts.get(checkoutId)).buyer?.email,
  });

  /** The order, the event of its creation and its confirmation are written together. */
  const keeping: OrderKeeping<NewOrder> = {
    writesFor: (order, platform) => [
      ...orders.writesFor(order, platform),
      confirmations.writeFor(order),
    ],
    wake() {
      orders.wake();
      void confirmations.sendDue();
    },
  };

  const checkouts = createCheckouts<Handlers, NewOrder>({
    store,
    evaluate: createEvaluate(catalog),
    async complete(checkout, { payment }, { paymentKey, signal }) {
      const { id: checkoutId, totals, currency } = checkout;
      const amount = amountOf(totals, "total") ?? 0;
      const token = tokenOf(payment);
      const charge = { checkoutId, amount, currency, paymentKey, token, signal };
      const result = await payments.charge(charge);
      return result === "paid" ? orderOf(catalog, checkout, site) : DECLINED;
    },
    release: (_checkout, paymentKey) => payments.cancel(paymentKey),
    continueUrl: (id) => `${site}/checkout-sessions/${id}`,
    trustedUi: ({ platform }) => options.isTrusted(platform.profile),
    orders: keeping,
    fulfillmentConfig: FULFILLMENT_CONFIG,
    needsDelivery: (line) => needsDelivery(catalog, line),
    now,
    log,
    ...options.checkouts,
  });

  return {
    handlers: {
      ...catalog.handlers,
      ...createCarts({ catalog, store, site, now }),
      ...checkouts.handlers,
    },
    checkouts,
    orders,
    confirmations,
  };
}

/** Of the instrument that is selected, or else of the first one. */
function tokenOf({ instruments = [] }: NonNullable<Checkout["payment"]>): string {
  const chosen = instruments.find(({ selected }) => selected === true) ?? instruments[0];
  const { credential } = (chosen ?? {}) as { readonly credential?: { readonly token?: unknown } };
  return typeof credential?.token === "string" ? credential.token : "";
}
