/** Records in memory: for one process, and gone with it. */

import { atLeast } from "../idempotency/claim-times.js";
import type { Account } from "./account.js";
import { quotaOf, type QuotaOptions, type Refused } from "./quota.js";
import { ClientRecords } from "./client-records.js";
import { jsonCopy } from "./json-copy.js";
import { createSortedSet, type SortedSet } from "./sorted-set.js";
import {
  ABSENT,
  StorageError,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
  type ScanOptions,
  type Storage,
  type StoredRecord,
} from "./storage.js";
import { conflictOn, requireKeys } from "./written.js";

/** The bounds count the bytes of records that have not expired. `maxBytes` is 512 MiB unless given. */
export interface MemoryStorageOptions extends QuotaOptions {
  /** Records at a time; by default 100,000. Each counts as this part of `maxBytes` at least. */
  readonly maxRecords?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
}

/** Nobody who holds a value can change what is kept of it: a copy, or JSON. */
interface Kept {
  readonly copy?: unknown;
  readonly text?: string;
  readonly bytes: number;
}

interface Entry {
  readonly collection: string;
  readonly key: string;
  readonly kept: Kept;
  /** The bytes that it counts as. */
  readonly bytes: number;
  readonly account: Account;
  readonly isEvictable: boolean;
  readonly version: number;
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Those of its collection that were written before and after it: what is written comes last. */
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** The entries of a collection, in each order that a scan may ask for. */
interface Collection {
  readonly byKey: Map<string, Entry>;
  readonly keys: SortedSet<string>;
  newest: Entry | undefined;
  /** Those that are ever due. */
  readonly due: SortedSet<Entry>;
}

/** More than one commit adds, so that expired records become fewer; and not many, so that none is slow. */
const SWEEP = 16;

const NEVER = Number.POSITIVE_INFINITY;

/**
 * A value of more is kept as JSON: so many objects for each record would keep the garbage collector busy. Fewer are copied faster
 * than they are written and read, above all where one is a long text, such as the body of an answer.
 */
const MAX_VALUES = 64;

/** About what an entry takes beside its key and its value, with its places in the orders. */
const ENTRY_BYTES = 320;

const DEFAULT_BYTES = 512 * 1024 * 1024;

/**
 * Forgets what an owner that has its share wrote longest ago. Full of what it may not forget, it refuses new records.
 * @throws {RangeError} for a bound that is not a positive integer
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  const { now = Date.now } = options;
  const quota = quotaOf(options, DEFAULT_BYTES);
  const maxRecords = atLeast("maxRecords", 1, options.maxRecords ?? 100_000);
  const leastBytes = Math.ceil(quota.maxBytes / maxRecords);
  const collections = new Map<string, Collection>();
  const expiring = createSortedSet<Entry>(by(({ expiresAt }) => expiresAt));
  const kept = new ClientRecords<Entry>(quota);
  let lastVersion = ABSENT;
  let open = true;

  function collectionOf(name: string): Collection {
    let found = collections.get(name);
    if (found === undefined) {
      found = {
        byKey: new Map(),
        keys: createSortedSet<string>((left, right) => (left < right ? -1 : left > right ? 1 : 0)),
        newest: undefined,
        due: createSortedSet<Entry>(by(({ dueAt }) => dueAt)),
      };
      collections.set(name, found);
    }
    return found;
  }

  function find({ collection, key }: RecordKey, time: number): Entry | undefined {
    const found = collections.get(collection)?.byKey.get(key);
    return found !== undefined && isLiving(found, time) ? found : undefined;
  }

  /** In place of the one that the key had. */
  function add(entry: Entry): void {
    const collection = collectionOf(entry.collection);
    const { byKey, keys, due } = collection;
    const before = byKey.get(entry.key);
    if (before === undefined) keys.add(entry.key);
    else leaveOrders(before, collection);
    byKey.set(entry.key, entry);
    if (collection.newest !== undefined) collection.newest.newer = entry;
    entry.older = collection.newest;
    collection.newest = entry;
    if (entry.dueAt !== NEVER) due.add(entry);
    if (entry.expiresAt !== NEVER) expiring.add(entry);
    kept.add(entry);
  }

  function remove(entry: Entry): void {
    const collection = collectionOf(entry.collection);
    const { byKey, keys } = collection;
    leaveOrders(entry, collection);
    byKey.delete(entry.key);
    keys.remove(entry.key);
    if (byKey.size === 0) collections.delete(entry.collection);
  }

  /** All but that of keys. */
  function leaveOrders(entry: Entry, collection: Collection): void {
    const { older, newer, dueAt, expiresAt } = entry;
    if (older !== undefined) older.newer = newer;
    if (newer === undefined) collection.newest = older;
    else newer.older = older;
    if (dueAt !== NEVER) collection.due.remove(entry);
    if (expiresAt !== NEVER) expiring.remove(entry);
    kept.remove(entry);
  }

  function sweep(time: number): void {
    for (let left = SWEEP; left > 0; left -= 1) {
      const entry = expiring.first();
      if (entry === undefined || isLiving(entry, time)) return;
      remove(entry);
    }
  }

  function entryOf({ collection, key, dueAt, expiresAt, owner }: RecordWrite, copy: Kept): Entry {
    lastVersion += 1;
    return {
      collection,
      key,
      kept: copy,
      bytes: Math.max(leastBytes, ENTRY_BYTES + 2 * key.length + copy.bytes),
      account: kept.accountOf(owner),
      isEvictable: owner !== undefined && owner.atShare !== "refuse",
      version: lastVersion,
      dueAt: dueAt ?? NEVER,
      expiresAt: expiresAt ?? NEVER,
      older: undefined,
      newer: undefined,
    };
  }

  function write(each: RecordWrite, copy: Kept | undefined): number {
    if (copy === undefined) {
      const before = collections.get(each.collection)?.byKey.get(each.key);
      if (before !== undefined) remove(before);
      return ABSENT;
    }
    const entry = entryOf(each, copy);
    add(entry);
    return entry.version;
  }

  function forgetExcess({ owner }: RecordWrite): void {
    if (owner === undefined || owner.atShare === "refuse") return;
    for (let entry = kept.excess(owner); entry !== undefined; entry = kept.excess(owner))
      remove(entry);
  }

  /** @throws {StorageError} where there is no room for anybody */
  function isRefused(writes: readonly RecordWrite[]): boolean {
    let added = 0;
    let reason: Refused | undefined;
    for (const { value, expected, owner } of writes) {
      if (value === undefined || expected !== ABSENT) continue;
      added += leastBytes;
      if (owner?.atShare === "refuse" && reason !== "full") reason = kept.refused(owner) ?? reason;
    }
    const isFull = added > 0 && kept.total + added - leastBytes >= quota.maxBytes;
    if (isFull || reason === "full")
      throw new StorageError(`the storage is full: ${kept.total} bytes have not expired`);
    return reason === "quota";
  }

  function commit(writes: readonly RecordWrite[]): CommitResult {
    requireKeys(writes);
    const copies = writes.map(({ value }) => (value === undefined ? undefined : keptOf(value)));
    const time = now();
    sweep(time);
    const conflict = writes.find((each) => (find(each, time)?.version ?? ABSENT) !== each.expected);
    if (conflict !== undefined) return conflictOn(conflict);
    if (isRefused(writes)) return { kind: "refused" };
    const versions = writes.map((each, index) => write(each, copies[index]));
    writes.forEach(forgetExcess);
    return { kind: "committed", versions };
  }

  function scan(name: string, order: ScanOptions): Iterable<Entry> {
    const collection = collections.get(name);
    if (collection === undefined) return [];
    return take(living(inOrder(collection, order), now()), order.limit);
  }

  /** Later than now: nobody can rely on what happens at once. */
  async function whenOpen<Result>(work: () => Result): Promise<Result> {
    if (!open) throw new StorageError("the storage is closed");
    return work();
  }

  return {
    get: <Value>(keys: readonly RecordKey[]) =>
      whenOpen(() => {
        const time = now();
        return keys.map((key) => {
          const found = find(key, time);
          return found && recordOf<Value>(found);
        });
      }),
    commit: (writes) => whenOpen(() => commit(writes)),
    scan: <Value>(collection: string, options: ScanOptions) =>
      whenOpen(() => Array.from(scan(collection, options), recordOf<Value>)),
    close: async () => {
      open = false;
      collections.clear();
      expiring.clear();
      kept.clear();
    },
  };
}

/** In the order of a figure; among equals, what was written first comes first. */
function by(figureOf: (entry: Entry) => number): (left: Entry, right: Entry) => number {
  return (left, right) => figureOf(left) - figureOf(right) || left.version - right.version;
}

function inOrder(
  { byKey, keys, newest: last, due }: Collection,
  { after, dueBefore, newest }: ScanOptions,
): Iterable<Entry> {
  if (newest === true) return backwards(last);
  if (dueBefore !== undefined) return takeWhile(due.forwards(), ({ dueAt }) => dueAt <= dueBefore);
  return named(keys.forwards(after), byKey);
}

function* backwards(last: Entry | undefined): Iterable<Entry> {
  for (let entry = last; entry !== undefined; entry = entry.older) yield entry;
}

function* named(keys: Iterable<string>, byKey: ReadonlyMap<string, Entry>): Iterable<Entry> {
  for (const key of keys) {
    const entry = byKey.get(key);
    if (entry !== undefined) yield entry;
  }
}

function isLiving({ expiresAt }: Entry, time: number): boolean {
  return expiresAt > time;
}

function* living(entries: Iterable<Entry>, time: number): Iterable<Entry> {
  for (const entry of entries) if (isLiving(entry, time)) yield entry;
}

/** Ends before the first entry that is not wanted. */
function* takeWhile(
  entries: Iterable<Entry>,
  isWanted: (entry: Entry) => boolean,
): Iterable<Entry> {
  for (const entry of entries) {
    if (!isWanted(entry)) return;
    yield entry;
  }
}

function* take(entries: Iterable<Entry>, limit: number): Iterable<Entry> {
  let left = limit;
  for (const entry of entries) {
    if (left <= 0) return;
    left -= 1;
    yield entry;
  }
}

function keptOf(given: object): Kept {
  const copied = jsonCopy(given, MAX_VALUES);
  if (copied !== undefined) return { copy: copied.value, bytes: copied.bytes };
  const text = JSON.stringify(given);
  return { text, bytes: 2 * text.length };
}

function recordOf<Value>({ key, kept: { text, copy }, version }: Entry): StoredRecord<Value> {
  const value = text === undefined ? jsonCopy(copy, MAX_VALUES)?.value : JSON.parse(text);
  return { key, value: value as Value, version };
}
