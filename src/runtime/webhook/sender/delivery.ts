/** An event on its way to a platform (§4.7). In: what became of an order. Out: records to write with it. */

import type { OrderEvent, OutboxProblem } from "../../order/order-outbox.js";
import type { OrderPlatform } from "../../order/order-record.js";
import type { EventForm } from "../../service/index.js";
import { randomKey } from "../../random/random-key.js";
import type { NewTask } from "../../worker/index.js";
import { EVENT_ID, EVENT_TIME, isEventId } from "../event-form.js";
import { webhookUrl } from "./webhook-url.js";

/** The code of a delivery that dies before its first attempt. */
export const URL_REFUSED = "url_refused";
/** The code of an attempt for a platform whose profile has no webhook URL. */
export const URL_MISSING = "url_missing";

declare const crypto: { randomUUID(): string };

/** What a log may have. */
export interface DeliveryFacts {
  /** The one that was sent. */
  readonly eventId: string;
  readonly orderId: string;
  /** Of the platform; undefined for one that names none. */
  readonly profile: string | undefined;
}

export interface DeliveryPayload {
  /** The platform's webhook URL when the order was placed; undefined where its profile had none. */
  readonly url?: string | undefined;
  /** JSON, the same at each attempt. */
  readonly body: string;
  /** The event's id and time, where the release has them in headers. */
  readonly eventHeaders?: readonly (readonly [name: string, value: string])[];
  /** The same at each attempt. */
  readonly idempotencyKey: string;
}

export interface DeliveryOptions {
  /** The protocol's: the envelope's member. */
  readonly name: string;
  readonly form: EventForm;
  readonly development: boolean;
  /** Given if the webhook URL is read again for each attempt. */
  readonly platforms: object | undefined;
  readonly now: () => number;
}

/** A platform that has agreed to the order capability publishes where it hears of orders (§6.1). */
export function problemWith(
  { hearsOrders = false, webhookUrl: text }: OrderPlatform,
  development: boolean,
): OutboxProblem | undefined {
  if (!hearsOrders) return undefined;
  if (text === undefined) return "webhook_url_missing";
  return webhookUrl(text, development) === undefined ? "webhook_url_invalid" : undefined;
}

export interface Delivery {
  readonly task: NewTask<DeliveryPayload, DeliveryFacts>;
  /** False if the platform has a URL that nothing may be sent to, and cannot change it. */
  readonly isPossible: boolean;
}

/** Undefined if the platform does not want to hear of its orders. */
export function deliveryOf(event: OrderEvent, options: DeliveryOptions): Delivery | undefined {
  const { sequence, order, platform } = event;
  // A platform without a profile has none that may change.
  const isRead = options.platforms !== undefined && platform.profile !== undefined;
  const mayChange = isRead && platform.hearsOrders === true;
  if (platform.webhookUrl === undefined && !mayChange) return undefined;
  const url = webhookUrl(platform.webhookUrl, options.development);
  const id = isEventId(event.id, options.form) ? event.id : crypto.randomUUID();
  const task = {
    lane: order.id,
    sequence,
    group: url?.host ?? platform.profile ?? order.id,
    facts: { eventId: id, orderId: order.id, profile: platform.profile },
    payload: payloadOf({ ...event, id }, options),
    at: options.now(),
  };
  return { task, isPossible: url !== undefined || mayChange };
}

function payloadOf(
  { id, createdAt, order, platform }: OrderEvent,
  { name, form }: DeliveryOptions,
): DeliveryPayload {
  const envelope = { [name]: platform.envelope };
  const isInBody = form.identity === "body";
  const event = { event_id: id, created_time: new Date(createdAt).toISOString() };
  // Named twice: the first one gives it its place, the second one wins over the order's.
  const body = { ...envelope, ...order, ...envelope, ...(isInBody ? event : {}) };
  const delivery = {
    url: platform.webhookUrl,
    body: JSON.stringify(body),
    idempotencyKey: randomKey(),
  };
  if (isInBody) return delivery;
  const seconds = String(Math.floor(createdAt / 1_000));
  return {
    ...delivery,
    eventHeaders: [
      [EVENT_ID, id],
      [EVENT_TIME, seconds],
    ],
  };
}
