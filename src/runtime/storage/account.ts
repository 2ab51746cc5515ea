/** Bytes by the names of accounts, in memory. An account that nothing is kept for takes no memory. */

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

  /** One object as long as anything is kept: it may stand beside each thing that it counts. */
  of(name: string): Account {
    return this.#byName.get(name) ?? new Account(name);
  }

  /** @param bytes below zero for what is no longer kept */
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
