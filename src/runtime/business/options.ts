/** The options of `createBusiness`: what a business decides. What follows from the release and from the parts is not among them. */

import type { CartHandlers, CartOptions } from "../commerce/cart/types.js";
import type { Carts } from "../commerce/cart/create-carts.js";
import type { Checkouts, CheckoutOptions, OrderKeeping } from "../commerce/checkout/options.js";
import type { Declined } from "../commerce/checkout/checkout-error.js";
import type { PaymentProvider } from "../commerce/checkout/payment-provider.js";
import type {
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  CompletePayment,
} from "../commerce/checkout/types.js";
import type { NewOrder, OrderedCheckout } from "../commerce/order/new-order.js";
import type { Orders } from "../commerce/order/create-orders.js";
import type { OrderBody } from "../commerce/order/order-body.js";
import type { DocumentFetch } from "../document/document-fetch.js";
import type { MethodTypesOption } from "../commerce/fulfillment/method-types.js";
import type { CallContext } from "../server/handlers.js";
import type { PlatformProfiles } from "../server/platforms.js";
import type { BusinessServer } from "../server/create-server.js";
import type { ServerOptions } from "../server/definition.js";
import type { FindPage } from "../server/transport.js";
import type { Storage } from "../storage/storage.js";
import type { WebhookSenderOptions } from "../webhook/sender/definition.js";
import type { WebhookPost } from "../webhook/webhook-post.js";
import type { KeyStore } from "./business-keys.js";
import type { Mandates } from "./mandates.js";

type Later<Value> = Promise<Value> | Value;

/** What `createBusiness` answers by itself. */
type Answered = keyof CheckoutHandlers | keyof CartHandlers | "getOrder";

/** The options that do not depend on the profile. */
interface CommonOptions<Whole> {
  /** The profile to publish. `createBusiness` replaces the addresses of its services, and its keys. */
  readonly profile: object;
  /** The public URL of the business, without a slash at its end: `https://shop.example`. */
  readonly url: string;
  /** The origin of the pages that buyers are sent to, https (§3.3). Default: that of `url`. */
  readonly site?: string | undefined;
  /** Holds all that lasts. The business does not close it. */
  readonly storage: Storage;
  /** Default: in `storage`, unencrypted. */
  readonly keys?: KeyStore | undefined;
  /** `jwsMandates()` of `@proto-gen/runtime/jose`. Required if the profile has the mandate extension (§1.8). */
  readonly mandates?: Mandates | undefined;
  /** Fetches the profiles of platforms. On Node, use `guardedFetch()`. */
  readonly fetch: DocumentFetch;
  /** Sends order events. On Node, use `guardedPost()`. */
  readonly post: WebhookPost;
  /** Default: the profiles of all platforms, fetched by `fetch`. */
  readonly platforms?: PlatformProfiles | undefined;
  /** Returns pages for people: `createPages` of `@proto-gen/runtime/business`. */
  pages?(business: Whole): FindPage;
  /** Further options of the server. */
  readonly server?: Partial<
    Omit<ServerOptions, "profile" | "platforms" | "store" | "signingKeys" | "pages">
  >;
  /** Further options of orders: what the types of deliveries mean that extensions add. */
  readonly orders?: MethodTypesOption;
  /** Further options of the sender of order events. */
  readonly webhooks?: Pick<WebhookSenderOptions, "headers" | "schedule" | "limits" | "log">;
  /** Allows platforms at http URLs, if `fetch` and `post` do too. */
  readonly development?: boolean | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  /** Receives errors of work in the background: releases, captures, keys. Default: the console. */
  readonly report?: ((error: unknown) => void) | undefined;
}

/** The decisions of a business about its checkouts (§3) that do not depend on its types of payments and orders. */
interface CommonCheckoutChoices<
  Each extends CheckoutHandlers,
  Order extends OrderBody,
> extends Omit<
  CheckoutOptions<Each, Order>,
  | "store"
  | "carts"
  | "orders"
  | "captures"
  | "complete"
  | "release"
  | "continueUrl"
  | "mandates"
  | "now"
  | "log"
  | "trustedUi"
  | "anyInstrument"
> {
  /**
   * Returns true if the platform has a trusted page on which buyers finalize (§1.8). Others send their buyers to `continueUrl`. Default:
   * every platform in development, and none otherwise.
   */
  trustedUi?(context: CallContext): Later<boolean>;
  /**
   * True if instruments of any handler are accepted. Otherwise a completion whose instrument the checkout does not offer is refused
   * (§2.5). Default: in development only.
   */
  readonly anyInstrument?: boolean | undefined;
  /**
   * Sets the goods aside before the payment, or returns `Declined`. It may be called repeatedly with one key, and after
   * `unreserve`: then it must decline.
   */
  reserve?(checkout: CheckoutResource<Each>, paymentKey: string): Later<Declined | undefined>;
  /** Undoes `reserve` under this key, past or future. It may be called repeatedly. */
  unreserve?(paymentKey: string): Later<void>;
  /** What is committed with each order, such as tasks of your own workers. */
  readonly alongside?: readonly Pick<OrderKeeping<Order>, "writesFor" | "wake">[];
  /** Returns the page on which the buyer goes on. Default: `<site>/checkout-sessions/<id>`. */
  continueUrl?(id: string): string;
}

interface PaymentOf<Each extends CheckoutHandlers, Payment> {
  /**
   * Returns what the payment provider receives, or `Declined` if the checkout cannot be paid like this (§2.5). Default: the payment as the
   * platform sent it, for a provider that takes that; one without an instrument is declined.
   */
  paymentOf(
    sent: CompletePayment<Each> | undefined,
    checkout: CheckoutResource<Each>,
  ): Later<Payment | Declined>;
}

interface OrderOf<Each extends CheckoutHandlers, Order extends OrderBody> {
  /**
   * Returns the order of a paid checkout. Default: `newOrder` of the generated `commerce.ts`, with the id `order_<id of the checkout>`, at
   * `<site>/orders/<id>`.
   */
  orderOf(checkout: CheckoutResource<Each>): Later<Order>;
}

/** The order that `newOrder` makes of a checkout. */
type DefaultOrder<Checkout> =
  Checkout extends OrderedCheckout<infer Line, infer Sum> ? NewOrder<Line, Sum, never> : never;

type OptionalIf<Fits extends boolean, Part> = Fits extends true ? Partial<Part> : Part;

/** The decisions of a business about its checkouts (§3). */
export type CheckoutChoices<
  Each extends CheckoutHandlers,
  Order extends OrderBody,
  Payment,
> = CommonCheckoutChoices<Each, Order> &
  OptionalIf<[CompletePayment<Each>] extends [Payment] ? true : false, PaymentOf<Each, Payment>> &
  OptionalIf<
    [DefaultOrder<CheckoutResource<Each>>] extends [Order] ? true : false,
    OrderOf<Each, Order>
  >;

/** The decisions of a business about its carts (§2.7). */
export type CartChoices<Each extends CartHandlers> = Omit<
  CartOptions<Each>,
  "store" | "now" | "log"
>;

type CheckoutPart<Each, Order extends OrderBody, Payment> = Each extends CheckoutHandlers
  ? {
      readonly checkouts: CheckoutChoices<Each, Order, Payment>;
      readonly payments: PaymentProvider<Payment>;
    }
  : { readonly checkouts?: undefined; readonly payments?: undefined };

type CartPart<Each> = Each extends CartHandlers
  ? { readonly carts: CartChoices<Each> }
  : { readonly carts?: undefined };

/** The operations that only the business can answer, such as those of its catalog. */
export type OtherHandlers<Each> = Omit<Each, Answered>;

type HandlerPart<Each> =
  object extends OtherHandlers<Each>
    ? { readonly handlers?: OtherHandlers<Each> | undefined }
    : { readonly handlers: OtherHandlers<Each> };

/** Options by what the profile has. */
export type BusinessOptions<Each, Order extends OrderBody, Payment> = CommonOptions<
  Business<Each, Order, Payment>
> &
  CheckoutPart<Each, Order, Payment> &
  CartPart<Each> &
  HandlerPart<Each>;

/** What a buyer does on the business's own pages (§3.3). */
export interface BuyerActions<Each extends CheckoutHandlers, Payment> {
  /** `amend` of `createCheckouts`: evaluates and stores what the buyer filled in. */
  amend(
    id: string,
    change: (
      request: CheckoutRequest<Each>,
      checkout: CheckoutResource<Each>,
    ) => CheckoutRequest<Each>,
  ): Promise<CheckoutResource<Each> | Declined>;
  /**
   * Completes an escalated checkout (§3.1): reserves the goods, takes the payment, places the order. Returns `Declined`, with the
   * reason, if there is no order.
   * @param total what the buyer agreed to pay, in minor units: nothing is charged if the checkout costs something else
   * @throws ProtocolError `not_found`
   */
  finish(
    id: string,
    order: { readonly payment: Payment; readonly total: number },
  ): Promise<CheckoutResource<Each> | Declined>;
}

export interface Business<Each, Order extends OrderBody, Payment> extends BusinessServer {
  /** Where the world reaches the business. */
  readonly url: string;
  /** Where the business publishes its profile. */
  readonly profileUrl: string;
  readonly checkouts: Each extends CheckoutHandlers ? Checkouts<Each, Order> : undefined;
  readonly carts: Each extends CartHandlers ? Carts<Each> : undefined;
  readonly orders: Orders<Order>;
  readonly buyer: Each extends CheckoutHandlers ? BuyerActions<Each, Payment> : undefined;
  /** Begins what is done in the background: events, expiry, captures, releases, keys. */
  start(): void;
  /** Does what is due now, and resolves when done. For callers with their own scheduler. */
  sweep(): Promise<void>;
  /** Ends the work in the background. Close your listener before, and the storage afterwards. */
  close(): Promise<void>;
}
