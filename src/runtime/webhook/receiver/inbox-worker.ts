/** Calls `onOrder` for events that were accepted and acknowledged. */

import { createWorker, type TaskReport, type Worker } from "../../worker/index.js";
import type { OrderEventBody, ReceiptLogEntry, WebhookReceiverOptions } from "./definition.js";

/** May be logged. */
export interface ReceiptFacts {
  readonly business: string;
  readonly eventId: string;
  readonly orderId: string;
  readonly createdAt: number;
}

export type InboxWorker = Worker<object, ReceiptFacts>;

/** @throws RangeError if the lease could end before a call of `onOrder` does */
export function createInboxWorker<Order extends OrderEventBody>({
  onOrder,
  log,
  limits: given = {},
  ...options
}: WebhookReceiverOptions<Order>): InboxWorker {
  const { store, now, random, schedule, tracer } = options;
  const { perBusiness: perGroup = 8, attemptMs = 60_000, leaseMs = 120_000, ...limits } = given;
  return createWorker<object, ReceiptFacts>({
    ...{ store, name: "webhook_inbox", now, random, schedule, tracer },
    async perform({ task, payload }, signal) {
      const { eventId, createdAt, business } = task.facts;
      const context = { eventId, createdAt, business, attempt: task.attempts, signal };
      await onOrder(payload as Order, context);
      return undefined;
    },
    limits: { ...limits, perGroup, attemptMs, leaseMs },
    report: (report) => log?.(entryOf(report)),
    unavailable: (cause) => log?.({ level: "error", became: "unavailable", cause }),
  });
}

function entryOf({ task, outcome, failure, nextAt }: TaskReport<ReceiptFacts>): ReceiptLogEntry {
  const { business, eventId, orderId } = task.facts;
  // `perform` never reschedules an event.
  const isProcessed = outcome === "done" || outcome === "rescheduled";
  return {
    level: isProcessed ? "info" : "error",
    became: isProcessed ? "processed" : outcome,
    ...{ business, eventId, orderId, attempt: task.attempts },
    code: failure?.code,
    cause: failure?.cause,
    nextAt,
  };
}
