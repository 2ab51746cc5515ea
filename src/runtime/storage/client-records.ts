/** Counts the bytes of records in memory, and finds those to evict when a client exceeds its share. */

import { accountOf, type Quota, type RecordOwner, type Refused, refused } from "./quota.js";

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

export interface Counted {
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
