/**
 * Tells platforms what becomes of their orders (§4.7, §6). In: events, written with the order. Out: signed
 * requests, repeated until they are answered with 2xx.
 *
 * An order's events go out one after the other, its creation first; no order waits for another one.
 */

import { createDeadTasks } from "../queue/dead-tasks.js";
import type { Settled } from "../queue/outcome.js";
import { DEFAULT_SCHEDULE } from "../queue/retry-schedule.js";
import { createTaskQueue } from "../queue/task-queue.js";
import { createWorker } from "../queue/worker.js";
import { requireLease } from "../queue/require-lease.js";
import { vocabularyOf } from "../../vocabulary/index.js";
import { businessProfileUrl } from "../business-profile-url.js";
import { eventFormOf } from "../event-form.js";
import { checkHeaders } from "./added-headers.js";
import { attemptDelivery } from "./attempt-delivery.js";
import {
  DELIVERIES,
  deliveryWrites,
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

const DEFAULT_LIMITS = {
  concurrent: 32,
  perHost: 4,
  attemptMs: 15_000,
  leaseMs: 60_000,
  pollMs: 1_000,
};

/**
 * @throws ProtocolError invalid_profile_url for a `profile` that no platform would take
 * @throws RangeError for a lease that ends before an attempt does
 * @throws TypeError for a header that the release requires and `headers` does not have, or that it cannot have
 */
export function createWebhookSender(options: WebhookSenderOptions & WebhookBinding): WebhookSender {
  const { store, name, post, now = Date.now, random = Math.random, log } = options;
  const { development = false, headers = {} } = options;
  const form = eventFormOf(options);
  checkHeaders(headers, { ...form, ...vocabularyOf(name) });
  const { perHost, leaseMs, ...limits } = { ...DEFAULT_LIMITS, ...options.limits };
  requireLease(leaseMs, limits.attemptMs);
  const { signer } = options;
  const current = typeof signer === "function" ? signer : () => signer;
  const profile = businessProfileUrl(options.profile, { name, development });
  const { platforms } = options;
  const attempting = { name, profile, signer: current, headers, post, platforms, development, now };
  const queue = createTaskQueue<DeliveryFacts, DeliveryPayload>({
    store,
    collections: DELIVERIES,
    leaseMs,
    now,
  });
  const worker = createWorker({
    queue,
    perform: ({ task, payload }, signal) =>
      attemptDelivery({ payload: payload.value, profile: task.facts.profile }, attempting, signal),
    schedule: { ...DEFAULT_SCHEDULE, ...options.schedule },
    limits: { ...limits, perGroup: perHost },
    now,
    random,
    settled: (what) => log?.(entryOf(what)),
    failed: (cause) => log?.({ level: "error", became: "unavailable", cause }),
  });
  const dead = createDeadTasks<DeliveryFacts>(store, DELIVERIES, now);

  function onRefused(facts: DeliveryFacts): void {
    log?.({ level: "error", became: "dead", code: URL_REFUSED, ...facts });
  }

  async function redeliver(id: string): Promise<boolean> {
    const revived = await dead.revive(id);
    if (revived) worker.wake();
    return revived;
  }

  return {
    writes: (event) => deliveryWrites(event, { ...attempting, form, onRefused }),
    problemWith: (platform) => problemWith(platform, development),
    wake: worker.wake,
    start: worker.start,
    deliverDue: worker.drain,
    deadLetters: async ({ limit = 100, ...after } = {}) =>
      (await dead.list({ limit, ...after })).map(deadLetterOf),
    redeliver,
    discard: dead.discard,
    close: worker.close,
  };
}

function entryOf({ task, became, failure, nextAt }: Settled<DeliveryFacts>): DeliveryLogEntry {
  return {
    level: became === "done" || became === "postponed" ? "info" : "error",
    became: became === "done" ? "delivered" : became,
    ...task.facts,
    host: task.group,
    attempt: task.attempts,
    ...(failure === undefined
      ? {}
      : { code: failure.code, status: failure.status, cause: failure.cause }),
    ...(nextAt === undefined ? {} : { nextAt }),
  };
}
