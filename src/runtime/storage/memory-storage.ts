/** Records in memory, for a single process. They are lost when it ends. */

import { atLeast } from "../bounds/at-least.js";
import { quotaOf, type QuotaOptions, type Refused } from "./quota.js";
import {
  ClientRecords,
  type Account,
  createSortedSet,
  ExpiryQueue,
  type SortedSet,
} from "./memory-indexes.js";
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
import { conflictOn, requireKeys } from "./commit-writes.js";
import { pause } from "../time/time.js";

/** The bounds count the bytes of records that have not expired. Default for `maxBytes`: 512 MiB. */
export interface MemoryStorageOptions extends QuotaOptions {
  /** Maximum number of records. Each counts as at least this fraction of `maxBytes`. Default: 100,000. */
  readonly maxRecords?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

/** Either a copy or JSON, so that callers cannot modify stored values. */
interface StoredValue {
  readonly copy: unknown;
  readonly text: string | undefined;
  readonly bytes: number;
}

interface Entry extends StoredValue {
  readonly collection: string;
  readonly key: string;
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
  /** Created by the first scan by key, since most collections have none. */
  keys: SortedSet<string> | undefined;
  /** Resolves once `keys` has all keys. */
  indexed: Promise<void> | undefined;
  newest: Entry | undefined;
  /** Entries with a `dueAt`. */
  readonly due: SortedSet<Entry>;
}

/** More than a commit adds, so that expired records diminish, but few enough to keep each commit fast. */
const SWEEP = 16;

/** Keys sorted without a pause: few enough that other work waits for less than a few milliseconds. */
const INDEXED_AT_ONCE = 250;

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
 * Creates a storage in memory, for tests and a single process. It evicts the oldest writes of an owner beyond its
 * share. When it is full of records that must not be evicted, it refuses new ones.
 * @throws {RangeError} if a bound is not a positive integer
 * @example
 * ```ts
 * import { ABSENT, createMemoryStorage, readRecord } from "@proto-gen/runtime/storage";
 *
 * const storage = createMemoryStorage({ maxBytes: 64 * 1024 * 1024 });
 * const write = { collection: "note", key: "order_1", value: { text: "gift" }, expected: ABSENT };
 * (await storage.commit([write])).kind; // "committed"
 * (await storage.commit([write])).kind; // "conflict"
 * (await readRecord(storage, "note", "order_1"))?.value; // { text: "gift" }
 * ```
 */
export function createMemoryStorage(options: MemoryStorageOptions = {}): Storage {
  const records = new MemoryRecords(options);
  let open = true;

  /** Asynchronous, so that callers cannot rely on immediate effects. */
  async function whenOpen<Result>(work: () => Result): Promise<Result> {
    if (!open) throw new StorageError("the storage is closed");
    return work();
  }

  return {
    get: <Value>(keys: readonly RecordKey[]) =>
      whenOpen(() => records.find(keys).map((found) => found && recordOf<Value>(found))),
    commit: (writes) => whenOpen(() => records.commit(writes)),
    scan: async <Value>(collection: string, order: ScanOptions) => {
      await records.prepare(collection, order);
      return whenOpen(() => Array.from(records.scan(collection, order), recordOf<Value>));
    },
    close: async () => {
      open = false;
      records.clear();
    },
  };
}

/** The entries of all collections, in the order in which they expire, and the bytes of each client. */
class MemoryRecords {
  readonly #now: () => number;
  readonly #maxBytes: number;
  /** Minimum number of bytes that an entry counts towards the quota. */
  readonly #leastBytes: number;
  readonly #collections = new Map<string, Collection>();
  readonly #expiring = new ExpiryQueue<Entry>();
  readonly #kept: ClientRecords<Entry>;
  #lastVersion = ABSENT;

  constructor(options: MemoryStorageOptions) {
    const quota = quotaOf(options, DEFAULT_BYTES);
    this.#now = options.now ?? Date.now;
    this.#maxBytes = quota.maxBytes;
    const maxRecords = atLeast("maxRecords", 1, options.maxRecords ?? 100_000);
    this.#leastBytes = Math.ceil(quota.maxBytes / maxRecords);
    this.#kept = new ClientRecords<Entry>(quota);
  }

  find(keys: readonly RecordKey[]): (Entry | undefined)[] {
    const time = this.#now();
    return keys.map((key) => this.#living(key, time));
  }

  /** @throws {StorageError} if the storage is full */
  commit(writes: readonly RecordWrite[]): CommitResult {
    requireKeys(writes);
    const copies = writes.map(({ value }) => (value === undefined ? undefined : keptOf(value)));
    const time = this.#now();
    this.#sweep(time);
    const conflict = writes.find(
      (each) => (this.#living(each, time)?.version ?? ABSENT) !== each.expected,
    );
    if (conflict !== undefined) return conflictOn(conflict);
    if (this.#isRefused(writes)) return { kind: "refused" };
    const versions = writes.map((each, index) => this.#write(each, copies[index]));
    for (const each of writes) this.#forgetExcess(each);
    return { kind: "committed", versions };
  }

  /** Must be awaited before a scan. */
  async prepare(name: string, { dueBefore, newest }: ScanOptions): Promise<void> {
    if (newest === true || dueBefore !== undefined) return;
    const collection = this.#collections.get(name);
    if (collection === undefined) return;
    collection.indexed ??= indexKeys(collection);
    await collection.indexed;
  }

  scan(name: string, order: ScanOptions): Iterable<Entry> {
    const collection = this.#collections.get(name);
    if (collection === undefined) return [];
    return take(living(inOrder(collection, order), this.#now()), order.limit);
  }

  clear(): void {
    this.#collections.clear();
    this.#expiring.clear();
    this.#kept.clear();
  }

  #living(key: RecordKey, time: number): Entry | undefined {
    const found = this.#entryAt(key);
    return found !== undefined && isLiving(found, time) ? found : undefined;
  }

  #entryAt({ collection, key }: RecordKey): Entry | undefined {
    return this.#collections.get(collection)?.byKey.get(key);
  }

  #collectionOf(name: string): Collection {
    let found = this.#collections.get(name);
    if (found === undefined) {
      found = createCollection();
      this.#collections.set(name, found);
    }
    return found;
  }

  /** @returns the new version */
  #write(each: RecordWrite, copy: StoredValue | undefined): number {
    if (copy === undefined) {
      const before = this.#entryAt(each);
      if (before !== undefined) this.#remove(before);
      return ABSENT;
    }
    const entry = this.#entryOf(each, copy);
    this.#add(entry);
    return entry.version;
  }

  #entryOf(
    { collection, key, dueAt, expiresAt, owner }: RecordWrite,
    { copy, text, bytes }: StoredValue,
  ): Entry {
    this.#lastVersion += 1;
    return {
      collection,
      key,
      copy,
      text,
      bytes: Math.max(this.#leastBytes, ENTRY_BYTES + 2 * key.length + bytes),
      account: this.#kept.accountOf(owner),
      isEvictable: owner !== undefined && owner.atShare !== "refuse",
      version: this.#lastVersion,
      dueAt: dueAt ?? NEVER,
      expiresAt: expiresAt ?? NEVER,
      older: undefined,
      newer: undefined,
    };
  }

  /** Replaces the entry with the same key, if any. */
  #add(entry: Entry): void {
    const collection = this.#collectionOf(entry.collection);
    const { byKey, keys, due } = collection;
    const before = byKey.get(entry.key);
    if (before === undefined) keys?.add(entry.key);
    else this.#leaveOrders(before, collection);
    byKey.set(entry.key, entry);
    if (collection.newest !== undefined) collection.newest.newer = entry;
    entry.older = collection.newest;
    collection.newest = entry;
    if (entry.dueAt !== NEVER) due.add(entry);
    if (entry.expiresAt !== NEVER) this.#expiring.add(entry);
    this.#kept.add(entry);
  }

  #remove(entry: Entry): void {
    const collection = this.#collectionOf(entry.collection);
    const { byKey, keys } = collection;
    this.#leaveOrders(entry, collection);
    byKey.delete(entry.key);
    keys?.remove(entry.key);
    if (byKey.size === 0) this.#collections.delete(entry.collection);
  }

  /** Removes the entry from all orders except that of keys. */
  #leaveOrders(entry: Entry, collection: Collection): void {
    const { older, newer, dueAt, expiresAt } = entry;
    if (older !== undefined) older.newer = newer;
    if (newer === undefined) collection.newest = older;
    else newer.older = older;
    if (dueAt !== NEVER) collection.due.remove(entry);
    if (expiresAt !== NEVER) this.#expiring.remove(entry);
    this.#kept.remove(entry);
  }

  #sweep(time: number): void {
    for (let left = SWEEP; left > 0; left -= 1) {
      const entry = this.#expiring.expired(time);
      if (entry === undefined) return;
      this.#remove(entry);
    }
  }

  #forgetExcess({ owner }: RecordWrite): void {
    if (owner === undefined || owner.atShare === "refuse") return;
    for (
      let entry = this.#kept.excess(owner);
      entry !== undefined;
      entry = this.#kept.excess(owner)
    )
      this.#remove(entry);
  }

  /** @throws {StorageError} if the storage is full */
  #isRefused(writes: readonly RecordWrite[]): boolean {
    let added = 0;
    let reason: Refused | undefined;
    for (const { value, expected, owner } of writes) {
      if (value === undefined || expected !== ABSENT) continue;
      added += this.#leastBytes;
      if (owner?.atShare === "refuse" && reason !== "full")
        reason = this.#kept.refused(owner) ?? reason;
    }
    const { total } = this.#kept;
    const isFull = added > 0 && total + added - this.#leastBytes >= this.#maxBytes;
    if (isFull || reason === "full")
      throw new StorageError(`the storage is full: ${total} bytes have not expired`);
    return reason === "quota";
  }
}

function createCollection(): Collection {
  return {
    byKey: new Map(),
    keys: undefined,
    indexed: undefined,
    newest: undefined,
    due: createSortedSet<Entry>(by(({ dueAt }) => dueAt)),
  };
}

async function indexKeys(collection: Collection): Promise<void> {
  collection.keys = createSortedSet<string>((left, right) =>
    left < right ? -1 : left > right ? 1 : 0,
  );
  let left = INDEXED_AT_ONCE;
  // The iteration includes keys that are added, and omits those that are removed, during a pause.
  for (const key of collection.byKey.keys()) {
    collection.keys.add(key);
    left -= 1;
    if (left > 0) continue;
    await pause(0);
    left = INDEXED_AT_ONCE;
  }
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
  // A collection that has no index yet was created after the scan began: until then there were no records.
  return keys === undefined ? [] : named(keys.forwards(after), byKey);
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
  if (copied !== undefined) return { copy: copied.value, text: undefined, bytes: copied.bytes };
  const text = JSON.stringify(given);
  return { copy: undefined, text, bytes: 2 * text.length };
}

function recordOf<Value>({ key, text, copy, version }: Entry): StoredRecord<Value> {
  const value = text === undefined ? jsonCopy(copy, MAX_VALUES)?.value : JSON.parse(text);
  return { key, value: value as Value, version };
}
