/** Finds the payments in a storage that may or may not have been charged, for the business and its operators. */

import type { Storage } from "../../storage/storage.js";
import type { Task } from "../../worker/task.js";
import { unsettledOf, type UnsettledPayment } from "./recorded-payment.js";
import { RELEASES, type PaymentReleaseFacts } from "./releases.js";
import { CHECKOUTS, type SessionRecord, asSessionRecord } from "./session-record.js";

export interface UnsettledOptions {
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
