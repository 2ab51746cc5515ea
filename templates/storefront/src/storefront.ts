/** The shop as a whole. In: what it keeps things in, and who helps it. Out: its handlers, and its back office. */

import {
  createCheckouts,
  Declined,
  type Checkouts,
  type OrderKeeping,
} from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { createOrders, type OrderOutbox, type Orders } from "@proto-gen/runtime/order";
import type { RecordStore } from "@proto-gen/runtime/records";
import { amountOf } from "@proto-gen/runtime/totals";
import { createCarts } from "./cart/carts.js";
import { catalogHandlers } from "./catalog/index.js";
import { FULFILLMENT_CONFIG, needsDelivery } from "./checkout/delivery.js";
import { createEvaluate } from "./checkout/evaluate.js";
import type { Checkout } from "./generated/index.js";
import type { Handlers } from "./generated/server.js";
import { createConfirmations, type Confirmations } from "./mail/confirmations.js";
import type { Mailer } from "./mail/mailer.js";
import { randomId, type NewId } from "./new-id.js";
import { orderOf, type NewOrder } from "./orders/new-order.js";
import type { PaymentProvider } from "./payment/payment-provider.js";

export interface StorefrontOptions {
  readonly store: RecordStore;
  readonly payments: PaymentProvider;
  readonly mailer: Mailer;
  /** Who tells platforms of orders; nobody unless given. */
  readonly outbox?: OrderOutbox;
  /** The shop's own site, where buyers go on: an https URL without a slash at its end. */
  readonly site: string;
  /** URLs of the profiles of platforms whose pages are trusted (§1.8): buyers finalize there. */
  readonly isTrusted: (platform: string) => boolean;
  /** Payment handlers that the profile lists beside the registry (§2.5); none unless given. */
  readonly listedHandlers?: readonly object[];
  /** From this sum on, in minor units, the buyer looks an order over; 100,000 unless given. */
  readonly reviewFrom?: number;
  /** Random ones unless given. */
  readonly newId?: NewId;
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

const REVIEW_FROM = 100_000;

const DECLINED = new Declined([
  errorMessage({
    code: "payment_declined",
    content: "The payment was declined. Another one may go through.",
    severity: "recoverable",
  }),
]);

export function createStorefront(options: StorefrontOptions): Storefront {
  const { store, payments, mailer, outbox, site, now = Date.now, log = console.error } = options;
  const { reviewFrom = REVIEW_FROM, newId = randomId, listedHandlers = [] } = options;
  const orders = createOrders<NewOrder>({ store, outbox, now, newId: () => newId("event") });
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
    evaluate: createEvaluate({ reviewFrom, newId, listedHandlers }),
    async complete(checkout, request, { paymentKey, signal }) {
      const { totals, currency } = checkout;
      const amount = amountOf(totals, "total") ?? 0;
      const token = tokenOf(request);
      const result = await payments.charge({ amount, currency, paymentKey, token, signal });
      return result === "paid" ? orderOf(checkout, site) : DECLINED;
    },
    release: (_checkout, paymentKey) => payments.cancel(paymentKey),
    continueUrl: (id) => `${site}/checkout-sessions/${id}`,
    trustedUi: ({ platform }) => options.isTrusted(platform.profile),
    orders: keeping,
    fulfillmentConfig: FULFILLMENT_CONFIG,
    needsDelivery,
    newId: () => newId("checkout"),
    now,
    log,
  });

  return {
    handlers: {
      ...catalogHandlers,
      ...createCarts({ store, site, newId, now }),
      ...checkouts.handlers,
    },
    checkouts,
    orders,
    confirmations,
  };
}

/** A request of this protocol, or of its first release, which sent the one instrument by itself. */
interface Payment {
  readonly payment?: Checkout["payment"];
  readonly payment_data?: NonNullable<NonNullable<Checkout["payment"]>["instruments"]>[number];
}

/** Of the instrument that is selected, or else of the first one. */
function tokenOf({ payment, payment_data: single }: Payment): string {
  const { instruments = single === undefined ? [] : [single] } = payment ?? {};
  const chosen = instruments.find(({ selected }) => selected === true) ?? instruments[0];
  const { credential } = (chosen ?? {}) as { readonly credential?: { readonly token?: unknown } };
  return typeof credential?.token === "string" ? credential.token : "";
}
