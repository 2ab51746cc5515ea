/**
 * The interface through which order events leave. An outbox's writes are committed with the order, so no event is
 * lost.
 */

import type { RecordWrite } from "../../storage/storage.js";
import type { OrderIdentity, OrderPlatform } from "./order-record.js";

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

export interface OrderOutbox {
  /** The writes to commit with the order. Empty if the platform does not want order events. */
  writes(event: OrderEvent): readonly RecordWrite[];
  /** Call this when the writes are committed: the events may be sent. */
  wake(): void;
  /** The code of a message for a platform that wants order events but cannot receive them. */
  problemWith?(platform: OrderPlatform): OutboxProblem | undefined;
}

export type OutboxProblem = "webhook_url_missing" | "webhook_url_invalid";
