/**
 * Reads and writes carts in their store. Each change is a compare-and-set: concurrent calls each see the cart that
 * the previous one left.
 */

import {
  creationKey,
  creationOf,
  hasMade,
  withCall,
  type Caller,
  type CallsOnRecord,
  type Creation,
} from "../checkout/made-calls.js";
import { busy } from "../checkout/sessions.js";
import { isOwner, recordClientOf, type SessionOwner } from "../checkout/session-owner.js";
import { ProtocolError } from "../error/index.js";
import {
  ABSENT,
  hasCommitted,
  readRecord,
  update,
  type RecordWrite,
  type Storage,
  type StoredRecord,
} from "../storage/index.js";
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

export interface KeptCarts {
  /**
   * @returns the cart, or the one that this call created before
   * @throws ProtocolError `temporarily_unavailable`; `not_found` if the earlier cart is gone
   */
  insert(record: CartRecord, call: Caller): Promise<CartShape>;
  /**
   * @returns the cart that this call created before
   * @throws ProtocolError `not_found` if it is gone
   */
  createdBy(call: CartCall): Promise<CartShape | undefined>;
  /**
   * @param owner undefined to find the cart of any owner
   * @returns undefined if the cart does not exist, has ended, or belongs to another owner
   */
  find(id: string, owner: SessionOwner | undefined): Promise<StoredRecord<CartRecord> | undefined>;
  /**
   * @returns undefined as in `find`; the cart as it is if this call has already changed it
   * @throws ProtocolError `temporarily_unavailable`; and whatever `decide` throws
   */
  change<Result>(
    id: string,
    call: CartCall,
    decide: DecideOnCart<Result>,
  ): Promise<Result | CartShape | undefined>;
  /** Most recently written first. */
  latest(limit: number): Promise<readonly CartShape[]>;
}

/** Collection of the records, by cart id. */
const CARTS = "cart";

export function createKeptCarts(store: Storage, now: () => number): KeptCarts {
  const hasExpired = ({ cart }: CartRecord): boolean => now() >= cartExpiryOf(cart);

  /** Also finds canceled carts. */
  const kept: KeptCarts["find"] = async (id, owner) =>
    ownedBy(await readRecord<CartRecord>(store, CARTS, id), owner);

  const ownedBy = (
    found: StoredRecord<CartRecord> | undefined,
    owner: SessionOwner | undefined,
  ): StoredRecord<CartRecord> | undefined => {
    if (found === undefined || hasExpired(found.value)) return undefined;
    return owner === undefined || isOwner(found.value.owner, owner) ? found : undefined;
  };

  const createdBy: KeptCarts["createdBy"] = async ({ callId, owner }) => {
    const before = callId && (await readRecord<Creation>(store, ...creationKey(callId)));
    if (!before) return undefined;
    const found = await kept(before.value.id, owner);
    if (found === undefined) throw cartNotFound();
    return found.value.cart;
  };

  return {
    createdBy,
    async find(id, owner) {
      const found = await kept(id, owner);
      return found?.value.isCanceled === true ? undefined : found;
    },
    async insert(record, { callId }) {
      const { cart, owner } = record;
      const created = { id: cart.id, client: recordClientOf(owner) };
      const creation = callId === undefined ? [] : [creationOf(created, callId, now())];
      if (await hasCommitted(store, [cartWrite(record, ABSENT), ...creation])) return cart;
      const before = await createdBy({ callId, owner });
      if (before === undefined) throw busy();
      return before;
    },
    async change<Result>(id: string, call: CartCall, decide: DecideOnCart<Result>) {
      return update<CartRecord, Result | CartShape | undefined>(
        store,
        { collection: CARTS, key: id },
        async (stored) => {
          const found = ownedBy(stored, call.owner);
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
    },
    async latest(limit) {
      const found = await store.scan<CartRecord>(CARTS, { newest: true, limit });
      const open = found.filter(({ value }) => value.isCanceled !== true && !hasExpired(value));
      return open.map(({ value }) => value.cart);
    },
  };
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
