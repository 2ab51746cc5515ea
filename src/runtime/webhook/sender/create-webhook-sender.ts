/**
 * Tells platforms what becomes of their orders (§4.7, §6). In: events, written with the order. Out: signed
 * requests, repeated until they are answered with 2xx.
 *
 * An order's events go out one after the other, its creation first; no order waits for another one.
 */

import type { OrderEvent } from "../../order/order-outbox.js";
import type { RecordWrite } from "../../storage/index.js";
import { createWorker, type TaskReport } from "../../worker/index.js";
import { vocabularyOf } from "../../vocabulary/index.js";
import { businessProfileUrl } from "../business-profile-url.js";
import { eventFormOf } from "../event-form.js";
import { checkHeaders } from "./added-headers.js";
import { attemptDelivery } from "./attempt-delivery.js";
import {
  deliveryOf,
  problemWith,
  URL_REFUSED,
  type DeliveryFacts,
  type DeliveryPayload,
} from "./delivery.js";
import { deadLetterOf } from "./dead-letter.js";
import type {
  DeliveryLogEntry,
  WebhookBinding,
  WebhookSender,
  WebhookSenderOptions,
} from "./definition.js";

/**
 * @throws ProtocolError invalid_profile_url for a `profile` that no platform would take
 * @throws RangeError for a lease that ends before an attempt does
 * @throws TypeError for a header that the release requires and `headers` does not have, or that it cannot have
 */
export function createWebhookSender(options: WebhookSenderOptions & WebhookBinding): WebhookSender {
  const { store, name, post, now = Date.now, random, log } = options;
  const { development = false, headers = {} } = options;
  const form = eventFormOf(options);
  checkHeaders(headers, { ...form, ...vocabularyOf(name) });
  const {
    concurrent = 32,
    perHost: perGroup = 4,
    attemptMs = 15_000,
    ...limits
  } = options.limits ?? {};
  const { signer } = options;
  const current = typeof signer === "function" ? signer : () => signer;
  const profile = businessProfileUrl(options.profile, { name, development });
  const { platforms } = options;
  const attempting = { name, profile, signer: current, headers, post, platforms, development, now };
  const worker = createWorker<DeliveryPayload, DeliveryFacts>({
    ...{ store, name: "webhook_delivery", now, random, schedule: options.schedule },
    tracer: options.tracer,
    perform: ({ task, payload }, signal) =>
      attemptDelivery({ payload, profile: task.facts.profile }, attempting, signal),
    limits: { ...limits, concurrent, perGroup, attemptMs },
    report: (report) => log?.(entryOf(report)),
    unavailable: (cause) => log?.({ level: "error", became: "unavailable", cause }),
  });

  function writes(event: OrderEvent): readonly RecordWrite[] {
    const delivery = deliveryOf(event, { ...attempting, form });
    if (delivery === undefined) return [];
    const { task, isPossible } = delivery;
    if (isPossible) return worker.writes(task);
    // An order is not refused because nobody can be told of it.
    log?.({ level: "error", became: "dead", code: URL_REFUSED, ...task.facts });
    return worker.writes(task, URL_REFUSED);
  }

  return {
    writes,
    problemWith: (platform) => problemWith(platform, development),
    wake: worker.wake,
    start: worker.start,
    deliverDue: worker.drain,
    deadLetters: async ({ limit = 100, ...after } = {}) =>
      (await worker.dead({ limit, ...after })).map(deadLetterOf),
    redeliver: worker.revive,
    discard: worker.discard,
    close: worker.close,
  };
}

function entryOf({ task, outcome, failure, nextAt }: TaskReport<DeliveryFacts>): DeliveryLogEntry {
  return {
    level: outcome === "dead" || outcome === "lost" ? "error" : "info",
    // A delivery is never rescheduled.
    became: outcome === "done" || outcome === "rescheduled" ? "delivered" : outcome,
    ...task.facts,
    host: task.group,
    attempt: task.attempts,
    code: failure?.code,
    status: failure?.status,
    cause: failure?.cause,
    nextAt,
  };
}
