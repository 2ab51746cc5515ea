/**
 * The port to a database: checkouts, orders, deliveries and tokens are records with a version. Whoever
 * writes says which version they have read; several records change together or not at all.
 */

import type { QuotaClient } from "../quota/quota.js";

/** What is kept is JSON: what comes back is a copy. */
export interface StoredRecord<Value = unknown> {
  readonly key: string;
  readonly value: Value;
  /** Another one after each write, never one that the key had before. */
  readonly version: number;
}

export interface RecordWrite {
  readonly collection: string;
  readonly key: string;
  /** Undefined removes the record. */
  readonly value: object | undefined;
  /** The version that was read; `ABSENT` where there must be no record. */
  readonly expected: number;
  /** When the record is to be found by `due`: milliseconds since 1970. Never unless given. */
  readonly dueAt?: number | undefined;
  /** When the record may be forgotten: milliseconds since 1970. Never unless given. */
  readonly expiresAt?: number | undefined;
  /**
   * Given where the record may be forgotten earlier, when those of this client have their share of a store. It is
   * never forgotten earlier unless given.
   */
  readonly client?: QuotaClient | undefined;
}

/** The version of a record that is not there. */
export const ABSENT = 0;

export interface DueOptions {
  /** Milliseconds since 1970. */
  readonly before: number;
  readonly limit: number;
}

export interface ListOptions {
  /** Keys that come after this one; all unless given. */
  readonly after?: string;
  readonly limit: number;
}

export interface LatestOptions {
  readonly limit: number;
}

/**
 * Compare-and-set on each record, all or nothing on several.
 *
 * Each of these rejects with `RecordStoreError` where the database cannot be asked; of a `commit` that
 * rejected it is not known whether it happened.
 */
export interface RecordStore {
  /** Undefined where there is none, or it has expired. */
  get<Value>(collection: string, key: string): Promise<StoredRecord<Value> | undefined>;
  /** False where one record is not in the version that its write expects; then nothing is written. */
  commit(writes: readonly RecordWrite[]): Promise<boolean>;
  /** What is due, the longest due first. */
  due<Value>(collection: string, options: DueOptions): Promise<readonly StoredRecord<Value>[]>;
  /** By key, in the order of code units. */
  list<Value>(collection: string, options: ListOptions): Promise<readonly StoredRecord<Value>[]>;
  /** What was written last comes first. */
  latest<Value>(
    collection: string,
    options: LatestOptions,
  ): Promise<readonly StoredRecord<Value>[]>;
  close(): void;
}
