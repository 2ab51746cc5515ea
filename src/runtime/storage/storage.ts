/**
 * The interface to a database. Everything that outlives a call is a versioned record. A write states the version that
 * was read, and several records change together or not at all. There are no transactions with callbacks, since
 * databases accessed over HTTP have none (ADR 101).
 */

import { sha256Hex } from "../digest/sha256.js";
import type { RecordOwner } from "./quota.js";

export interface RecordKey {
  readonly collection: string;
  /** 1 to 640 UTF-16 code units. */
  readonly key: string;
}

/** Values are stored as JSON, so reading returns a copy. */
export interface StoredRecord<Value = unknown> {
  readonly key: string;
  readonly value: Value;
  /** Fencing token: larger after each write, and never reused for the key, even after a removal. */
  readonly version: number;
}

export interface RecordWrite extends RecordKey {
  /** Undefined removes the record. */
  readonly value: object | undefined;
  /** The version that was read, or `ABSENT` if the record must not exist. */
  readonly expected: number;
  /** The time from which scans with `dueBefore` find the record, in milliseconds since 1970. Default: never. */
  readonly dueAt?: number | undefined;
  /** The time from which the record is not served, and may be deleted, in milliseconds since 1970. Default: never. */
  readonly expiresAt?: number | undefined;
  /** Records without an owner are the business's own: they count towards no quota and are never evicted. */
  readonly owner?: RecordOwner | undefined;
}

/** The version of a record that does not exist. */
export const ABSENT = 0;

/** Longer than any release's ids, and in UTF-8 short enough for a PostgreSQL index. */
export const MAX_KEY_LENGTH = 640;

/** The database is closed, full or broken, or has been busy for too long; or a commit is malformed. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code = "storage_unavailable";

  constructor(what: string, cause?: unknown) {
    super(`storage_unavailable: ${what}`, cause === undefined ? undefined : { cause });
  }
}

export type CommitResult =
  /** The new versions, in the order of the writes. `ABSENT` for a removal. */
  | { readonly kind: "committed"; readonly versions: readonly number[] }
  /** The record `key` is not in the version that its write expects. Nothing was written. */
  | { readonly kind: "conflict"; readonly key: RecordKey }
  /** The owner of a new record with `atShare: "refuse"` has used up its share. Nothing was written. */
  | { readonly kind: "refused" };

/** One of three orders, and the maximum number of records. */
export type ScanOptions = { readonly limit: number } & (
  | {
      /** By key, starting after this one. Each engine has a fixed order of keys for pagination. */
      readonly after?: string | undefined;
      readonly dueBefore?: undefined;
      readonly newest?: undefined;
    }
  | {
      /**
       * Records whose `dueAt` is at or before this time, in milliseconds since 1970, longest due first; those of one time in the
       * order of their versions.
       */
      readonly dueBefore: number;
      readonly after?: undefined;
      readonly newest?: undefined;
    }
  | {
      /** Most recently written first. */
      readonly newest: true;
      readonly after?: undefined;
      readonly dueBefore?: undefined;
    }
);

/**
 * Methods reject with `StorageError` if the database fails. A commit that rejected may still have happened: read
 * before retrying. Every read sees every commit that has resolved. Keys are equal only if their code units are, and
 * values are returned with exactly the text that was written, lone surrogates included.
 */
export interface Storage {
  /**
   * In the order of the keys, as of one moment: never half of a commit. Undefined if a record does not exist or has
   * expired.
   */
  get<Value>(keys: readonly RecordKey[]): Promise<readonly (StoredRecord<Value> | undefined)[]>;
  /**
   * Compare-and-set on each record, all or nothing for several. Rejects, and writes nothing for, a commit that writes a record twice, a
   * key that is empty or longer than 640 UTF-16 code units, and a value that is not JSON.
   */
  commit(writes: readonly RecordWrite[]): Promise<CommitResult>;
  /** Omits expired records. */
  scan<Value>(collection: string, options: ScanOptions): Promise<readonly StoredRecord<Value>[]>;
  /** Makes every further call reject, except another `close`. */
  close(): Promise<void>;
}

/**
 * Reads one record. Undefined if it does not exist or has expired.
 * @throws {StorageError} if the database fails
 * @example
 * ```ts
 * import { createMemoryStorage, readRecord } from "@proto-gen/runtime/storage";
 *
 * const storage = createMemoryStorage();
 * await readRecord<{ readonly seen: number }>(storage, "product_view", "camera"); // undefined
 * ```
 */
export async function readRecord<Value>(
  storage: Storage,
  collection: string,
  key: string,
): Promise<StoredRecord<Value> | undefined> {
  const [found] = await storage.get<Value>([{ collection, key }]);
  return found;
}

/**
 * Writes records, all or none. False if nothing was written.
 * @throws {StorageError} if the database fails; the commit may still have happened
 * @example
 * ```ts
 * import { ABSENT, createMemoryStorage, hasCommitted } from "@proto-gen/runtime/storage";
 *
 * const storage = createMemoryStorage();
 * const coupon = { collection: "coupon", key: "SUMMER", value: { usedBy: "order_1" }, expected: ABSENT };
 * await hasCommitted(storage, [coupon]); // true
 * await hasCommitted(storage, [{ ...coupon, value: { usedBy: "order_2" } }]); // false
 * ```
 */
export async function hasCommitted(
  storage: Storage,
  writes: readonly RecordWrite[],
): Promise<boolean> {
  return (await storage.commit(writes)).kind === "committed";
}

/** Reserved for the task number that a worker appends to a lane. */
const ROOM = 40;
const encoder = /* @__PURE__ */ new TextEncoder();

/**
 * Returns a key for a record with a name that others choose: the name itself, or its digest if it is long. A promise
 * only if the platform has no synchronous digest.
 * @example
 * ```ts
 * import { recordKey } from "@proto-gen/runtime/storage";
 *
 * await recordKey("https://agent.example/profile.json"); // "https://agent.example/profile.json"
 * (await recordKey("x".repeat(1_000))).slice(0, 8); // "sha-256:"
 * ```
 */
export function recordKey(name: string): string | Promise<string> {
  if (name.length <= MAX_KEY_LENGTH - ROOM) return name;
  const digest = sha256Hex(encoder.encode(name));
  return typeof digest === "string" ? labelled(digest) : digest.then(labelled);
}

function labelled(digest: string): string {
  return `sha-256:${digest}`;
}
