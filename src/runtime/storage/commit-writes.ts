/**
 * What every engine does with the writes of a commit before it accesses its database, its report of a conflict, and
 * the keys that databases store.
 */

import {
  MAX_KEY_LENGTH,
  StorageError,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
} from "./storage.js";

/**
 * The values as JSON, undefined for a removal. Fails before anything is written if a value is not JSON.
 * @throws {StorageError} as `requireKeys`
 */
export function writtenTexts(writes: readonly RecordWrite[]): (string | undefined)[] {
  requireKeys(writes);
  return writes.map(({ value }) => (value === undefined ? undefined : JSON.stringify(value)));
}

/** @throws {StorageError} if a key is empty or too long, or a record is written twice */
export function requireKeys(writes: readonly RecordWrite[]): void {
  for (const { key } of writes)
    if (key === "" || key.length > MAX_KEY_LENGTH)
      throw new StorageError(
        `a key must have 1 to ${MAX_KEY_LENGTH} code units, found ${key.length}`,
      );
  if (writes.length > 1 && new Set(writes.map(identityOf)).size < writes.length)
    throw new StorageError("a commit must not write a record twice");
}

export function conflictOn({ collection, key }: RecordKey): CommitResult {
  return { kind: "conflict", key: { collection, key } };
}

/** Identifies a record by one unambiguous text. */
export function identityOf({ collection, key }: RecordKey): string {
  return `${collection.length} ${collection}${key}`;
}

/** Prefix of keys that are escaped as JSON. */
const ESCAPED = "\u0001";
/** With the u flag, only lone surrogates match. */
const UNSTORABLE = /^\u0001|\0|\p{Surrogate}/u;

/**
 * Encodes keys for databases. Ids that others choose may contain what a database cannot store or distinguish: NUL,
 * and lone surrogates. Different keys stay different.
 */
export function storedKey(key: string): string {
  return UNSTORABLE.test(key) ? ESCAPED + JSON.stringify(key) : key;
}

export function keyOfStored(stored: string): string {
  return stored.startsWith(ESCAPED) ? (JSON.parse(stored.slice(1)) as string) : stored;
}
