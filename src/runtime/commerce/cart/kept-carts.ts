/**
 * Reads and writes carts in their store. Each change is a compare-and-set: concurrent calls each see the cart that
 * the previous one left.
 */

import {
  creationKey,
  creationWrites,
  hasMade,
  withCall,
  type Caller,
  type CallsOnRecord,
  type Creation,
} from "../checkout/made-calls.js";
import { busy } from "../checkout/sessions.js";
import { isOwner, recordClientOf, type SessionOwner } from "../checkout/session-owner.js";
import { ProtocolError } from "../../error/protocol-error.js";
import {
  ABSENT,
  hasCommitted,
  readRecord,
  type RecordWrite,
  type Storage,
  type StoredRecord,
} from "../../storage/storage.js";
import { update } from "../../storage/update.js";
import { cartExpiryOf } from "./evaluate.js";
import type { CartShape } from "./types.js";

export interface CartRecord extends CallsOnRecord {
  /** The cart without its envelope. */
  readonly cart: CartShape;
  readonly owner: SessionOwner;
  /** Extension members of the request that the cart was evaluated from. Absent in records of earlier versions. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** The last checkout created from the cart. */
  readonly checkoutId?: string | undefined;
  /** A canceled cart is found only by retries of calls that changed it. */
  readonly isCanceled?: boolean | undefined;
}

export interface CartDecision<Result> {
  /** The record to write. Default: unchanged. */
  readonly next?: CartRecord;
  readonly result: Result;
}

export type DecideOnCart<Result> = (
  record: CartRecord,
) => Promise<CartDecision<Result>> | CartDecision<Result>;

/** A call by the cart's owner. */
export interface CartCall extends Caller {
  readonly owner: SessionOwner;
}

/** Collection of the records, by cart id. */
const CARTS = "cart";

export class KeptCarts {
  readonly #store: Storage;
  readonly #now: () => number;

  /** @param now milliseconds since 1970 */
  constructor(store: Storage, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * @returns the cart, or the one that this call created before
   * @throws ProtocolError `temporarily_unavailable`; `not_found` if the earlier cart is gone
   */
  async insert(record: CartRecord, { callId }: Caller): Promise<CartShape> {
    const { cart, owner } = record;
    const writes = creationWrites(cartWrite(record, ABSENT), { callId }, this.#now());
    if (await hasCommitted(this.#store, writes)) return cart;
    const before = await this.createdBy({ callId, owner });
    if (before === undefined) throw busy();
    return before;
  }

  /**
   * @returns the cart that this call created before
   * @throws ProtocolError `not_found` if it is gone
   */
  async createdBy({ callId, owner }: CartCall): Promise<CartShape | undefined> {
    const before = callId && (await readRecord<Creation>(this.#store, ...creationKey(callId)));
    if (!before) return undefined;
    const found = await this.#read(before.value.id, owner);
    if (found === undefined) throw cartNotFound();
    return found.value.cart;
  }

  /**
   * @param owner undefined to find the cart of any owner
   * @returns undefined if the cart does not exist, has ended, or belongs to another owner
   */
  async find(
    id: string,
    owner: SessionOwner | undefined,
  ): Promise<StoredRecord<CartRecord> | undefined> {
    const found = await this.#read(id, owner);
    return found?.value.isCanceled === true ? undefined : found;
  }

  /**
   * @returns undefined as in `find`; the cart as it is if this call has already changed it
   * @throws ProtocolError `temporarily_unavailable`; and whatever `decide` throws
   */
  async change<Result>(
    id: string,
    call: CartCall,
    decide: DecideOnCart<Result>,
  ): Promise<Result | CartShape | undefined> {
    return update<CartRecord, Result | CartShape | undefined>(
      this.#store,
      { collection: CARTS, key: id },
      async (stored) => {
        const found = this.#ownedBy(stored, call.owner);
        if (found === undefined) return { result: undefined };
        const { value, version } = found;
        if (hasMade(value, call)) return { result: value.cart };
        if (value.isCanceled === true) return { result: undefined };
        const { next, result } = await decide(value);
        const writes = next && [cartWrite(withCall(next, call), version)];
        return { writes, result };
      },
      busy,
    );
  }

  /** Most recently written first. */
  async latest(limit: number): Promise<readonly CartShape[]> {
    const found = await this.#store.scan<CartRecord>(CARTS, { newest: true, limit });
    const open = found.filter(({ value }) => value.isCanceled !== true && !this.#hasExpired(value));
    return open.map(({ value }) => value.cart);
  }

  /** Like `find`, but also finds canceled carts. */
  async #read(
    id: string,
    owner: SessionOwner | undefined,
  ): Promise<StoredRecord<CartRecord> | undefined> {
    return this.#ownedBy(await readRecord<CartRecord>(this.#store, CARTS, id), owner);
  }

  #ownedBy(
    found: StoredRecord<CartRecord> | undefined,
    owner: SessionOwner | undefined,
  ): StoredRecord<CartRecord> | undefined {
    if (found === undefined || this.#hasExpired(found.value)) return undefined;
    return owner === undefined || isOwner(found.value.owner, owner) ? found : undefined;
  }

  #hasExpired({ cart }: CartRecord): boolean {
    return this.#now() >= cartExpiryOf(cart);
  }
}

export function cartNotFound(): ProtocolError {
  return new ProtocolError("not_found", { content: "There is no such cart." });
}

/** Expired carts are deleted: nothing can be done with them. */
export function cartWrite(record: CartRecord, expected: number): RecordWrite {
  const { cart, owner } = record;
  const expiresAt = cartExpiryOf(cart);
  const more = { expiresAt, owner: recordClientOf(owner) };
  return { collection: CARTS, key: cart.id, value: record, expected, ...more };
}
