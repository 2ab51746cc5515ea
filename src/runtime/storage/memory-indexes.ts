/**
 * What a storage in memory finds its records by: sorted keys, times of expiry, and clients, whose bytes are counted so that records of one
 * that exceeds its share can be evicted.
 */

import BTreeModule from "sorted-btree";
import { accountOf, type Quota, type RecordOwner, type Refused, refused } from "./quota.js";

// The package is CommonJS: Node puts its exports into `default`, bundlers the class.
const BTree = ((BTreeModule as { readonly default?: unknown }).default ??
  BTreeModule) as typeof BTreeModule.default;

/** A sorted set as a B+ tree: adding, removing and finding a position take logarithmic time (ADR 101). */
export interface SortedSet<Item> {
  add(item: Item): void;
  remove(item: Item): void;
  first(): Item | undefined;
  /** Iterates from after `behind`, which need not be in the set. */
  forwards(behind?: Item): Iterable<Item>;
  clear(): void;
}

export function createSortedSet<Item>(
  compare: (left: Item, right: Item) => number,
): SortedSet<Item> {
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

/** Items that expire within the same period share a set, the first added first. */
const PERIOD_MS = 100;

/**
 * Finds items that have expired, each within `PERIOD_MS` of its time. Adding and removing take constant time, unlike in
 * a sorted set: most writes are of records that expire.
 */
export class ExpiryQueue<Item extends { readonly expiresAt: number }> {
  readonly #byPeriod = new Map<number, Set<Item>>();
  readonly #periods = createSortedSet<number>((left, right) => left - right);

  add(item: Item): void {
    const period = periodOf(item);
    const items = this.#byPeriod.get(period);
    if (items !== undefined) return void items.add(item);
    this.#byPeriod.set(period, new Set([item]));
    this.#periods.add(period);
  }

  remove(item: Item): void {
    const period = periodOf(item);
    const items = this.#byPeriod.get(period);
    items?.delete(item);
    if (items?.size !== 0) return;
    this.#byPeriod.delete(period);
    this.#periods.remove(period);
  }

  expired(time: number): Item | undefined {
    const period = this.#periods.first();
    if (period === undefined) return undefined;
    const [first] = this.#byPeriod.get(period) ?? [];
    const isOver = (period + 1) * PERIOD_MS <= time;
    return first !== undefined && (isOver || first.expiresAt <= time) ? first : undefined;
  }

  clear(): void {
    this.#byPeriod.clear();
    this.#periods.clear();
  }
}

function periodOf({ expiresAt }: { readonly expiresAt: number }): number {
  return Math.floor(expiresAt / PERIOD_MS);
}

export class Account {
  readonly name: string;
  bytes = 0;

  constructor(name: string) {
    this.name = name;
  }
}

/** Counts bytes by account name, in memory. Accounts without bytes take no memory. */
class Accounts {
  readonly #byName = new Map<string, Account>();
  #total = 0;

  get total(): number {
    return this.#total;
  }

  /** Returns the same object while it has bytes, so that each counted thing can refer to it. */
  of(name: string): Account {
    return this.#byName.get(name) ?? new Account(name);
  }

  /** @param bytes negative for what is removed */
  add(account: Account, bytes: number): void {
    account.bytes += bytes;
    this.#total += bytes;
    if (account.bytes > 0) this.#byName.set(account.name, account);
    else this.#byName.delete(account.name);
  }

  clear(): void {
    this.#byName.clear();
    this.#total = 0;
  }
}

interface Counted {
  readonly bytes: number;
  /** From `accountOf`, obtained just before the record is added. */
  readonly account: Account;
  /** True if the record is evicted when its owner exceeds its share. */
  readonly isEvictable: boolean;
}

/** Account of records without a client. No client's account has this name. */
const BUSINESS = "business";

export class ClientRecords<Record extends Counted> {
  readonly #accounts = new Accounts();
  readonly #quota: Quota;
  /** Evictable records of clients, oldest write first. */
  readonly #records = new Map<Account, Set<Record>>();

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  get total(): number {
    return this.#accounts.total;
  }

  add(record: Record): void {
    const { account, bytes, isEvictable } = record;
    this.#accounts.add(account, bytes);
    if (!isEvictable) return;
    const records = this.#records.get(account) ?? new Set();
    this.#records.set(account, records.add(record));
  }

  remove(record: Record): void {
    const { account, bytes, isEvictable } = record;
    this.#accounts.add(account, -bytes);
    if (!isEvictable) return;
    const records = this.#records.get(account);
    records?.delete(record);
    if (records?.size === 0) this.#records.delete(account);
  }

  /** The client's record to evict next. Undefined if the client is within its share. */
  excess(client: RecordOwner): Record | undefined {
    const records = this.#records.get(this.accountOf(client));
    if (records === undefined || records.size < 2) return undefined;
    if (this.refused(client) === undefined) return undefined;
    for (const record of records) return record;
    return undefined;
  }

  /** The reason why a client may store no more. Undefined if it may. */
  refused(client: RecordOwner): Refused | undefined {
    const { bytes: own } = this.accountOf(client);
    return refused(this.#quota, { total: this.total, own }, client.isAnonymous);
  }

  clear(): void {
    this.#accounts.clear();
    this.#records.clear();
  }

  accountOf(client: RecordOwner | undefined): Account {
    return this.#accounts.of(client === undefined ? BUSINESS : accountOf(client));
  }
}
