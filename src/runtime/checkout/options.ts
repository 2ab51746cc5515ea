/** What a business gives the keeper of its checkouts: a store, decisions, and nothing of the machine. */

import type { BusinessOutcome } from "../envelope/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { Storage, RecordWrite } from "../storage/index.js";
import type { CallContext } from "../server/handlers.js";
import type { MandateVerifier } from "../mandate/index.js";
import type { OutboxProblem } from "../order/order-outbox.js";
import type { OrderPlatform } from "../order/order-record.js";
import type { CartConversion } from "./cart-conversion.js";
import type { Declined } from "./declined.js";
import type {
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  CompletePayment,
  CompleteRequest,
  Evaluation,
  LineShape,
  PlacedOrder,
} from "./types.js";

/** A checkout while someone works on it. */
export interface CheckoutSession<Resource = unknown, Payment = unknown> {
  readonly id: string;
  /**
   * `amend`: the request has what the buyer has filled in on the business's own page. `complete`: once more before
   * the payment, from what binds (§2.3).
   */
  readonly trigger: "create" | "update" | "amend" | "complete";
  /** As the platform saw it last. */
  readonly before: Resource | undefined;
  /** Of Complete Checkout, with its credentials: billing addresses bind. Undefined before. */
  readonly payment: Payment | undefined;
  readonly context: CallContext;
}

/** One try to take a payment. */
export interface PaymentAttempt<Payment = unknown> {
  /**
   * With its credentials: the payment of the request, with `instruments` in every release. Undefined if the request has none
   * under a name that the release has for it.
   */
  readonly payment: Payment | undefined;
  /** The same for one attempt, whoever asks: what a payment provider takes as its idempotency key. */
  readonly paymentKey: string;
  /** Aborted when the time is over: what comes later is released. */
  readonly signal: Cancellation;
  readonly context: CallContext;
}

/** Where orders are kept: `createOrders` of `@proto-gen/runtime/order`. */
export interface OrderKeeping<Order> {
  /** What is written together with the completed checkout: the order, and the event of its creation. */
  // As a property its parameter is checked: with a method, an order without its lines would compile.
  readonly writesFor: (order: Order, platform: OrderPlatform) => readonly RecordWrite[];
  /** Those writes are done. */
  wake(): void;
  /** The code of a message to write if the platform wants to hear of its orders and cannot be told of them (§6.1). */
  problemWith?(platform: OrderPlatform): OutboxProblem | undefined;
}

/** `Order` is what `complete` makes: the whole entity (§2.9) where `orders` keeps it. */
export interface CheckoutOptions<
  Each extends CheckoutHandlers,
  Order extends PlacedOrder = PlacedOrder,
> {
  /** Checkouts, and in the same commit orders and their events. */
  readonly store: Storage;
  /**
   * What the checkout is for what the platform asks: prices, totals, messages, what can be chosen.
   * `Declined` leaves the session as it was, and says why; a `BusinessOutcome` on create says that there
   * is nothing to make one of. Called again before the payment, and where another request was faster.
   */
  evaluate(
    request: CheckoutRequest<Each>,
    session: CheckoutSession<CheckoutResource<Each>, CompletePayment<Each>>,
  ):
    | Promise<Evaluation<Each> | Declined | BusinessOutcome>
    | Evaluation<Each>
    | Declined
    | BusinessOutcome;
  /**
   * Takes the payment. The order, or `Declined`: then the checkout can be completed again. What it throws
   * leaves open whether there was a charge: the attempt is given up and released.
   */
  complete(
    checkout: CheckoutResource<Each>,
    request: CompleteRequest<Each>,
    attempt: PaymentAttempt<CompletePayment<Each>>,
  ): Promise<Order | Declined> | Order | Declined;
  /**
   * Takes back whatever was or will be charged under this key: nobody knows how the attempt ended, the session was canceled, or it
   * came too late. May be called more than once, and before the charge. What it throws is logged, and it is
   * called again. Go by the key: the checkout may have been paid under another one meanwhile. Undo here also
   * what else `complete` did, such as an order that it kept by itself.
   */
  release(checkout: CheckoutResource<Each>, paymentKey: string): Promise<void> | void;
  /** The business's own page for a session: an https URL that keeps its state (§3.3). */
  continueUrl(id: string): string;
  /**
   * Whether the platform shows a trusted page, on which the buyer finalizes the checkout (§1.8). Where not,
   * the buyer has to review it. Not asked where the mandate extension is active.
   */
  trustedUi(context: CallContext): Promise<boolean> | boolean;
  /**
   * `conversion` of `createCarts`: a request may name the cart that its checkout is created from, if the release has `cart_id`.
   */
  readonly carts?: CartConversion | undefined;
  /** Needed where the profile has the mandate extension: without a good mandate there is no order. */
  readonly mandates?: MandateVerifier | undefined;
  readonly orders?: OrderKeeping<Order> | undefined;
  /** The fulfillment capability's `config` in the business's own profile (§2.6). */
  readonly fulfillmentConfig?: Readonly<Record<string, unknown>> | undefined;
  /**
   * True where an instrument of any handler pays, such as in tests. Otherwise a completion is refused before `complete` is called if its
   * instrument is not among those that the checkout offers (§2.5).
   */
  readonly anyInstrument?: boolean | undefined;
  /** Whether a line has to be shipped or picked up; every line unless told (§2.6). */
  needsDelivery?(
    line: CheckoutResource<Each> extends { readonly line_items: readonly (infer Line)[] }
      ? Line
      : LineShape,
  ): boolean;
  /** Sent as `expires_at`; 6 hours, which are not sent, unless given (§8). */
  readonly sessionMs?: number | undefined;
  /** How long completing or finishing may take before it is given up; 60,000 unless given. */
  readonly completionMs?: number | undefined;
  /** How long a session can be read when it is over; 30 days unless given. */
  readonly keepMs?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** What went wrong where no answer says it: releases, and payments that took too long. */
  readonly log?: ((error: unknown) => void) | undefined;
}
