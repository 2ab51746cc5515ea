/** What happens to events after they were answered. In: the inbox. Out: calls of `onOrder`, and their end. */

import { createDeadTasks } from "../queue/dead-tasks.js";
import type { Settled } from "../queue/outcome.js";
import { requireLease } from "../queue/require-lease.js";
import { DEFAULT_SCHEDULE } from "../queue/retry-schedule.js";
import { createTaskQueue } from "../queue/task-queue.js";
import { createWorker } from "../queue/worker.js";
import type {
  OrderEventBody,
  ReceiptLogEntry,
  WebhookReceiver,
  WebhookReceiverOptions,
} from "./definition.js";
import { INBOX, type ReceiptFacts } from "./inbox.js";

const DEFAULT_LIMITS = {
  concurrent: 16,
  perBusiness: 8,
  attemptMs: 60_000,
  leaseMs: 120_000,
  pollMs: 1_000,
};

export interface Processing extends Omit<WebhookReceiver, "fetch" | "answer"> {
  /** Something was accepted. */
  wake(): void;
}

/** @throws RangeError for a lease that ends before a call of `onOrder` does */
export function createProcessing<Order extends OrderEventBody>(
  options: WebhookReceiverOptions<Order>,
): Processing {
  const { store, onOrder, log, now = Date.now, random = Math.random } = options;
  const { perBusiness, leaseMs, ...limits } = { ...DEFAULT_LIMITS, ...options.limits };
  requireLease(leaseMs, limits.attemptMs);
  const worker = createWorker({
    queue: createTaskQueue<ReceiptFacts, Order>({ store, collections: INBOX, leaseMs, now }),
    async perform({ task, payload }, signal) {
      const { eventId, createdAt, business } = task.facts;
      const context = { eventId, createdAt, business, attempt: task.attempts, signal };
      await onOrder(payload.value, context);
      return undefined;
    },
    schedule: { ...DEFAULT_SCHEDULE, ...options.schedule },
    limits: { ...limits, perGroup: perBusiness },
    now,
    random,
    settled: (what) => log?.(entryOf(what)),
    failed: (cause) => log?.({ level: "error", became: "unavailable", cause }),
  });
  const dead = createDeadTasks<ReceiptFacts>(store, INBOX, now);

  async function reprocess(id: string): Promise<boolean> {
    const revived = await dead.revive(id);
    if (revived) worker.wake();
    return revived;
  }

  return {
    wake: worker.wake,
    start: worker.start,
    process: worker.drain,
    deadEvents: async ({ limit = 100, ...after } = {}) =>
      (await dead.list({ limit, ...after })).map(({ key: id, value: { task, diedAt } }) => {
        const { business, eventId, orderId } = task.facts;
        return { id, business, eventId, orderId, attempts: task.attempts, diedAt };
      }),
    reprocess,
    close: worker.close,
  };
}

function entryOf({ task, became, failure, nextAt }: Settled<ReceiptFacts>): ReceiptLogEntry {
  const { business, eventId, orderId } = task.facts;
  return {
    level: became === "done" ? "info" : "error",
    became: became === "done" ? "processed" : became,
    ...{ business, eventId, orderId, attempt: task.attempts },
    ...(failure === undefined ? {} : { code: failure.code, cause: failure.cause }),
    ...(nextAt === undefined ? {} : { nextAt }),
  };
}
