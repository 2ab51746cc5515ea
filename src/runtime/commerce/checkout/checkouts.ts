/** A business's checkouts: the handlers of §4.2, and the operations that the business itself runs on a session. */

import type { Cancellation } from "../../time/cancellation.js";
import type { CallContext, CallingPlatform } from "../../server/handlers.js";
import type { Declined } from "./declined.js";
import type { UnsettledPayment } from "./recorded-payment.js";
import type {
  CheckoutHandlerName,
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  PlacedOrder,
} from "./types.js";

export interface Checkouts<Each extends CheckoutHandlers, Order extends PlacedOrder = PlacedOrder> {
  /** Pass these to `createServer`. */
  readonly handlers: Pick<Each, CheckoutHandlerName>;
  /**
   * Returns any platform's session, expired if its time is over.
   * @throws ProtocolError `not_found`
   */
  get(id: string): Promise<CheckoutResource<Each>>;
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
