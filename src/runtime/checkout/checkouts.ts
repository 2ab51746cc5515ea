/** A business's checkouts: the handlers of §4.2, and what the business does to a session by itself. */

import type { CallContext, CallingPlatform } from "../server/handlers.js";
import type { Declined } from "./declined.js";
import type { UnsettledPayment } from "./payment-on-record.js";
import type {
  CheckoutHandlerName,
  CheckoutHandlers,
  CheckoutRequest,
  CheckoutResource,
  PlacedOrder,
} from "./types.js";

export interface Checkouts<Each extends CheckoutHandlers, Order extends PlacedOrder = PlacedOrder> {
  /** For `createServer`. */
  readonly handlers: Pick<Each, CheckoutHandlerName>;
  /**
   * Returns a session of any platform; one whose time is over has expired.
   * @throws ProtocolError `not_found`
   */
  get(id: string): Promise<CheckoutResource<Each>>;
  /**
   * Changes a session by what its buyer fills in on the business's own pages (§3.3): the changed request is evaluated and kept.
   * From then on the session is the buyer's (`requires_escalation`), until the platform updates it.
   * `Declined` leaves it as it was, and says why. While the buyer is finishing it, it waits for the end of that.
   * @param contextFor of the session's platform: `server.contextFor("update_checkout", platform)`
   * @throws ProtocolError `not_found`; InvalidAnswer where the platform could not be told of it
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
   * The buyer finishes an escalated session in the business's own pages (§3.1). `place` takes the payment,
   * once; where the session went another way meanwhile, or it took longer than `completionMs`, the payment is
   * released. `Declined` says why there is no order. Who finishes what is being finished hears how that ends, and
   * who finishes what is completed gets it as it is: `place` is not called for them.
   * @throws ProtocolError `not_found`; what `place` throws: then the payment is released too
   */
  finish(
    id: string,
    place: (
      checkout: CheckoutResource<Each>,
      paymentKey: string,
    ) => Promise<Order | Declined> | Order | Declined,
  ): Promise<CheckoutResource<Each> | Declined>;
  /** Returns sessions of all platforms: those that changed last come first; one whose time is over has expired. */
  latest(limit: number): Promise<readonly CheckoutResource<Each>[]>;
  /**
   * Returns the payments of which it is not known whether there was a charge: those that run, and those that `release` has not taken back
   * yet. Each was on record before the provider was called.
   * @param limit The function reads at most this many sessions whose payment runs, in the order in which they are due, and as many
   *   with payments to release. Default: 1,000.
   */
  unsettled(limit?: number): Promise<readonly UnsettledPayment[]>;
  /**
   * Ends sessions whose time is over although nobody asks for them, and releases payments that are due. To be called from time
   * to time.
   * @returns how many sessions were due, `limit` at most
   */
  sweep(limit?: number): Promise<number>;
}
