/** Counts the bytes of records in memory, and names those of a client that go first when it has its share. */

import { type Account, Accounts } from "./account.js";
import { accountOf, type Quota, type RecordOwner, type Refused, refused } from "./quota.js";

export interface Counted {
  readonly bytes: number;
  /** As `accountOf` gives it, a moment before it is added. */
  readonly account: Account;
  /** Whether it goes when its owner has more than its share. */
  readonly isEvictable: boolean;
}

/** The account of records without a client. No client's account has that name. */
const BUSINESS = "business";

export class ClientRecords<Record extends Counted> {
  readonly #accounts = new Accounts();
  readonly #quota: Quota;
  /** Those of clients that may be evicted, in the order in which they were written. */
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

  /** The client's record that has to go for its last one to stay; undefined where the client has room. */
  excess(client: RecordOwner): Record | undefined {
    const records = this.#records.get(this.accountOf(client));
    if (records === undefined || records.size < 2) return undefined;
    if (this.refused(client) === undefined) return undefined;
    for (const record of records) return record;
    return undefined;
  }

  /** Why a client may have no more; undefined where it may. */
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
