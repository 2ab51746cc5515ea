/** Records in memory: for one process, and gone with it. */

import { ABSENT, type RecordStore, type RecordWrite, type StoredRecord } from "./record-store.js";
import { RecordStoreError } from "./record-store-error.js";

export interface MemoryRecordsOptions {
  /** Records at a time; by default 100,000. */
  readonly maxRecords?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** As text: nobody who holds a value can change what is kept. */
interface Entry {
  readonly text: string;
  readonly version: number;
  readonly dueAt: number | undefined;
  readonly expiresAt: number | undefined;
}

type Entries = Map<string, Entry>;

/** More than one commit adds, so that expired records become fewer; and not many, so that none is slow. */
const SWEEP = 16;

/** Full of records that have not expired, it refuses new ones with `RecordStoreError`. */
export function createMemoryRecords({
  maxRecords = 100_000,
  now = Date.now,
}: MemoryRecordsOptions = {}): RecordStore {
  const collections = new Map<string, Entries>();
  let size = 0;
  let lastVersion = ABSENT;
  let open = true;

  function entriesOf(collection: string): Entries {
    if (!open) throw new RecordStoreError("the store is closed");
    const found = collections.get(collection) ?? new Map<string, Entry>();
    collections.set(collection, found);
    return found;
  }

  function living(entries: Entries, key: string): Entry | undefined {
    const found = entries.get(key);
    return found !== undefined && !hasExpired(found, now()) ? found : undefined;
  }

  function remove(entries: Entries, key: string): void {
    if (entries.delete(key)) size -= 1;
  }

  /** The first ones go to the end, so that all have their turn. */
  function sweep(entries: Entries): void {
    for (const [key, entry] of firstOf(entries, SWEEP)) {
      remove(entries, key);
      if (hasExpired(entry, now())) continue;
      entries.set(key, entry);
      size += 1;
    }
  }

  function isExpected({ collection, key, expected }: RecordWrite): boolean {
    return (living(entriesOf(collection), key)?.version ?? ABSENT) === expected;
  }

  function write({ collection, key, value, dueAt, expiresAt }: RecordWrite): void {
    const entries = entriesOf(collection);
    remove(entries, key);
    if (value === undefined) return;
    lastVersion += 1;
    entries.set(key, { text: JSON.stringify(value), version: lastVersion, dueAt, expiresAt });
    size += 1;
  }

  function commit(writes: readonly RecordWrite[]): boolean {
    for (const collection of new Set(writes.map((each) => each.collection)))
      sweep(entriesOf(collection));
    if (!writes.every(isExpected)) return false;
    const added = writes.filter(
      ({ value, expected }) => value !== undefined && expected === ABSENT,
    );
    if (added.length > 0 && size + added.length > maxRecords)
      throw new RecordStoreError(`the store is full: ${size} records have not expired`);
    writes.forEach(write);
    return true;
  }

  function all(collection: string): [string, Entry][] {
    const time = now();
    return [...entriesOf(collection)].filter(([, entry]) => !hasExpired(entry, time));
  }

  return {
    get: async <Value>(collection: string, key: string) => {
      const found = living(entriesOf(collection), key);
      return found && recordOf<Value>(key, found);
    },
    commit: async (writes) => commit(writes),
    due: async <Value>(collection: string, { before, limit }: { before: number; limit: number }) =>
      all(collection)
        .filter(([, { dueAt }]) => dueAt !== undefined && dueAt <= before)
        .sort(([, left], [, right]) => (left.dueAt ?? 0) - (right.dueAt ?? 0))
        .slice(0, limit)
        .map(([key, entry]) => recordOf<Value>(key, entry)),
    list: async <Value>(collection: string, { after, limit }: { after?: string; limit: number }) =>
      all(collection)
        .filter(([key]) => after === undefined || key > after)
        .sort(([left], [right]) => (left < right ? -1 : 1))
        .slice(0, limit)
        .map(([key, entry]) => recordOf<Value>(key, entry)),
    latest: async <Value>(collection: string, { limit }: { limit: number }) =>
      all(collection)
        .sort(([, left], [, right]) => right.version - left.version)
        .slice(0, limit)
        .map(([key, entry]) => recordOf<Value>(key, entry)),
    close: () => {
      open = false;
      collections.clear();
    },
  };
}

function hasExpired({ expiresAt }: Entry, time: number): boolean {
  return expiresAt !== undefined && expiresAt <= time;
}

function recordOf<Value>(key: string, { text, version }: Entry): StoredRecord<Value> {
  return { key, value: JSON.parse(text) as Value, version };
}

function firstOf(entries: Entries, count: number): [string, Entry][] {
  const found: [string, Entry][] = [];
  for (const each of entries) {
    if (found.length === count) break;
    found.push(each);
  }
  return found;
}
