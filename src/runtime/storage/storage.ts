/**
 * The port to a database: all that lasts longer than a call is a record with a version. Whoever writes says which version was
 * read; several records change together or not at all. There are no transactions with callbacks: databases that are reached
 * over HTTP have none (ADR 101).
 */

import type { RecordOwner } from "./quota.js";

export interface RecordKey {
  readonly collection: string;
  /** A key has 1 to `MAX_KEY_LENGTH` code units. */
  readonly key: string;
}

/** What is kept is JSON: what comes back is a copy. */
export interface StoredRecord<Value = unknown> {
  readonly key: string;
  readonly value: Value;
  /** A larger one after each write, and never one that the key had before, not even after a removal: a fencing token. */
  readonly version: number;
}

export interface RecordWrite extends RecordKey {
  /** Undefined removes the record. */
  readonly value: object | undefined;
  /** The version that was read; `ABSENT` where there must be no record. */
  readonly expected: number;
  /** When a scan by `dueBefore` finds the record: milliseconds since 1970. Never unless given. */
  readonly dueAt?: number | undefined;
  /** When the record may be forgotten: milliseconds since 1970. Never unless given. */
  readonly expiresAt?: number | undefined;
  /** Records without an owner are the business's own: they count for nobody, and are never evicted. */
  readonly owner?: RecordOwner | undefined;
}

/** The version of a record that is not there. */
export const ABSENT = 0;

/** An id of a release is shorter. In UTF-8 such a key is short enough for an index of PostgreSQL. */
export const MAX_KEY_LENGTH = 640;

/** The database cannot be asked: it is closed, full, broken, or has been busy for too long. */
export class StorageError extends Error {
  override readonly name = "StorageError";
  readonly code = "storage_unavailable";

  constructor(what: string, cause?: unknown) {
    super(`storage_unavailable: ${what}`, cause === undefined ? undefined : { cause });
  }
}

export type CommitResult =
  /** The new versions, in the order of the writes; `ABSENT` for a removal. */
  | { readonly kind: "committed"; readonly versions: readonly number[] }
  /** This record is not in the version that its write expects; nothing is written. */
  | { readonly kind: "conflict"; readonly key: RecordKey }
  /** The owner of a write that asked for it has its share; nothing is written. */
  | { readonly kind: "refused" };

/** One of three orders, and how many at most. */
export type ScanOptions = { readonly limit: number } & (
  | {
      /** By key, beginning behind this one. An engine has one order of keys, in which pages follow one another. */
      readonly after?: string | undefined;
      readonly dueBefore?: undefined;
      readonly newest?: undefined;
    }
  | {
      /** Those with a `dueAt` that is not later, in milliseconds since 1970; the longest due first. */
      readonly dueBefore: number;
      readonly after?: undefined;
      readonly newest?: undefined;
    }
  | {
      /** What was written last comes first. */
      readonly newest: true;
      readonly after?: undefined;
      readonly dueBefore?: undefined;
    }
);

/**
 * Every method rejects with `StorageError` where the database cannot be asked. Of a commit that rejected it is not known
 * whether it happened: whoever asks again has to look.
 */
export interface Storage {
  /** In the order of the keys; undefined where there is no record, or it has expired. */
  get<Value>(keys: readonly RecordKey[]): Promise<readonly (StoredRecord<Value> | undefined)[]>;
  /** Compare-and-set on each record, all or nothing on several. No record may be written twice in one commit. */
  commit(writes: readonly RecordWrite[]): Promise<CommitResult>;
  /** Without those that have expired. */
  scan<Value>(collection: string, options: ScanOptions): Promise<readonly StoredRecord<Value>[]>;
  /** Afterwards each method rejects. */
  close(): Promise<void>;
}

/** Undefined where there is no record, or it has expired. */
export async function readRecord<Value>(
  storage: Storage,
  collection: string,
  key: string,
): Promise<StoredRecord<Value> | undefined> {
  const [found] = await storage.get<Value>([{ collection, key }]);
  return found;
}

/** False where nothing was written. */
export async function hasCommitted(
  storage: Storage,
  writes: readonly RecordWrite[],
): Promise<boolean> {
  return (await storage.commit(writes)).kind === "committed";
}
