/**
 * Keys as databases store them. Ids come from others, and may have what a database cannot store, or takes for the same: NUL,
 * and halves of surrogate pairs. Two keys never become one.
 */

import { MAX_KEY_LENGTH, type RecordKey, type RecordWrite } from "./storage.js";
import { StorageError } from "./storage-error.js";

/** Begins what is escaped as JSON. */
const ESCAPED = "\u0001";
/** With the flag, only half of a pair is a surrogate. */
const UNSTORABLE = /^\u0001|\0|\p{Surrogate}/u;

export function storedKey(key: string): string {
  return UNSTORABLE.test(key) ? ESCAPED + JSON.stringify(key) : key;
}

export function keyOfStored(stored: string): string {
  return stored.startsWith(ESCAPED) ? (JSON.parse(stored.slice(1)) as string) : stored;
}

/** @throws {StorageError} for a key that is empty or too long, and for a record that is written twice */
export function requireDistinct(writes: readonly RecordWrite[]): void {
  const known = new Set<string>();
  for (const { collection, key } of writes) {
    if (key === "" || key.length > MAX_KEY_LENGTH)
      throw new StorageError(`a key has 1 to ${MAX_KEY_LENGTH} code units, this one ${key.length}`);
    known.add(identityOf({ collection, key }));
  }
  if (known.size < writes.length) throw new StorageError("a record is written twice in one commit");
}

export function identityOf({ collection, key }: RecordKey): string {
  return `${collection.length} ${collection}${key}`;
}
