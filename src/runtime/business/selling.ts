/**
 * The checkouts of a business: its choices, over payments, orders, carts and mandates; and what the parts of a business share: the
 * functions of its release, its storage, its clock.
 */

import type { Carts } from "../commerce/cart/create-carts.js";
import type { CartHandlers, CartOptions } from "../commerce/cart/types.js";
import type { Checkouts, CheckoutOptions, OrderKeeping } from "../commerce/checkout/options.js";
import { Declined } from "../commerce/checkout/checkout-error.js";
import {
  createPayments,
  type PaymentProvider,
  type Payments,
} from "../commerce/checkout/payment-provider.js";
import type { CheckoutHandlers, CheckoutResource } from "../commerce/checkout/types.js";
import type { MandateVerifier } from "../commerce/mandate/mandates.js";
import type { Orders, OrdersOptions } from "../commerce/order/create-orders.js";
import type { OrderDetails, OrderedCheckout } from "../commerce/order/new-order.js";
import type { OrderBody } from "../commerce/order/order-body.js";
import { amountOf } from "../commerce/totals/total.js";
import { writtenMessage } from "../envelope/written-messages.js";
import { isObject } from "../json/members.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { Surface } from "../schema/surface.js";
import type { BusinessServer } from "../server/create-server.js";
import type { ServerOptions } from "../server/definition.js";
import type { Storage } from "../storage/storage.js";
import type { Cancellation } from "../time/time.js";
import { isCapability } from "../vocabulary/vocabulary.js";
import type { WebhookSender, WebhookSenderOptions } from "../webhook/sender/definition.js";
import type { Business, CheckoutChoices } from "./options.js";

/** The functions of a release, which its generated code binds. */
export interface BusinessBinding {
  /** The protocol's name. */
  readonly name: string;
  readonly agreement: Agreement;
  readonly surface: Surface;
  createServer(handlers: never, options: ServerOptions): BusinessServer;
  createCheckouts(
    options: CheckoutOptions<CheckoutHandlers, OrderBody>,
  ): Checkouts<CheckoutHandlers, OrderBody>;
  createCarts(options: CartOptions<CartHandlers>): Carts<CartHandlers>;
  createOrders(options: OrdersOptions): Orders<OrderBody>;
  createWebhookSender(options: WebhookSenderOptions): WebhookSender;
  newOrder(checkout: OrderedCheckout, details: OrderDetails): OrderBody;
}

export interface Parts {
  readonly binding: BusinessBinding;
  readonly storage: Storage;
  /** The origin of pages for buyers. */
  readonly site: string;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
  readonly development: boolean;
}

const OTHER_PRICE = /* @__PURE__ */ new Declined([
  /* @__PURE__ */ writtenMessage("checkout_changed"),
]);

const NO_INSTRUMENT = /* @__PURE__ */ new Declined([
  /* @__PURE__ */ writtenMessage("missing", { content: "The payment has no instrument." }),
]);

export type AnyChoices = CheckoutChoices<CheckoutHandlers, OrderBody, unknown>;
type AnyCheckout = CheckoutResource<CheckoutHandlers>;

interface CheckoutParts extends Parts {
  readonly provider: PaymentProvider;
  readonly orders: Orders<OrderBody>;
  readonly carts: Carts<CartHandlers> | undefined;
  readonly mandates: MandateVerifier | undefined;
}

/** How a checkout is paid: on the platform's word, or on a page of the business. */
interface Paying {
  readonly payment: unknown;
  readonly paymentKey: string;
  readonly signal: Cancellation;
  /** What the payer agreed to, if the payer said so. */
  readonly total?: number;
}

export interface Selling {
  readonly checkouts: Checkouts<CheckoutHandlers, OrderBody>;
  readonly finish: NonNullable<Business<CheckoutHandlers, OrderBody, unknown>["buyer"]>["finish"];
}

export function openCheckouts(choices: AnyChoices, parts: CheckoutParts): Selling {
  const { binding, storage, site, now, log, development } = parts;
  const { provider, orders, carts, mandates } = parts;
  const { paymentOf = sentPayment, orderOf = createOrderOf(parts) } = choices;
  const { trustedUi = () => development, anyInstrument = development } = choices;
  const { reserve, unreserve, alongside = [], ...more } = choices;
  const payments = createPayments({ provider, store: storage, now, log });

  async function pay(checkout: AnyCheckout, paying: Paying): Promise<OrderBody | Declined> {
    const { total, ...payment } = paying;
    const price = priceOf(checkout);
    if (total !== undefined && total !== price.amount) return OTHER_PRICE;
    const refused = await reserve?.(checkout, payment.paymentKey);
    if (refused !== undefined) return refused;
    const taken = await payments.authorize({ ...payment, ...price });
    if (!(taken instanceof Declined)) return orderOf(checkout);
    await unreserve?.(payment.paymentKey);
    return taken;
  }

  const checkouts = binding.createCheckouts({
    continueUrl: (id) => `${site}/checkout-sessions/${encodeURIComponent(id)}`,
    fulfillmentConfig: configOf(binding.agreement, "fulfillment"),
    ...more,
    ...{ trustedUi, anyInstrument },
    ...{ store: storage, captures: payments, carts: carts?.conversion, mandates, now, log },
    orders: keeping(orders, alongside),
    async complete(checkout, _request, { payment: sent, paymentKey, signal }) {
      const payment = await paymentOf(sent as never, checkout);
      if (payment instanceof Declined) return payment;
      return pay(checkout, { payment, paymentKey, signal });
    },
    release: (_checkout, paymentKey) => releaseAll(payments, unreserve, paymentKey),
  });
  return {
    checkouts,
    finish: (id, { payment, total }) =>
      checkouts.finish(id, (checkout, paymentKey, signal) =>
        pay(checkout, { payment, paymentKey, signal, total }),
      ),
  };
}

/** Which of several instruments pays has been decided by then. */
function sentPayment(sent: unknown): unknown {
  const { instruments } = (isObject(sent) ? sent : {}) as { readonly instruments?: unknown };
  return Array.isArray(instruments) && instruments.some(isObject) ? sent : NO_INSTRUMENT;
}

function createOrderOf({ binding, site }: Parts): (checkout: AnyCheckout) => OrderBody {
  return (checkout) => {
    const ordered = checkout as OrderedCheckout;
    const id = `order_${ordered.id}`;
    return binding.newOrder(ordered, {
      id,
      permalinkUrl: `${site}/orders/${encodeURIComponent(id)}`,
    });
  };
}

/** Orders, with what else is committed with each. */
function keeping(
  orders: Orders<OrderBody>,
  alongside: NonNullable<AnyChoices["alongside"]>,
): OrderKeeping<OrderBody> {
  return {
    problemWith: orders.problemWith,
    writesFor: (order, platform) =>
      [orders, ...alongside].flatMap((each) => each.writesFor(order, platform)),
    wake() {
      for (const each of [orders, ...alongside]) each.wake();
    },
  };
}

/** What the business's own profile says of a capability. */
function configOf(
  { capabilities }: Agreement,
  capability: string,
): Readonly<Record<string, unknown>> | undefined {
  return capabilities.find(({ name }) => isCapability(name, capability))?.config;
}

async function releaseAll(
  payments: Payments,
  unreserve: AnyChoices["unreserve"],
  paymentKey: string,
): Promise<void> {
  await payments.release(paymentKey);
  await unreserve?.(paymentKey);
}

/** @throws TypeError if the checkout has no total: its buyer would be charged nothing */
function priceOf(checkout: AnyCheckout): { checkoutId: string; amount: number; currency: string } {
  const { id, totals, currency } = checkout as {
    readonly id: string;
    readonly totals: Parameters<typeof amountOf>[0];
    readonly currency: string;
  };
  const amount = amountOf(totals, "total");
  if (amount === undefined) throw new TypeError(`The checkout ${id} has no total.`);
  return { checkoutId: id, amount, currency };
}
