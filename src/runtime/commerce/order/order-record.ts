/** An order as it is stored, the platform that receives its events, and the interface through which they leave. */

import type { RecordWrite } from "../../storage/storage.js";

/** The members that every stored order has (§2.9), without the envelope. There may be more. */
export interface OrderIdentity {
  readonly id: string;
  readonly checkout_id: string;
}

/** The platform that created the checkout, as it was then. */
export interface OrderPlatform {
  /** URL of its profile. Undefined if the platform names none. */
  readonly profile: string | undefined;
  /** Kind, issuer and id of the authenticated principal. Undefined if the call was anonymous. */
  readonly principal?: string | undefined;
  /** The URL that receives order events (§6.1). Undefined if the platform does not want them. */
  readonly webhookUrl: string | undefined;
  /** True if the platform negotiated the order capability. Its profile may then get a webhook URL later. */
  readonly hearsOrders?: boolean;
  /** The envelope of messages to the platform (§2.2), without its name. */
  readonly envelope: object;
}

export interface OrderRecord<Order extends OrderIdentity = OrderIdentity> {
  readonly order: Order;
  readonly platform: OrderPlatform;
  /** The number of events so far. The first one reports the creation (§6.3). */
  readonly events: number;
  /** Milliseconds since 1970. */
  readonly lastEventAt: number;
}

/** Collection of the records, by order id. */
export const ORDERS = "order";

export interface OrderEvent<Order extends OrderIdentity = OrderIdentity> {
  /** The event's id (§4.7). The sender replaces it if the release requires a UUID and this is not one. */
  readonly id: string;
  /** 1 for the order's creation. */
  readonly sequence: number;
  /** The event's time in milliseconds since 1970, later than that of the order's previous event. */
  readonly createdAt: number;
  /** The whole order, as it is after the event. */
  readonly order: Order;
  readonly platform: OrderPlatform;
}

/**
 * The interface through which order events leave. An outbox's writes are committed with the order, so no event is
 * lost.
 */
export interface OrderOutbox {
  /** The writes to commit with the order. Empty if the platform does not want order events. */
  writes(event: OrderEvent): readonly RecordWrite[];
  /** Call this when the writes are committed: the events may be sent. */
  wake(): void;
  /** The code of a message for a platform that wants order events but cannot receive them. */
  problemWith?(platform: OrderPlatform): OutboxProblem | undefined;
}

export type OutboxProblem = "webhook_url_missing" | "webhook_url_invalid";
