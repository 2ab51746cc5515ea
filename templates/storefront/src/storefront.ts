/** The shop as a whole. In: what it keeps things in, and who helps it. Out: its handlers, and its back office. */

import { createPayments, Declined, type OrderKeeping } from "@proto-gen/runtime/commerce";
import { errorMessage } from "@proto-gen/runtime/error";
import { createShopCarts } from "./cart/carts.js";
import { createCatalogHandlers } from "./catalog/handlers.js";
import { createCatalog } from "./catalog/index.js";
import { FULFILLMENT_CONFIG, needsDelivery } from "./checkout/delivery.js";
import { createEvaluate } from "./checkout/evaluate.js";
import { reviewAsked } from "./checkout/objections.js";
import { soldOut } from "./checkout/lines.js";
import { requiredTotal } from "./checkout/required-total.js";
import { METHOD_TYPES } from "./delivery-methods.js";
import { createCheckouts, createOrders } from "./generated/commerce.js";
import type { Handlers } from "./generated/server.js";
import { NO_GEO_IP } from "./geo-ip.js";
import { createConfirmations } from "./mail/confirmations.js";
import { randomId } from "./new-id.js";
import { orderOf, type NewOrder } from "./orders/new-order.js";
import { paymentIn, type SentPayment } from "./payment/payment-in.js";
import type { PaymentRequest } from "./payment/payment-provider.js";
import { createStock } from "./stock/stock.js";
import type {
  CheckoutWithoutEnvelope,
  Storefront,
  StorefrontOptions,
} from "./storefront-options.js";
import { createShipments } from "./warehouse/shipments.js";
import { logError } from "./log-lines.js";

/** What the form of your payment provider would give on the shop's own page; the sandbox asks for none. */
const PAGE_TOKEN = "tok_page";
/** How long a payment on the page may take, unless its caller says. */
const PAGE_MS = 30_000;

const DECLINED = new Declined([
  errorMessage({
    code: "payment_declined",
    content: "The payment was declined. Another one may go through.",
    severity: "recoverable",
  }),
]);

export function createStorefront(options: StorefrontOptions): Storefront {
  const { store, payments: provider, mailer, warehouse, outbox, site } = options;
  const { now = Date.now, log = logError } = options;
  const payments = createPayments({ provider, store, declined: DECLINED, now, log });
  const { data, geoIp = NO_GEO_IP } = options;
  const { prices, outcomes } = data;
  const catalog = createCatalog(data);
  const stock = createStock({ data, store, now });
  const interventions: Storefront["interventions"] = new Map();
  const { reviewFrom = data.reviewFrom, newId = randomId, listedHandlers = [] } = options;
  const orders = createOrders({
    store,
    outbox,
    methodTypes: METHOD_TYPES,
    now,
    newId: () => newId("event"),
  });
  const confirmations = createConfirmations({
    store,
    mailer,
    home: prices.home,
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
      ...confirmations.writesFor(order),
      ...shipments.writesFor(order),
    ],
    wake() {
      orders.wake();
      void confirmations.sendDue();
      void shipments.advanceDue();
    },
  };

  async function paid(
    checkout: CheckoutWithoutEnvelope,
    how: Pick<PaymentRequest, "payment" | "paymentKey" | "signal">,
  ): Promise<NewOrder | Declined> {
    const { id: checkoutId, totals, currency } = checkout;
    const amount = requiredTotal(totals);
    const taken = await stock.take(how.paymentKey, checkout.line_items);
    if (taken.kind === "missing")
      return new Declined(
        checkout.line_items.flatMap(({ item }, at) =>
          taken.indexes.includes(at) ? [soldOut(item, at)] : [],
        ),
      );
    if (taken.kind === "released") return DECLINED;
    const payment = await payments.authorize({ ...how, checkoutId, amount, currency });
    if (!(payment instanceof Declined)) return orderOf(catalog, checkout, site);
    await stock.giveBack(how.paymentKey);
    return payment;
  }

  const carts = createShopCarts({ catalog: stock.catalog, store, site, geoIp, newId, now });
  const deciding = { data, geoIp, reviewFrom, interventions, newId, listedHandlers };
  const checkouts = createCheckouts({
    store,
    evaluate: async (request, session) =>
      createEvaluate({ ...deciding, catalog: await stock.catalog() })(request, session),
    async complete(checkout, _request, { payment: sent, paymentKey, signal }) {
      const payment = paymentIn(sent as SentPayment | undefined, checkout, prices);
      if (payment instanceof Declined) return payment;
      if (outcomes.get(payment.token) === "review") {
        interventions.set(checkout.id, { isReviewed: true });
        return new Declined(reviewAsked({ isReviewed: true }));
      }
      return paid(checkout, { payment, paymentKey, signal });
    },
    async release(_checkout, paymentKey) {
      await payments.release(paymentKey);
      await stock.release(paymentKey);
    },
    carts: carts.conversion,
    continueUrl: (id) => `${site}/checkout-sessions/${encodeURIComponent(id)}`,
    mandates: options.mandates,
    trustedUi: ({ platform }) => options.isTrusted(platform.profile),
    orders: keeping,
    captures: payments,
    fulfillmentConfig: FULFILLMENT_CONFIG,
    anyInstrument: options.anyInstrument ?? false,
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
    interventions,
    place: (checkout, paymentKey, signal = AbortSignal.timeout(PAGE_MS)) =>
      paid(checkout, { payment: { token: PAGE_TOKEN }, paymentKey, signal }),
    shipments,
  };
}
