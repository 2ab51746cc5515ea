/** Records in memory: for one process, and gone with it. */

import { atLeast } from "../idempotency/claim-times.js";
import { quotaOf, type QuotaOptions } from "../quota/quota.js";
import { ClientRecords } from "./client-records.js";
import { createSortedSet, type SortedSet } from "./sorted-set.js";
import {
  ABSENT,
  type CommitResult,
  type RecordKey,
  type RecordOwner,
  type RecordWrite,
  type ScanOptions,
  type Storage,
  type StoredRecord,
} from "./storage.js";
import { StorageError } from "./storage-error.js";
import { requireDistinct } from "./stored-key.js";

/** Bytes are those of records that have not expired; 512 MiB in all unless given. */
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

  function living({ collection, key }: RecordKey, time: number): Entry | undefined {
    const found = collections.get(collection)?.byKey.get(key);
    return found !== undefined && found.expiresAt > time ? found : undefined;
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
    for (const entry of expiring.first(SWEEP, ({ expiresAt }) => expiresAt <= time)) remove(entry);
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
    if (added.some(({ owner }) => owner?.atShare === "refuse" && kept.isExcess(owner))) return true;
    if (added.length > 0 && kept.total + (added.length - 1) * leastBytes >= quota.maxBytes)
      throw new StorageError(`the storage is full: ${kept.total} bytes have not expired`);
    return false;
  }

  function commit(writes: readonly RecordWrite[]): CommitResult {
    requireDistinct(writes);
    // Whatever is no JSON is found before anything is written.
    const texts = writes.map(({ value }) => (value === undefined ? value : JSON.stringify(value)));
    const time = now();
    sweep(time);
    const conflict = writes.find(
      (each) => (living(each, time)?.version ?? ABSENT) !== each.expected,
    );
    if (conflict !== undefined)
      return { kind: "conflict", key: { collection: conflict.collection, key: conflict.key } };
    if (isRefused(writes)) return { kind: "refused" };
    const versions = writes.map((each, index) => write(each, texts[index]));
    writes.forEach(forgetExcess);
    return { kind: "committed", versions };
  }

  function scan(name: string, { limit, after, dueBefore, newest }: ScanOptions): Iterable<Entry> {
    const collection = collections.get(name);
    const time = now();
    if (collection === undefined) return [];
    const isLiving = ({ expiresAt }: Entry): boolean => expiresAt > time;
    const { keys, versions, due } = collection;
    if (newest === true) return take(versions.backwards(), limit, isLiving);
    if (dueBefore === undefined) {
      const behind = after === undefined ? undefined : ({ key: after } as Entry);
      return take(keys.forwards(behind), limit, isLiving);
    }
    return take(due.forwards(), limit, isLiving, ({ dueAt }) => dueAt <= dueBefore);
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
          const found = living(key, time);
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

function* take(
  entries: Iterable<Entry>,
  limit: number,
  isWanted: (entry: Entry) => boolean,
  goesOn: (entry: Entry) => boolean = () => true,
): Iterable<Entry> {
  let left = limit;
  for (const entry of entries) {
    if (left <= 0 || !goesOn(entry)) return;
    if (!isWanted(entry)) continue;
    left -= 1;
    yield entry;
  }
}

function recordOf<Value>({ key, text, version }: Entry): StoredRecord<Value> {
  return { key, value: JSON.parse(text) as Value, version };
}
