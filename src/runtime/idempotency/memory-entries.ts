/**
 * The contents of the store in memory: claims without an answer, answers, and the bytes of both by account. Claims
 * and answers each stand in the order in which they expire, since all live equally long.
 */

import { type Account, Accounts } from "../quota/account.js";
import type { Entry } from "./claim-times.js";
import { type Label, type Place, type Shelved, Shelves } from "./shelves.js";
import type { AnswerHead, StoredAnswer } from "./stored-answer.js";

/** A claim that has no answer yet. */
export type Pending = Label & Pick<Entry, "leaseEndsAt"> & { readonly answer: undefined };

/** More than one claim adds, so that expired entries become fewer; and not many, so that none is slow. */
const SWEEP = 16;

/** The objects that an entry consists of take about 760 bytes, as measured on 64 bits. */
const ENTRY_BYTES = 768;

export class MemoryEntries {
  readonly accounts: Accounts = new Accounts();
  readonly #pending = new Map<string, Pending>();
  readonly #completed = new Map<string, Place>();
  readonly #shelves = new Shelves();
  /** The scopes of each account's answers: the first one expires first. */
  readonly #answered = new Map<Account, Set<string>>();

  /** A claim without an answer. */
  held(scope: string): Pending | undefined {
    return this.#pending.get(scope);
  }

  find(scope: string): Pending | Shelved | undefined {
    const held = this.held(scope);
    if (held !== undefined) return held;
    const place = this.#completed.get(scope);
    return place === undefined ? undefined : this.#shelves.at(place);
  }

  hold(scope: string, pending: Pending): void {
    this.#pending.set(scope, pending);
    this.accounts.add(pending.account, sizeOf(scope));
  }

  /** In place of the claim. */
  complete(scope: string, label: Label, answer: StoredAnswer): void {
    this.remove(scope);
    const { account } = label;
    this.#completed.set(scope, this.#shelves.put(label, answer));
    this.accounts.add(account, sizeOf(scope, answer, answer.body.length));
    const answered = this.#answered.get(account) ?? new Set();
    this.#answered.set(account, answered.add(scope));
  }

  remove(scope: string): void {
    const place = this.#completed.get(scope);
    if (place !== undefined) return this.#removeAnswer(scope, place);
    const held = this.held(scope);
    if (held === undefined) return;
    this.#pending.delete(scope);
    this.accounts.add(held.account, -sizeOf(scope));
  }

  #removeAnswer(scope: string, place: Place): void {
    const { account, head, bodyLength } = this.#shelves.at(place);
    this.#completed.delete(scope);
    this.#shelves.remove(place);
    this.accounts.add(account, -sizeOf(scope, head, bodyLength));
    const answered = this.#answered.get(account);
    answered?.delete(scope);
    if (answered?.size === 0) this.#answered.delete(account);
  }

  /**
   * Removes some of what has expired.
   * @returns until when none of what is left expires, if what comes lives for `ttlMs`
   */
  sweep(time: number, ttlMs: number): number {
    const lists = [this.#completed.keys(), this.#pending.keys()];
    return Math.min(...lists.map((scopes) => this.#sweepSome(scopes, time) ?? time + ttlMs));
  }

  #sweepSome(scopes: Iterable<string>, time: number): number | undefined {
    let left = SWEEP;
    for (const scope of scopes) {
      const { expiresAt } = this.find(scope)!;
      if (left === 0 || expiresAt > time) return expiresAt;
      this.remove(scope);
      left -= 1;
    }
    return undefined;
  }

  /** The time at which the first answer of an account, or of all accounts, expires; undefined if there is no answer. */
  firstEnd(account?: Account): number | undefined {
    const scopes = account === undefined ? this.#completed.keys() : this.#answered.get(account);
    for (const scope of scopes ?? []) return this.find(scope)?.expiresAt;
    return undefined;
  }

  clear(): void {
    this.#pending.clear();
    this.#completed.clear();
    this.#shelves.clear();
    this.#answered.clear();
    this.accounts.clear();
  }
}

/** About what it takes: two bytes for each character. */
function sizeOf(scope: string, head?: AnswerHead, bodyLength = 0): number {
  const fields = head?.headers ?? [];
  const characters = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return ENTRY_BYTES + bodyLength + 2 * (scope.length + characters);
}
