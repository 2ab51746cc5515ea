/** Turns an order event into a delivery task (§4.7), to be written together with the order. */

import type {
  OrderPlatform,
  OrderEvent,
  OutboxProblem,
} from "../../commerce/order/order-record.js";
import type { EventForm } from "../../service/release-values.js";
import { randomKey } from "../../text/encoding.js";
import type { NewTask } from "../../worker/task.js";
import { EVENT_ID, EVENT_TIME, isEventId } from "../event-form.js";
import { webhookUrl } from "../webhook-post.js";

/** Code of a delivery that fails before its first attempt. */
export const URL_REFUSED = "url_refused";
/** Code of an attempt for a platform whose profile has no webhook URL. */
export const URL_MISSING = "url_missing";

/** May be logged. */
export interface DeliveryFacts {
  /** The id as sent. */
  readonly eventId: string;
  readonly orderId: string;
  /** URL of the platform's profile. Undefined if the platform names none. */
  readonly profile: string | undefined;
}

export interface DeliveryPayload {
  /** The platform's webhook URL at the time of the purchase. Undefined if its profile had none. */
  readonly url?: string | undefined;
  /** JSON text, identical at each attempt. */
  readonly body: string;
  /** The event's id and time, in releases that have them in headers. */
  readonly eventHeaders?: readonly (readonly [name: string, value: string])[];
  /** Identical at each attempt. */
  readonly idempotencyKey: string;
}

export interface DeliveryOptions {
  /** The envelope's member, which is the protocol's name. */
  readonly name: string;
  readonly form: EventForm;
  readonly development: boolean;
  /** Set if each attempt reads the current webhook URL. */
  readonly platforms: object | undefined;
  readonly now: () => number;
}

/** A platform that negotiated the order capability must publish a webhook URL (§6.1). */
export function problemWith(
  { hearsOrders = false, webhookUrl: text }: OrderPlatform,
  development: boolean,
): OutboxProblem | undefined {
  if (!hearsOrders) return undefined;
  if (text === undefined) return "webhook_url_missing";
  return webhookUrl(text, development) === undefined ? "webhook_url_invalid" : undefined;
}

export interface PlannedDelivery {
  readonly task: NewTask<DeliveryPayload, DeliveryFacts>;
  /** False if the platform's URL may not be used and the platform cannot change it. */
  readonly isPossible: boolean;
}

/** Undefined if the platform does not want order events. */
export function deliveryOf(
  event: OrderEvent,
  options: DeliveryOptions,
): PlannedDelivery | undefined {
  const { sequence, order, platform } = event;
  // Without a profile, nothing can change.
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
  // Spread twice: the first fixes the member's position, the second overrides the order's own member.
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
