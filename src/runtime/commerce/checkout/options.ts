/**
 * The options of `createCheckouts`, a store and the business's decisions, and what it returns: the handlers of §4.2, and the operations
 * that the business itself runs on a session. The status machine is not the business's concern.
 */

import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import type { CallContext, CallingPlatform } from "../../server/handlers.js";
import type { Storage, RecordWrite } from "../../storage/storage.js";
import type { Cancellation } from "../../time/time.js";
import type { MandateVerifier } from "../mandate/mandates.js";
import type { OrderPlatform, OutboxProblem } from "../order/order-record.js";
import type { CartConversion } from "./cart-conversion.js";
import type { Declined } from "./checkout-error.js";
import type { EvaluationRules } from "./evaluate.js";
import type { Captures } from "./payment-provider.js";
import type { UnsettledPayment } from "./recorded-payment.js";
import type {
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  CompletePayment,
  CompleteRequest,
  Evaluation,
  LineShape,
  PlacedOrder,
  CheckoutShape,
  EvaluationShape,
  RequestShape,
  CheckoutHandlerName,
} from "./types.js";

/** The session that an evaluation is for. */
export interface CheckoutSession<Resource = unknown, Payment = unknown> {
  readonly id: string;
  /**
   * `amend`: the request includes what the buyer filled in on the business's own page. `complete`: the last
   * evaluation before the payment, with the billing data that binds (§2.3).
   */
  readonly trigger: "create" | "update" | "amend" | "complete";
  /** As the platform last saw it. Undefined on create. */
  readonly before: Resource | undefined;
  /** The payment of Complete Checkout, with credentials: its billing addresses bind. Undefined for other triggers. */
  readonly payment: Payment | undefined;
  readonly context: CallContext;
}

/** One attempt to take a payment. */
interface PaymentAttempt<Payment = unknown> {
  /**
   * The payment of the request, with credentials and, in every release, `instruments`. Undefined if the request has
   * none.
   */
  readonly payment: Payment | undefined;
  /** Identifies this attempt, however often it is repeated. Use it as the payment provider's idempotency key. */
  readonly paymentKey: string;
  /** Aborted on timeout. A charge made after that is released. */
  readonly signal: Cancellation;
  readonly context: CallContext;
}

/** Stores orders: `createOrders` of `@proto-gen/runtime/commerce`. */
export interface OrderKeeping<Order> {
  /** The writes to commit with the completed checkout: the order, and its creation event. */
  // A property, because method parameters are bivariant: an order without its lines would compile.
  readonly writesFor: (order: Order, platform: OrderPlatform) => readonly RecordWrite[];
  /** Called when those writes are committed. */
  wake(): void;
  /** Returns the code of a message to add if the platform wants order events but they cannot be delivered (§6.1). */
  problemWith?(platform: OrderPlatform): OutboxProblem | undefined;
}

/** `Order` is the result of `complete`. With `orders` it is the whole entity (§2.9). */
export interface CheckoutOptions<
  Each extends CheckoutHandlers,
  Order extends PlacedOrder = PlacedOrder,
> {
  /** Holds checkouts and, committed with them, orders and their events. */
  readonly store: Storage;
  /**
   * Evaluates a request: prices, totals, messages, choices. Return `Declined` to leave the session as it was and say
   * why, or, on create, a `BusinessOutcome` if no checkout can be created. Called again before the payment, and when
   * a concurrent request changed the session first.
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
   * Takes the payment and returns the order, or `Declined` if the checkout may be completed again. If it throws, the
   * charge is in doubt: the attempt is given up and released.
   */
  complete(
    checkout: CheckoutResource<Each>,
    request: CompleteRequest<Each>,
    attempt: PaymentAttempt<CompletePayment<Each>>,
  ): Promise<Order | Declined> | Order | Declined;
  /**
   * Undoes any charge under this key, past or future: the outcome of the attempt is unknown, the session was
   * canceled, or the charge came too late. It may be called repeatedly and before the charge; if it throws, that is
   * logged and it is called again. Go by the key, since the checkout may have been paid under another one meanwhile.
   * Undo other effects of `complete` too, such as an order that it stored itself.
   */
  release(checkout: CheckoutResource<Each>, paymentKey: string): Promise<void> | void;
  /** Returns the business's own page for a session: an https URL that preserves its state (§3.3). */
  continueUrl(id: string): string;
  /**
   * Returns true if the platform shows a trusted page on which the buyer finalizes the checkout (§1.8). Otherwise the
   * buyer must review the checkout. Not called if the mandate extension is active.
   */
  trustedUi(context: CallContext): Promise<boolean> | boolean;
  /**
   * `conversion` of `createCarts`: lets a request name the cart that its checkout is created from, if the release has
   * `cart_id`.
   */
  readonly carts?: CartConversion | undefined;
  /** Required if the profile has the mandate extension: no order is placed without a valid mandate. */
  readonly mandates?: MandateVerifier | undefined;
  readonly orders?: OrderKeeping<Order> | undefined;
  /** `createPayments`: captures what `complete` authorized, once the order is committed. */
  readonly captures?: Captures | undefined;
  /** The fulfillment capability's `config` in the business's own profile (§2.6). */
  readonly fulfillmentConfig?: Readonly<Record<string, unknown>> | undefined;
  /**
   * True if instruments of any handler are accepted, for example in tests. Otherwise a completion whose instrument
   * the checkout does not offer is refused before `complete` is called (§2.5).
   */
  readonly anyInstrument?: boolean | undefined;
  /** Returns true if a line must be shipped or picked up (§2.6). Default: every line. */
  needsDelivery?(
    line: CheckoutResource<Each> extends { readonly line_items: readonly (infer Line)[] }
      ? Line
      : LineShape,
  ): boolean;
  /** Lifetime of a session in milliseconds, sent as `expires_at` (§8). Default: 6 hours, not sent. */
  readonly sessionMs?: number | undefined;
  /** Time limit for completing or finishing, in milliseconds. Default: 60,000. */
  readonly completionMs?: number | undefined;
  /** Time for which a session can be read after it has ended, in milliseconds. Default: 30 days. */
  readonly keepMs?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  /** Receives errors that no response reports: failed releases, and payments that timed out. */
  readonly log?: ((error: unknown) => void) | undefined;
}

type Later<Value> = Promise<Value> | Value;

/** `CheckoutOptions` without the business's generated types, as this module works with them. */
export interface AnyOptions
  extends
    EvaluationRules,
    Pick<
      CheckoutOptions<CheckoutHandlers>,
      | "store"
      | "carts"
      | "captures"
      | "mandates"
      | "anyInstrument"
      | "sessionMs"
      | "completionMs"
      | "keepMs"
      | "now"
      | "newId"
      | "log"
    > {
  evaluate(
    request: RequestShape,
    session: CheckoutSession<CheckoutShape>,
  ): Later<EvaluationShape | Declined | BusinessOutcome>;
  complete(
    checkout: CheckoutShape,
    request: RequestShape,
    attempt: PaymentAttempt,
  ): Later<PlacedOrder | Declined>;
  release(checkout: CheckoutShape, paymentKey: string): Later<void>;
  trustedUi(context: CallContext): Later<boolean>;
  readonly orders?: OrderKeeping<never> | undefined;
}

export interface Checkouts<Each extends CheckoutHandlers, Order extends PlacedOrder = PlacedOrder> {
  /** Pass these to `createServer`. */
  readonly handlers: Pick<Each, CheckoutHandlerName>;
  /**
   * Returns any platform's session, expired if its time is over.
   * @throws ProtocolError `not_found`
   */
  get(id: string): Promise<CheckoutResource<Each>>;
  /**
   * Returns the language that the platform named for the session in `context.language`, for pages and mails. Undefined if it named none.
   * @throws ProtocolError `not_found`
   */
  languageOf(id: string): Promise<string | undefined>;
  /**
   * Applies what the buyer fills in on the business's own pages (§3.3): the changed request is evaluated and stored.
   * From then on the status is `requires_escalation`, until the platform updates the session. Returns `Declined`,
   * with the reason, if the session stays as it was. If the buyer is paying meanwhile, waits for that payment to end.
   * @param contextFor builds the context of the session's platform: `server.contextFor("update_checkout", platform)`
   * @throws ProtocolError `not_found`; InvalidAnswer if the result cannot be sent to the platform
   */
  amend(
    id: string,
    change: (
      request: CheckoutRequest<Each>,
      checkout: CheckoutResource<Each>,
    ) => CheckoutRequest<Each>,
    contextFor: (platform: CallingPlatform) => CallContext,
  ): Promise<CheckoutResource<Each> | Declined>;
  /**
   * The buyer completes an escalated session on the business's own pages (§3.1). `place` takes the payment and is
   * called at most once; its signal is aborted on timeout; the payment is released if the session changed meanwhile or `completionMs` was exceeded.
   * Returns `Declined`, with the reason, if there is no order. Concurrent calls wait for the one that pays and return
   * its result; a completed session is returned as it is. Neither calls `place`.
   * @throws ProtocolError `not_found`; whatever `place` throws, after releasing the payment
   */
  finish(
    id: string,
    place: (
      checkout: CheckoutResource<Each>,
      paymentKey: string,
      signal: Cancellation,
    ) => Promise<Order | Declined> | Order | Declined,
  ): Promise<CheckoutResource<Each> | Declined>;
  /**
   * The payment provider reported a payment, for example in a webhook. If it leads to no order, it is released.
   * @throws ProtocolError `not_found`
   */
  reconcile(id: string, paymentKey: string): Promise<void>;
  /** Returns sessions of all platforms, most recently changed first, expired if their time is over. */
  latest(limit: number): Promise<readonly CheckoutResource<Each>[]>;
  /**
   * Returns the payments that may or may not have been charged: those that are running, and those that `release` has
   * not undone yet. Each was recorded before the payment provider was called.
   * @param limit reads at most this many sessions with a running payment, earliest due first, and as many with
   * payments to release. Default: 1,000.
   */
  unsettled(limit?: number): Promise<readonly UnsettledPayment[]>;
  /**
   * Ends expired sessions that nobody asks for, and releases and captures payments that are due. Call it periodically.
   * @returns the number of sessions that were due, at most `limit`. Default limit: 100.
   */
  sweep(limit?: number): Promise<number>;
}
