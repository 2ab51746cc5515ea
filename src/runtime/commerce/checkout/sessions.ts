/**
 * Reads and writes sessions in their store. A decision about a record is committed with a compare-and-set and made
 * again if another write came first, so the loser of a race sees the winner's result.
 */

import { asProtocolError, ProtocolError } from "../../error/protocol-error.js";
import {
  ABSENT,
  hasCommitted,
  readRecord,
  StorageError,
  type Storage,
  type RecordWrite,
  type StoredRecord,
} from "../../storage/storage.js";
import { update } from "../../storage/update.js";
import { CheckoutError } from "./checkout-error.js";
import { creationKey, creationWrites, type Caller, type Creation } from "./made-calls.js";
import {
  CHECKOUTS,
  clientOfSession,
  dueAt,
  keptUntil,
  atTime,
  type SessionRecord,
  asSessionRecord,
} from "./session-record.js";
import { isOwner, type SessionOwner } from "./session-owner.js";
import type { Releases } from "./releases.js";
import type { CheckoutShape } from "./types.js";
import { InvalidAnswer } from "../../server/payloads.js";

export interface Decision<Result> {
  /** The new record. Default: unchanged. */
  readonly next?: SessionRecord;
  /** Writes to commit together with the record. */
  readonly more?: readonly RecordWrite[];
  readonly result: Result;
}

export interface SessionsOptions {
  readonly store: Storage;
  readonly keepMs: number;
  readonly now: () => number;
  readonly releases: Pick<Releases, "writes" | "run">;
}

export class Sessions {
  readonly #options: SessionsOptions;

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  /**
   * Stores a new session together with `more`.
   * @returns the checkout, or the one that this call created before; undefined if a record is not in the version that
   * its write expects. In the latter two cases nothing is written.
   */
  async insert(
    record: SessionRecord,
    call: Caller,
    more: readonly RecordWrite[] = [],
  ): Promise<CheckoutShape | undefined> {
    const { store, now } = this.#options;
    const { checkout, owner } = record;
    const created = creationWrites(this.#writeOf(record, ABSENT), call, now());
    return (await hasCommitted(store, [...created, ...more]))
      ? checkout
      : this.createdBy(call, owner);
  }

  /** Returns the checkout that this call created before, if any. */
  async createdBy({ callId }: Caller, owner: SessionOwner): Promise<CheckoutShape | undefined> {
    if (callId === undefined) return undefined;
    const before = await readRecord<Creation>(this.#options.store, ...creationKey(callId));
    return before && this.change(before.value.id, owner, ({ checkout }) => ({ result: checkout }));
  }

  /** @throws ProtocolError `not_found`, `temporarily_unavailable`; and whatever `decide` throws */
  async change<Result>(
    id: string,
    owner: SessionOwner | undefined,
    decide: (record: SessionRecord) => Promise<Decision<Result>> | Decision<Result>,
  ): Promise<Result> {
    const { store, now, releases } = this.#options;
    const { result, hasReleases } = await update<
      SessionRecord,
      { readonly result: Result; readonly hasReleases: boolean }
    >(
      store,
      { collection: CHECKOUTS, key: id },
      async (found) => {
        const { value: stored, version } = ownedBy(owner, found);
        const value = asSessionRecord(stored);
        const record = atTime(value, now());
        const { next = record, more, result } = await decide(record);
        if (next === value && more === undefined) return { result: { result, hasReleases: false } };
        const tasks = releases.writes(value, next);
        const writes = [this.#writeOf(next, version), ...tasks, ...(more ?? [])];
        return { writes, result: { result, hasReleases: tasks.length > 0 } };
      },
      busy,
    );
    if (hasReleases) void releases.run(id);
    return result;
  }

  /** Most recently written first. */
  async latest(limit: number): Promise<readonly CheckoutShape[]> {
    const { store, now } = this.#options;
    const found = await store.scan<SessionRecord>(CHECKOUTS, { newest: true, limit });
    return found.map(({ value }) => atTime(asSessionRecord(value), now()).checkout);
  }

  /** The ids of sessions whose `dueAt` has passed. */
  async due(limit: number): Promise<readonly string[]> {
    const { store, now } = this.#options;
    const found = await store.scan(CHECKOUTS, { dueBefore: now(), limit });
    return found.map(({ key }) => key);
  }

  #writeOf(record: SessionRecord, expected: number): RecordWrite {
    const { now, keepMs } = this.#options;
    return {
      collection: CHECKOUTS,
      key: record.checkout.id,
      value: record,
      expected,
      dueAt: dueAt(record),
      expiresAt: keptUntil(record, now(), keepMs),
      owner: clientOfSession(record),
    };
  }
}

/** @throws ProtocolError `not_found` */
function ownedBy(
  owner: SessionOwner | undefined,
  found: StoredRecord<SessionRecord> | undefined,
): StoredRecord<SessionRecord> {
  if (found !== undefined && (owner === undefined || isOwner(found.value.owner, owner)))
    return found;
  throw new ProtocolError("not_found", { content: "There is no such checkout." });
}

export function busy(cause?: unknown): ProtocolError {
  return new ProtocolError("temporarily_unavailable", {
    headers: { "Retry-After": "1" },
    cause,
  });
}

/**
 * Before any effect, a store that fails is 503 (§7), and a broken rule of the business can be retried once it is
 * fixed. Afterwards neither may be reported this way, since the outcome is open.
 */
export async function beforeAnyEffect<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (thrown) {
    if (thrown instanceof StorageError) throw busy(thrown);
    if (thrown instanceof CheckoutError || thrown instanceof InvalidAnswer)
      throw asProtocolError(thrown);
    throw thrown;
  }
}
