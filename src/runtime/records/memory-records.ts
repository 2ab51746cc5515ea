/** Records in memory: for one process, and gone with it. */

import { atLeast } from "../idempotency/claim-times.js";
import { quotaOf, type QuotaClient, type QuotaOptions } from "../quota/quota.js";
import { ClientRecords } from "./client-records.js";
import { ABSENT, type RecordStore, type RecordWrite, type StoredRecord } from "./record-store.js";
import { RecordStoreError } from "./record-store-error.js";

/** Bytes are those of records that have not expired; 512 MiB in all unless given. */
export interface MemoryRecordsOptions extends QuotaOptions {
  /** Records at a time; by default 100,000. Each counts as this part of `maxBytes` at least. */
  readonly maxRecords?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** As text: nobody who holds a value can change what is kept. */
interface Entry {
  readonly collection: string;
  readonly key: string;
  readonly text: string;
  /** The bytes that it counts as. */
  readonly bytes: number;
  readonly client: QuotaClient | undefined;
  readonly version: number;
  readonly dueAt: number | undefined;
  readonly expiresAt: number | undefined;
}

type Entries = Map<string, Entry>;

/** More than one commit adds, so that expired records become fewer; and not many, so that none is slow. */
const SWEEP = 16;

const DEFAULT_BYTES = 512 * 1024 * 1024;

/**
 * Forgets what a client that has its share wrote longest ago. Full of what it may not forget, it
 * refuses new records with `RecordStoreError`.
 * @throws {RangeError} for a bound that is not a positive integer
 */
export function createMemoryRecords(options: MemoryRecordsOptions = {}): RecordStore {
  const { now = Date.now } = options;
  const quota = quotaOf(options, DEFAULT_BYTES);
  const maxRecords = atLeast("maxRecords", 1, options.maxRecords ?? 100_000);
  const leastBytes = Math.ceil(quota.maxBytes / maxRecords);
  const collections = new Map<string, Entries>();
  const kept = new ClientRecords<Entry>(quota);
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
    const entry = entries.get(key);
    if (entry === undefined) return;
    entries.delete(key);
    kept.remove(entry);
  }

  /** The first ones go to the end, so that all have their turn. */
  function sweep(entries: Entries): void {
    for (const [key, entry] of firstOf(entries, SWEEP)) {
      if (hasExpired(entry, now())) remove(entries, key);
      else if (entries.delete(key)) entries.set(key, entry);
    }
  }

  function isExpected({ collection, key, expected }: RecordWrite): boolean {
    return (living(entriesOf(collection), key)?.version ?? ABSENT) === expected;
  }

  function write({ collection, key, value, dueAt, expiresAt, client }: RecordWrite): void {
    const entries = entriesOf(collection);
    remove(entries, key);
    if (value === undefined) return;
    lastVersion += 1;
    const text = JSON.stringify(value);
    const bytes = Math.max(leastBytes, 2 * (key.length + text.length));
    const what = { collection, key, text, bytes, client };
    const entry = { ...what, version: lastVersion, dueAt, expiresAt };
    entries.set(key, entry);
    kept.add(entry);
  }

  function forgetExcess({ client }: RecordWrite): void {
    if (client === undefined) return;
    let entry = kept.excess(client);
    while (entry !== undefined) {
      remove(entriesOf(entry.collection), entry.key);
      entry = kept.excess(client);
    }
  }

  function commit(writes: readonly RecordWrite[]): boolean {
    for (const collection of new Set(writes.map((each) => each.collection)))
      sweep(entriesOf(collection));
    if (!writes.every(isExpected)) return false;
    const added = writes.filter(
      ({ value, expected }) => value !== undefined && expected === ABSENT,
    );
    if (added.length > 0 && kept.total + (added.length - 1) * leastBytes >= quota.maxBytes)
      throw new RecordStoreError(`the store is full: ${kept.total} bytes have not expired`);
    writes.forEach(write);
    writes.forEach(forgetExcess);
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
      kept.clear();
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
