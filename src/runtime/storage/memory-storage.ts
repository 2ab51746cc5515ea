/** Records in memory, for a single process. They are lost when it ends. */

import BTreeModule from "sorted-btree";
import { atLeast } from "../idempotency/claim-times.js";
import type { Account } from "./account.js";
import { quotaOf, type QuotaOptions, type Refused } from "./quota.js";
import { ClientRecords } from "./client-records.js";
import { jsonCopy } from "./json-copy.js";
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
// The package is CommonJS: Node puts its exports into `default`, bundlers the class.
const BTree = ((BTreeModule as { readonly default?: unknown }).default ??
  BTreeModule) as typeof BTreeModule.default;

/** The bounds count the bytes of records that have not expired. Default for `maxBytes`: 512 MiB. */
export interface MemoryStorageOptions extends QuotaOptions {
  /** Maximum number of records. Each counts as at least this fraction of `maxBytes`. Default: 100,000. */
  readonly maxRecords?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

/** Either a copy or JSON, so that callers cannot modify stored values. */
interface StoredValue {
  readonly copy?: unknown;
  readonly text?: string;
  readonly bytes: number;
}

interface Entry {
  readonly collection: string;
  readonly key: string;
  readonly kept: StoredValue;
  /** The bytes that count towards the quota. */
  readonly bytes: number;
  readonly account: Account;
  readonly isEvictable: boolean;
  readonly version: number;
  readonly dueAt: number;
  readonly expiresAt: number;
  /** Neighbors in the collection in order of writing, the latest last. */
  older: Entry | undefined;
  newer: Entry | undefined;
}

/** The entries of a collection, in every order that scans may use. */
interface Collection {
  readonly byKey: Map<string, Entry>;
  readonly keys: SortedSet<string>;
  newest: Entry | undefined;
  /** Entries with a `dueAt`. */
  readonly due: SortedSet<Entry>;
}

/** More than a commit adds, so that expired records diminish, but few enough to keep each commit fast. */
const SWEEP = 16;

const NEVER = Number.POSITIVE_INFINITY;

/**
 * Larger values are stored as JSON, since that many objects per record would burden the garbage collector. Copying is
 * faster for smaller ones, especially with a long text such as the body of an answer.
 */
const MAX_VALUES = 64;

/** Approximate size of an entry besides its key and value, including its places in the orders. */
const ENTRY_BYTES = 320;

const DEFAULT_BYTES = 512 * 1024 * 1024;

/**
 * Creates a storage that evicts the oldest writes of an owner beyond its share. When it is full of records that must
 * not be evicted, it refuses new ones.
 * @throws {RangeError} if a bound is not a positive integer
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

  /** Replaces the entry with the same key, if any. */
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

  /** Removes the entry from all orders except that of keys. */
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

  function entryOf(
    { collection, key, dueAt, expiresAt, owner }: RecordWrite,
    copy: StoredValue,
  ): Entry {
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

  function write(each: RecordWrite, copy: StoredValue | undefined): number {
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

  /** @throws {StorageError} if the storage is full */
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

  /** Asynchronous, so that callers cannot rely on immediate effects. */
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

/** Sorts by a number, and equal ones by time of writing. */
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

/** Stops before the first unwanted entry. */
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

function keptOf(given: object): StoredValue {
  const copied = jsonCopy(given, MAX_VALUES);
  if (copied !== undefined) return { copy: copied.value, bytes: copied.bytes };
  const text = JSON.stringify(given);
  return { text, bytes: 2 * text.length };
}

function recordOf<Value>({ key, kept: { text, copy }, version }: Entry): StoredRecord<Value> {
  const value = text === undefined ? jsonCopy(copy, MAX_VALUES)?.value : JSON.parse(text);
  return { key, value: value as Value, version };
}

/** A sorted set as a B+ tree: adding, removing and finding a position take logarithmic time (ADR 101). */
interface SortedSet<Item> {
  add(item: Item): void;
  remove(item: Item): void;
  first(): Item | undefined;
  /** Iterates from after `behind`, which need not be in the set. */
  forwards(behind?: Item): Iterable<Item>;
  clear(): void;
}

function createSortedSet<Item>(compare: (left: Item, right: Item) => number): SortedSet<Item> {
  const tree = new BTree<Item, undefined>(undefined, compare);
  return {
    add: (item) => void tree.set(item, undefined),
    remove: (item) => void tree.delete(item),
    first: () => tree.minKey(),
    *forwards(behind) {
      for (const [item] of tree.entries(behind))
        if (behind === undefined || compare(item, behind) > 0) yield item;
    },
    clear: () => tree.clear(),
  };
}
