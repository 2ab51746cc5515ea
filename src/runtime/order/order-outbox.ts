/** Where events of orders go: a port. What it writes is committed with the order, so that none is lost. */

import type { RecordWrite } from "../storage/index.js";
import type { OrderIdentity, OrderPlatform } from "./order-record.js";

export interface OrderEvent<Order extends OrderIdentity = OrderIdentity> {
  /** The event's id (§4.7). A sender replaces it where the release wants a UUID and this is none. */
  readonly id: string;
  /** 1 for the order's creation. */
  readonly sequence: number;
  /** The event's time, in milliseconds since 1970; later than that of the order's event before. */
  readonly createdAt: number;
  /** The whole order, as it is after the event. */
  readonly order: Order;
  readonly platform: OrderPlatform;
}

export interface OrderOutbox {
  /** What has to be written with the order; nothing where the platform does not want to hear of it. */
  writes(event: OrderEvent): readonly RecordWrite[];
  /** The writes are done: they may be sent. */
  wake(): void;
  /** The code of the message for a platform that wants to hear of its orders and cannot be told of them. */
  problemWith?(platform: OrderPlatform): OutboxProblem | undefined;
}

export type OutboxProblem = "webhook_url_missing" | "webhook_url_invalid";
