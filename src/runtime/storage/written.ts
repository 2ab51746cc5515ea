/** What every engine does with the writes of a commit before it asks its database, and what it says of a conflict. */

import {
  MAX_KEY_LENGTH,
  StorageError,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
} from "./storage.js";

/**
 * The values of writes as JSON, undefined for a removal: whatever is no JSON is found before anything is written.
 * @throws {StorageError} as `requireKeys`
 */
export function writtenTexts(writes: readonly RecordWrite[]): (string | undefined)[] {
  requireKeys(writes);
  return writes.map(({ value }) => (value === undefined ? undefined : JSON.stringify(value)));
}

/** @throws {StorageError} for a key that is empty or too long, and for a record that is written twice */
export function requireKeys(writes: readonly RecordWrite[]): void {
  for (const { key } of writes)
    if (key === "" || key.length > MAX_KEY_LENGTH)
      throw new StorageError(`a key has 1 to ${MAX_KEY_LENGTH} code units, this one ${key.length}`);
  if (writes.length > 1 && new Set(writes.map(identityOf)).size < writes.length)
    throw new StorageError("a record is written twice in one commit");
}

export function conflictOn({ collection, key }: RecordKey): CommitResult {
  return { kind: "conflict", key: { collection, key } };
}

/** One text for a collection and a key: no two records have the same. */
export function identityOf({ collection, key }: RecordKey): string {
  return `${collection.length} ${collection}${key}`;
}
