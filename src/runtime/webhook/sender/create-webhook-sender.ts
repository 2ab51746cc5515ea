/**
 * Sends order events to platforms (§4.7, §6). Events are written together with the order, and sent as signed requests
 * until a response with 2xx. After a response with 410, or after three days, an event is a dead letter; one whose URL is refused is at once.
 *
 * An order's events are sent one after the other, its creation first. Orders do not wait for each other.
 */

import type { OrderEvent } from "../../commerce/order/order-record.js";
import type { RecordWrite, StoredRecord } from "../../storage/storage.js";
import { createWorker } from "../../worker/create-worker.js";
import type { DeadTask, TaskReport } from "../../worker/task.js";
import { vocabularyOf } from "../../vocabulary/vocabulary.js";
import { businessProfileUrl } from "../../profile/profile-url.js";
import { eventFormOf } from "../event-form.js";
import { checkHeaders, attemptDelivery } from "./attempt-delivery.js";
import {
  deliveryOf,
  problemWith,
  URL_REFUSED,
  type DeliveryFacts,
  type DeliveryPayload,
} from "./delivery.js";
import type {
  DeliveryLogEntry,
  WebhookBinding,
  WebhookSender,
  WebhookSenderOptions,
  DeadLetter,
} from "./definition.js";

/**
 * @throws ProtocolError `invalid_profile_url` if `profile` is not a business's profile URL
 * @throws RangeError if the lease could end before an attempt does
 * @throws TypeError if `headers` lacks a required header, or has one that cannot be added
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
    // An undeliverable event must not block the order.
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
    // `perform` never reschedules a delivery.
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

/** Presents a delivery that was given up to the business. */
function deadLetterOf({ key, value }: StoredRecord<DeadTask<DeliveryFacts>>): DeadLetter {
  const { task, code, diedAt } = value;
  const { facts, sequence, group: host, attempts } = task;
  return { id: key, ...facts, sequence, host, attempts, code, diedAt };
}
