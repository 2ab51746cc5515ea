/** An event on its way to a platform (§4.7). In: what became of an order. Out: records to write with it. */

import type { OrderEvent } from "../../order/order-outbox.js";
import { randomKey } from "../../random/random-key.js";
import type { RecordWrite } from "../../records/index.js";
import { collectionsOf, deadWrites, taskWrites, type Collections } from "../queue/task.js";
import { webhookUrl } from "./webhook-url.js";

export const DELIVERIES: Collections = collectionsOf("webhook_delivery");

/** What a log may have. */
export interface DeliveryFacts {
  readonly eventId: string;
  readonly orderId: string;
  /** Of the platform. */
  readonly profile: string;
}

export interface DeliveryPayload {
  readonly url: string;
  /** JSON, the same at each attempt. */
  readonly body: string;
  /** The same at each attempt. */
  readonly idempotencyKey: string;
}

export interface DeliveryOptions {
  /** The protocol's: the envelope's member. */
  readonly name: string;
  readonly development: boolean;
  readonly now: () => number;
}

export function deliveryWrites(
  event: OrderEvent,
  options: DeliveryOptions,
): readonly RecordWrite[] {
  const { id, sequence, order, platform } = event;
  if (platform.webhookUrl === undefined) return [];
  const url = webhookUrl(platform.webhookUrl, options.development);
  const delivery = {
    lane: order.id,
    sequence,
    group: url?.host ?? "",
    facts: { eventId: id, orderId: order.id, profile: platform.profile },
    payload: payloadOf(event, platform.webhookUrl, options.name),
    at: options.now(),
  };
  // An order is not refused because nobody can be told of it.
  return url === undefined
    ? deadWrites(DELIVERIES, delivery, "url_refused")
    : taskWrites(DELIVERIES, delivery);
}

function payloadOf(
  { id, createdAt, order, platform }: OrderEvent,
  url: string,
  name: string,
): DeliveryPayload {
  const envelope = { [name]: platform.envelope };
  const event = { event_id: id, created_time: new Date(createdAt).toISOString() };
  // Named twice: the first one gives it its place, the second one wins over the order's.
  const body = JSON.stringify({ ...envelope, ...order, ...envelope, ...event });
  return { url, body, idempotencyKey: randomKey() };
}
