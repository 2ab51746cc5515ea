/** Counts bytes by account name, in memory. Accounts without bytes take no memory. */

export class Account {
  readonly name: string;
  bytes = 0;

  constructor(name: string) {
    this.name = name;
  }
}

export class Accounts {
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
