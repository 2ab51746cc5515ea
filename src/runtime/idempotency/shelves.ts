/**
 * Room for answers. In: an answer, with what is known of its key. Out: its place, which is a number, on a
 * shelf with others that came at about the same time: they expire together, and the shelf goes with the
 * last one.
 *
 * No answer has an object or memory of its own: a hundred thousand stay for days, and the garbage collector
 * would look at each again and again.
 */
import type { Account } from "../quota/account.js";
import type { Entry } from "./claim-times.js";
import { headOf, type AnswerHead, type StoredAnswer } from "./stored-answer.js";
import { uncountedBytes } from "./uncounted-bytes.js";

const SHELF_BYTES = 256 * 1024;
/** What wastes at most an eighth of a shelf where it does not fit. */
const LARGEST = SHELF_BYTES / 8;
/** How many answers fit on a shelf, however small they are. */
const PLACES = 4_096;

/** Which shelf, and which of its places. */
export type Place = number;

/** What a store knows of the key that an answer is kept for. */
export interface Label extends Pick<Entry, "fingerprint" | "expiresAt"> {
  readonly token: number;
  /** Counts the bytes. */
  readonly account: Account;
}

/** Each list has an item for each answer. */
class Shelf {
  readonly number: number;
  readonly bodies: Uint8Array;
  readonly ends: number[] = [];
  readonly heads: AnswerHead[] = [];
  readonly fingerprints: string[] = [];
  readonly tokens: number[] = [];
  readonly accounts: Account[] = [];
  readonly expiries: number[] = [];
  left = 0;

  constructor(number: number, bytes: number) {
    this.number = number;
    this.bodies = uncountedBytes(bytes);
  }

  /** Where the bytes of the answer at `index` start, or those of the next one would. */
  startOf(index: number): number {
    return index === 0 ? 0 : this.ends[index - 1]!;
  }

  hasRoomFor(bytes: number): boolean {
    const { length } = this.ends;
    return length < PLACES && this.startOf(length) + bytes <= this.bodies.length;
  }

  /** The index of the answer. */
  put({ fingerprint, token, account, expiresAt }: Label, answer: StoredAnswer): number {
    const index = this.ends.length;
    const start = this.startOf(index);
    this.bodies.set(answer.body, start);
    this.ends.push(start + answer.body.length);
    this.heads.push(headOf(answer, this.heads[index - 1]));
    this.fingerprints.push(fingerprint);
    this.tokens.push(token);
    this.accounts.push(account);
    this.expiries.push(expiresAt);
    this.left += 1;
    return index;
  }
}

/** An answer where it stands, for a moment: what is asked for is read from the shelf. */
export class Shelved implements Entry {
  readonly leaseEndsAt = 0;
  readonly #shelf: Shelf;
  readonly #index: number;

  constructor(shelf: Shelf, index: number) {
    this.#shelf = shelf;
    this.#index = index;
  }

  get fingerprint(): string {
    return this.#shelf.fingerprints[this.#index]!;
  }

  get token(): number {
    return this.#shelf.tokens[this.#index]!;
  }

  get account(): Account {
    return this.#shelf.accounts[this.#index]!;
  }

  get expiresAt(): number {
    return this.#shelf.expiries[this.#index]!;
  }

  get head(): AnswerHead {
    return this.#shelf.heads[this.#index]!;
  }

  get bodyLength(): number {
    return this.#shelf.ends[this.#index]! - this.#shelf.startOf(this.#index);
  }

  /** A copy: the shelf has others' answers too, and whoever asked may do with theirs what they like. */
  get answer(): StoredAnswer {
    const { bodies, ends } = this.#shelf;
    const body = bodies.slice(this.#shelf.startOf(this.#index), ends[this.#index]);
    return { ...this.head, body };
  }
}

export class Shelves {
  readonly #shelves = new Map<number, Shelf>();
  /** The one that is being filled. */
  #open: Shelf | undefined;
  #count = 0;

  put(label: Label, answer: StoredAnswer): Place {
    const shelf = this.#shelfFor(answer.body.length);
    return shelf.number * PLACES + shelf.put(label, answer);
  }

  at(place: Place): Shelved {
    return new Shelved(this.#shelfOf(place), place % PLACES);
  }

  remove(place: Place): void {
    const shelf = this.#shelfOf(place);
    shelf.left -= 1;
    if (shelf.left > 0) return;
    this.#shelves.delete(shelf.number);
    if (shelf === this.#open) this.#open = undefined;
  }

  clear(): void {
    this.#shelves.clear();
    this.#open = undefined;
  }

  #shelfOf(place: Place): Shelf {
    return this.#shelves.get(Math.floor(place / PLACES))!;
  }

  #shelfFor(bytes: number): Shelf {
    if (bytes > LARGEST) return this.#add(bytes);
    if (!this.#open?.hasRoomFor(bytes)) this.#open = this.#add(SHELF_BYTES);
    return this.#open;
  }

  #add(bytes: number): Shelf {
    const shelf = new Shelf(this.#count, bytes);
    this.#count += 1;
    this.#shelves.set(shelf.number, shelf);
    return shelf;
  }
}
