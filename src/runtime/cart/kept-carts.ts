/**
 * Carts in their store. A change is a compare-and-set: of several calls that change one cart at once, each sees the cart that
 * the one before left.
 */

import { busy, MAX_RACES } from "../checkout/sessions.js";
import { isOwner, recordClientOf, type SessionOwner } from "../checkout/session-owner.js";
import { ABSENT, type RecordStore, type RecordWrite, type StoredRecord } from "../records/index.js";
import { cartExpiryOf } from "./evaluate.js";
import type { CartShape } from "./types.js";

export interface CartRecord {
  /** The cart without its envelope. */
  readonly cart: CartShape;
  readonly owner: SessionOwner;
  /** Members of the request that the cart was made of, beside those of every cart; absent in records of earlier versions. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** The checkout that was created from the cart last. */
  readonly checkoutId?: string | undefined;
}

export interface CartDecision<Result> {
  /** The record to write, or `removed`; nothing is written unless given. */
  readonly next?: CartRecord | "removed";
  readonly result: Result;
}

export type DecideOnCart<Result> = (
  record: CartRecord,
) => Promise<CartDecision<Result>> | CartDecision<Result>;

export interface KeptCarts {
  /** @throws ProtocolError `temporarily_unavailable` */
  insert(record: CartRecord): Promise<void>;
  /** @returns undefined if there is no such cart, or it has expired or is another owner's; any owner's unless given */
  find(id: string, owner: SessionOwner | undefined): Promise<StoredRecord<CartRecord> | undefined>;
  /**
   * @returns undefined as `find`
   * @throws ProtocolError `temporarily_unavailable`; and what `decide` throws
   */
  change<Result>(
    id: string,
    owner: SessionOwner,
    decide: DecideOnCart<Result>,
  ): Promise<Result | undefined>;
  /** The carts that were written last come first. */
  latest(limit: number): Promise<readonly CartShape[]>;
}

/** The collection of records, by the cart's id. */
const CARTS = "cart";

export function createKeptCarts(store: RecordStore, now: () => number): KeptCarts {
  const isOver = ({ cart }: CartRecord): boolean => now() >= cartExpiryOf(cart);

  const find: KeptCarts["find"] = async (id, owner) => {
    const found = await store.get<CartRecord>(CARTS, id);
    if (found === undefined || isOver(found.value)) return undefined;
    return owner === undefined || isOwner(found.value.owner, owner) ? found : undefined;
  };

  return {
    find,
    async insert(record) {
      if (!(await store.commit([cartWrite(record, ABSENT)]))) throw busy();
    },
    async change(id, owner, decide) {
      for (let race = 0; race < MAX_RACES; race += 1) {
        const found = await find(id, owner);
        if (found === undefined) return undefined;
        const { next, result } = await decide(found.value);
        if (next === undefined || (await store.commit([writeOf(id, next, found.version)])))
          return result;
      }
      throw busy();
    },
    async latest(limit) {
      const found = await store.latest<CartRecord>(CARTS, { limit });
      return found.flatMap(({ value }) => (isOver(value) ? [] : [value.cart]));
    },
  };
}

function writeOf(id: string, next: CartRecord | "removed", expected: number): RecordWrite {
  if (next === "removed") return { collection: CARTS, key: id, value: undefined, expected };
  return cartWrite(next, expected);
}

/** A cart is forgotten once it has expired: there is nothing left to do with it. */
export function cartWrite(record: CartRecord, expected: number): RecordWrite {
  const { cart, owner } = record;
  const expiresAt = cartExpiryOf(cart);
  const client = recordClientOf(owner);
  return { collection: CARTS, key: cart.id, value: record, expected, expiresAt, client };
}
