/**
 * Who packs and ships: a port. The sandbox is one; yours is another: a call of your warehouse's software, or of
 * your carrier's, which knows a parcel by its id.
 */

import type { LineQuantity } from "@proto-gen/runtime/commerce";
import type { NewOrder } from "../orders/new-order.js";

type Expectation = NonNullable<NewOrder["fulfillment"]["expectations"]>[number];

export type Destination = Expectation["destination"];

/** Lines of one order that go one way together. JSON alone: it is kept. */
export interface Parcel {
  /** Derived from the order, and for ever the same: the warehouse's idempotency key. */
  readonly id: string;
  readonly orderId: string;
  /** The order's page. */
  readonly orderUrl: string;
  readonly method: Expectation["method_type"];
  readonly isBulky: boolean;
  /** Without what was canceled. */
  readonly lines: readonly LineQuantity[];
  /** Undefined for a platform that cannot say where to: the shop asks its buyer. */
  readonly destination?: Destination;
  /** Milliseconds since 1970. */
  readonly paidAt: number;
}

/** Something that happened to a parcel. */
export interface Step {
  /** Another one for each step of the parcel, the same one however often it is told. */
  readonly id: string;
  /** `shipped`, `delivered`, or what §2.9 has else. */
  readonly type: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** This and its page: required unless the type is `processing` (§2.9). */
  readonly trackingNumber?: string;
  /** An absolute URL. */
  readonly trackingUrl?: string;
  readonly carrier?: string;
  /** For the buyer. */
  readonly description?: string;
}

export interface Progress {
  /** All that has happened so far, the oldest first. */
  readonly steps: readonly Step[];
  /** When to ask again, in milliseconds since 1970; undefined where nothing more will happen. */
  readonly nextAt: number | undefined;
}

export interface Warehouse {
  /**
   * Takes a parcel on that it does not know yet; then and later it says what has become of it.
   * @param signal aborted when nobody waits any longer
   * @throws where it cannot say: it is asked again
   */
  progressOf(parcel: Parcel, signal: AbortSignal): Promise<Progress>;
}
