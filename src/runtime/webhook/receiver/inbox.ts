/**
 * Stores accepted events, and calls `onOrder` for those that were acknowledged. The same commit records that the event
 * was seen, so a duplicate is never processed twice.
 */

import { ProtocolError } from "../../error/protocol-error.js";
import {
  ABSENT,
  type Storage,
  type RecordWrite,
  type StoredRecord,
  recordKey,
} from "../../storage/storage.js";
import { commitDecided, untilWritten, type Decided } from "../../storage/update.js";
import type { ReceivedEvent } from "./read-event.js";
import { createWorker, type Worker } from "../../worker/create-worker.js";
import type { TaskReport } from "../../worker/task.js";
import type { OrderEventBody, ReceiptLogEntry, WebhookReceiverOptions } from "./definition.js";

const SEEN = "webhook_seen";
const NEWEST = "webhook_order";

/** The newest event of an order. */
interface Newest {
  readonly checkoutId: string;
  readonly createdAt: number;
  /** The number of events stored for processing. */
  readonly count: number;
}

export interface InboxOptions {
  readonly store: Storage;
  readonly worker: Pick<InboxWorker, "writes">;
  readonly seenMs: number;
  readonly now: () => number;
}

export type Acceptance = "accepted" | "duplicate" | "older";

/**
 * @throws ProtocolError `invalid_request`, `temporarily_unavailable`
 * @throws StorageError
 */
export async function accept(
  event: ReceivedEvent,
  business: string,
  options: InboxOptions,
): Promise<Acceptance> {
  return untilWritten(
    async () => commitDecided(options.store, await acceptance(event, business, options)),
    () => new ProtocolError("temporarily_unavailable", { headers: { "Retry-After": "1" } }),
  );
}

async function acceptance(
  event: ReceivedEvent,
  business: string,
  { store, worker, seenMs, now }: InboxOptions,
): Promise<Decided<Acceptance>> {
  const seenKey = await recordKey(JSON.stringify([business, event.eventId]));
  // Ids are local to a business: naming another business's order has no effect on it.
  const orderKey = await recordKey(JSON.stringify([business, event.orderId]));
  const [known, newestKnown] = await store.get([
    { collection: SEEN, key: seenKey },
    { collection: NEWEST, key: orderKey },
  ]);
  if (known !== undefined) return { result: "duplicate" };
  const before = newestKnown as StoredRecord<Newest> | undefined;
  if (before !== undefined && before.value.checkoutId !== event.checkoutId)
    throw new ProtocolError("invalid_request", {
      content: "The order belongs to another checkout.",
    });
  const seen: RecordWrite = {
    collection: SEEN,
    key: seenKey,
    value: {},
    expected: ABSENT,
    expiresAt: now() + seenMs,
  };
  const isOlder = before !== undefined && event.createdAt < before.value.createdAt;
  if (isOlder) return { writes: [seen], result: "older" };
  const { checkoutId, createdAt, eventId, orderId, body: payload } = event;
  const count = (before?.value.count ?? 0) + 1;
  const newest: Newest = { checkoutId, createdAt, count };
  const expected = before?.version ?? ABSENT;
  const facts = { business, eventId, orderId, createdAt };
  const task = { lane: orderKey, sequence: count, group: business, facts, payload, at: now() };
  const order = { collection: NEWEST, key: orderKey, value: newest, expected };
  return { writes: [seen, order, ...worker.writes(task)], result: "accepted" };
}

/** May be logged. */
interface ReceiptFacts {
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
