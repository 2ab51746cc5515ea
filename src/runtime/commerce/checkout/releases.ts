/**
 * Releases payments that may have been charged: `release` is called until it succeeds. Each release is a task committed with the session,
 * so it survives the process. The business and its operators can list the payments in a storage that may or may not have been charged.
 */

import type { Storage } from "../../storage/storage.js";
import { createWorker, type Worker } from "../../worker/create-worker.js";
import type { NewTask, TaskReport, FullSchedule, Task } from "../../worker/task.js";
import { CheckoutError } from "./checkout-error.js";
import {
  describePayment,
  withLateCharge,
  withReported,
  withoutRelease,
  type RecordedPayment,
  unsettledOf,
  type UnsettledPayment,
} from "./recorded-payment.js";
import { type SessionRecord, CHECKOUTS, asSessionRecord } from "./session-record.js";
import type { Sessions } from "./sessions.js";
import type { CheckoutShape } from "./types.js";

/** Writes to the business's log. Never throws: errors of the log itself are dropped. */
export type Report = (error: unknown) => void;

interface ReleasesOptions {
  readonly store: Storage;
  readonly sessions: () => Sessions;
  release(checkout: CheckoutShape, paymentKey: string): Promise<void> | void;
  /** Time limit of one `release` call, in milliseconds. */
  readonly releaseMs: number;
  readonly report: Report;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

interface PaymentReleaseFacts {
  readonly checkoutId: string;
  /** Describes the payment, with amount and instrument, in the log of a failure. */
  readonly payment: string;
}

interface PendingRelease {
  /** The payment's `releaseId`. */
  readonly id: string;
  readonly paymentKey: string;
}

type Releasing = Worker<PendingRelease, PaymentReleaseFacts>;

export interface Releases extends Pick<Releasing, "drain"> {
  /** The writes to commit with a session for the releases that it did not have before. */
  writes(before: SessionRecord, next: SessionRecord): ReturnType<Releasing["writes"]>;
  /** Runs the session's releases that are due. Never rejects: a failure is reported and retried later. */
  run(checkoutId: string): Promise<void>;
  /** Releases a payment that its session no longer waits for, again if it was released before. Never rejects. */
  releaseLate(checkoutId: string, payment: RecordedPayment): Promise<void>;
  /** Releases a payment that the provider reports, unless it is running or the order is for it. */
  reconcile(checkoutId: string, paymentKey: string): Promise<void>;
}

/** Collection of the release tasks. */
const RELEASES = "payment_release";
/** Retried forever, because money is at stake. */
export const MONEY_SCHEDULE: FullSchedule = {
  baseMs: 10_000,
  capMs: 300_000,
  giveUpAfterMs: Infinity,
};
/** Another process takes a release over this long after its call should have ended. */
const GRACE_MS = 10_000;

export function createReleases(options: ReleasesOptions): Releases {
  const { store, sessions, releaseMs, report, now } = options;
  const worker: Releasing = createWorker({
    ...{ store, name: RELEASES, now, schedule: MONEY_SCHEDULE },
    limits: { attemptMs: releaseMs, leaseMs: releaseMs + GRACE_MS },
    async perform({ task, payload }) {
      const { checkoutId } = task.facts;
      const { checkout, payments } = await readSession(checkoutId);
      // Already released, or replaced by a newer release of the same payment.
      if (!payments.some(({ releaseId }) => releaseId === payload.id)) return undefined;
      await options.release(checkout, payload.paymentKey);
      await sessions().change(checkoutId, undefined, (record) => ({
        next: withoutRelease(record, payload.id),
        result: undefined,
      }));
      return undefined;
    },
    report: (what) => reportFailure(what, report),
  });

  function readSession(id: string): Promise<SessionRecord> {
    return sessions().change(id, undefined, (record) => ({ result: record }));
  }

  async function run(checkoutId: string): Promise<void> {
    try {
      const { payments } = await readSession(checkoutId);
      const ids = payments.flatMap(({ releaseId }) => releaseId ?? []);
      await Promise.all(ids.map((id) => worker.run(id)));
    } catch (error) {
      report(error);
    }
  }

  return {
    writes: (before, next) => newTasks(before, next).flatMap((task) => worker.writes(task)),
    run,
    drain: worker.drain,
    async releaseLate(checkoutId, payment) {
      const decide = (record: SessionRecord) => ({
        next: withLateCharge(record, payment),
        result: undefined,
      });
      await sessions().change(checkoutId, undefined, decide).catch(report);
      await run(checkoutId);
    },
    async reconcile(checkoutId, paymentKey) {
      await sessions().change(checkoutId, undefined, (record) => ({
        next: withReported(record, paymentKey, now()),
        result: undefined,
      }));
      await run(checkoutId);
    },
  };
}

function reportFailure({ task, failure }: TaskReport<PaymentReleaseFacts>, report: Report): void {
  if (failure === undefined) return;
  const { cause } = failure;
  report(new CheckoutError("release_failed", task.facts.payment, { cause }));
}

/** The releases that a session did not have before. */
function newTasks(
  before: SessionRecord,
  { checkout, payments }: SessionRecord,
): NewTask<PendingRelease, PaymentReleaseFacts>[] {
  const known = new Set(before.payments.map(({ releaseId }) => releaseId));
  return payments.flatMap((payment) => {
    const { paymentKey, releaseId: id } = payment;
    if (id === undefined || known.has(id)) return [];
    const facts = { checkoutId: checkout.id, payment: describePayment(checkout, payment) };
    return [{ lane: id, payload: { id, paymentKey }, facts }];
  });
}

interface UnsettledOptions {
  /**
   * Reads at most this many checkouts with a running payment, earliest due first, and as many with payments to
   * release. Default: 1,000.
   */
  readonly limit?: number | undefined;
  /** Payments that end after this time are not read. Milliseconds since 1970. Default: an hour from now. */
  readonly runningUntil?: number | undefined;
}

const HOUR_MS = 3_600_000;

/**
 * Finds the payments that may or may not have been charged: those that run, and those to be released.
 * @throws {StorageError} if the storage cannot be asked
 * @example
 * ```ts
 * import { unsettledPayments } from "@proto-gen/runtime/commerce";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 *
 * const store = createMemoryStorage(); // The store of `createCheckouts`.
 * for (const payment of await unsettledPayments(store, { limit: 100 })) console.log(payment);
 * ```
 */
export async function unsettledPayments(
  store: Pick<Storage, "get" | "scan">,
  { limit = 1_000, runningUntil = Date.now() + HOUR_MS }: UnsettledOptions = {},
): Promise<readonly UnsettledPayment[]> {
  const due = await store.scan<SessionRecord>(CHECKOUTS, { dueBefore: runningUntil, limit });
  const releases = await store.scan<Task<PaymentReleaseFacts>>(RELEASES, { limit });
  const others = new Set(releases.map(({ value }) => value.facts.checkoutId));
  for (const { key } of due) others.delete(key);
  const keys = [...others].map((key) => ({ collection: CHECKOUTS, key }));
  const found = keys.length === 0 ? [] : await store.get<SessionRecord>(keys);
  return [...due, ...found].flatMap((each) =>
    each === undefined ? [] : unsettledOf(asSessionRecord(each.value)),
  );
}
