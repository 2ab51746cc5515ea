/** What the parts of a business share: the functions of its release, its storage, its clock. */

import type { CheckoutHandlers } from "../commerce/checkout/types.js";
import type { CheckoutOptions } from "../commerce/checkout/options.js";
import type { Checkouts } from "../commerce/checkout/checkouts.js";
import type { Carts } from "../commerce/cart/create-carts.js";
import type { CartHandlers, CartOptions } from "../commerce/cart/types.js";
import type { Orders, OrdersOptions } from "../commerce/order/create-orders.js";
import type { OrderBody } from "../commerce/order/order-body.js";
import type { Agreement } from "../negotiation/negotiate.js";
import type { Surface } from "../schema/surface.js";
import type { BusinessServer } from "../server/create-server.js";
import type { ServerOptions } from "../server/definition.js";
import type { Storage } from "../storage/storage.js";
import type { WebhookSender, WebhookSenderOptions } from "../webhook/sender/definition.js";

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
}

export interface Parts {
  readonly binding: BusinessBinding;
  readonly storage: Storage;
  /** The origin of pages for buyers. */
  readonly site: string;
  readonly now: () => number;
  readonly log: (error: unknown) => void;
}
