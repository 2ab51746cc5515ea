/** Records in memory: for one process, and gone with it. */

import { atLeast } from "../idempotency/claim-times.js";
import { quotaOf, type QuotaOptions, type RecordOwner } from "./quota.js";
import { ClientRecords } from "./client-records.js";
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
import { conflictOn, writtenTexts } from "./written.js";

/** The bounds count the bytes of records that have not expired. `maxBytes` is 512 MiB unless given. */
export interface MemoryStorageOptions extends QuotaOptions {
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
  readonly client: RecordOwner | undefined;
  readonly version: number;
  readonly dueAt: number;
  readonly expiresAt: number;
}

/** The entries of a collection, in each order that a scan may ask for. */
interface Collection {
  readonly byKey: Map<string, Entry>;
  readonly keys: SortedSet<Entry>;
  readonly versions: SortedSet<Entry>;
  /** Those that are ever due. */
  readonly due: SortedSet<Entry>;
}

/** More than one commit adds, so that expired records become fewer; and not many, so that none is slow. */
const SWEEP = 16;

const NEVER = Number.POSITIVE_INFINITY;

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
    const found = collections.get(name) ?? {
      byKey: new Map<string, Entry>(),
      keys: createSortedSet<Entry>((left, right) =>
        left.key < right.key ? -1 : left.key > right.key ? 1 : 0,
      ),
      versions: createSortedSet<Entry>(by(({ version }) => version)),
      due: createSortedSet<Entry>(by(({ dueAt }) => dueAt)),
    };
    collections.set(name, found);
    return found;
  }

  function find({ collection, key }: RecordKey, time: number): Entry | undefined {
    const found = collections.get(collection)?.byKey.get(key);
    return found !== undefined && isLiving(found, time) ? found : undefined;
  }

  function add(entry: Entry): void {
    const { byKey, keys, versions, due } = collectionOf(entry.collection);
    byKey.set(entry.key, entry);
    keys.add(entry);
    versions.add(entry);
    if (entry.dueAt !== NEVER) due.add(entry);
    if (entry.expiresAt !== NEVER) expiring.add(entry);
    kept.add(entry);
  }

  function remove(entry: Entry | undefined): void {
    if (entry === undefined) return;
    const { byKey, keys, versions, due } = collectionOf(entry.collection);
    byKey.delete(entry.key);
    keys.remove(entry);
    versions.remove(entry);
    if (entry.dueAt !== NEVER) due.remove(entry);
    if (entry.expiresAt !== NEVER) expiring.remove(entry);
    kept.remove(entry);
    if (byKey.size === 0) collections.delete(entry.collection);
  }

  function sweep(time: number): void {
    const expired = takeWhile(expiring.forwards(), (entry) => !isLiving(entry, time));
    // A copy: a tree is not changed while it is read.
    for (const entry of [...take(expired, SWEEP)]) remove(entry);
  }

  function entryOf({ collection, key, dueAt, expiresAt, owner }: RecordWrite, text: string): Entry {
    lastVersion += 1;
    return {
      ...{ collection, key, text, version: lastVersion, client: owner },
      bytes: Math.max(leastBytes, 2 * (key.length + text.length)),
      dueAt: dueAt ?? NEVER,
      expiresAt: expiresAt ?? NEVER,
    };
  }

  function write(each: RecordWrite, text: string | undefined): number {
    remove(collections.get(each.collection)?.byKey.get(each.key));
    if (text === undefined) return ABSENT;
    const entry = entryOf(each, text);
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
    const added = writes.filter(
      ({ value, expected }) => value !== undefined && expected === ABSENT,
    );
    const reasons = added.map(({ owner }) =>
      owner?.atShare === "refuse" ? kept.refused(owner) : undefined,
    );
    const isFull =
      added.length > 0 && kept.total + (added.length - 1) * leastBytes >= quota.maxBytes;
    if (isFull || reasons.includes("full"))
      throw new StorageError(`the storage is full: ${kept.total} bytes have not expired`);
    return reasons.includes("quota");
  }

  function commit(writes: readonly RecordWrite[]): CommitResult {
    const texts = writtenTexts(writes);
    const time = now();
    sweep(time);
    const conflict = writes.find((each) => (find(each, time)?.version ?? ABSENT) !== each.expected);
    if (conflict !== undefined) return conflictOn(conflict);
    if (isRefused(writes)) return { kind: "refused" };
    const versions = writes.map((each, index) => write(each, texts[index]));
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
  { keys, versions, due }: Collection,
  { after, dueBefore, newest }: ScanOptions,
): Iterable<Entry> {
  if (newest === true) return versions.backwards();
  if (dueBefore !== undefined) return takeWhile(due.forwards(), ({ dueAt }) => dueAt <= dueBefore);
  return keys.forwards(after === undefined ? undefined : ({ key: after } as Entry));
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

function recordOf<Value>({ key, text, version }: Entry): StoredRecord<Value> {
  return { key, value: JSON.parse(text) as Value, version };
}
