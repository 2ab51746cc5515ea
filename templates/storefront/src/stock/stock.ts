/**
 * What is left of what is sold. In: articles, a store. Out: the catalog as it is now, and pieces that are taken
 * for a payment before it is charged, and given back where it comes to nothing. Of two who take the last piece one
 * gets it; and whoever finds what a process has left that died gives it back by the payment's key.
 */

import { ProtocolError } from "@proto-gen/runtime/error";
import {
  ABSENT,
  hasCommitted,
  readRecord,
  untilWritten,
  update,
  type Storage,
  type RecordWrite,
} from "@proto-gen/runtime/storage";
import { UNLIMITED } from "../catalog/article.js";
import { createCatalog, type Catalog, type CatalogData } from "../catalog/index.js";
import { createLeftovers } from "./leftovers.js";
import { STOCK, type StockRecord } from "./stock-record.js";
import { missingOf, wantedOf, type TakenLine } from "./wanted.js";

export type Taken =
  | { readonly kind: "taken" }
  /** The payment was given up before: nothing is taken under its key any more. */
  | { readonly kind: "released" }
  /** Nothing is taken: of these lines there is not enough. */
  | { readonly kind: "missing"; readonly indexes: readonly number[] };

export interface Stock {
  /** What is sold, with what is left of it. */
  catalog(): Promise<Catalog>;
  /**
   * All of it or nothing.
   * @throws ProtocolError temporarily_unavailable where others are faster again and again
   */
  take(paymentKey: string, lines: readonly TakenLine[]): Promise<Taken>;
  /** Of a payment that was declined. */
  giveBack(paymentKey: string): Promise<void>;
  /** Of a payment that was given up: what was, or will be, taken for it; more than once does no harm. */
  release(paymentKey: string): Promise<void>;
}

export interface StockOptions {
  readonly data: CatalogData;
  readonly store: Storage;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** What a payment took, by its key. It stays with the order; without pieces the payment was given up. */
const TAKINGS = "taking";

interface Taking {
  readonly pieces: readonly (readonly [itemId: string, quantity: number])[];
}

interface Count extends StockRecord {
  /** The version that was read. */
  readonly expected: number;
}

type Counts = ReadonlyMap<string, Count>;

/** How long a payment may still come that was given up. */
const KEEP_MS = 24 * 60 * 60 * 1000;
/** Each time somebody else has got on. */
const busy = (): ProtocolError => new ProtocolError("temporarily_unavailable");

export function createStock({ data, store, now }: StockOptions): Stock {
  const whole = createCatalog(data);
  const leftovers = createLeftovers(data, store);

  async function countsOf(itemIds: Iterable<string>): Promise<Counts> {
    const counts = new Map<string, Count>();
    const ids = [...itemIds];
    const records = await store.get<StockRecord>(ids.map((key) => ({ collection: STOCK, key })));
    ids.forEach((id, index) => {
      const found = records[index];
      counts.set(id, { taken: found?.value.taken ?? 0, expected: found?.version ?? ABSENT });
    });
    return counts;
  }

  /** Undefined where it is not counted. Of what is not sold there is nothing. */
  function countedStock(itemId: string): number | undefined {
    const stock = whole.itemOf(itemId)?.stock ?? 0;
    return stock < UNLIMITED ? stock : undefined;
  }

  async function take(paymentKey: string, lines: readonly TakenLine[]): Promise<Taken> {
    const counted = lines.map((line) => ({ line, stock: countedStock(line.item.id) }));
    const wanted = wantedOf(counted);
    if (wanted.size === 0) return { kind: "taken" };
    const value: Taking = { pieces: [...wanted] };
    const taking = { collection: TAKINGS, key: paymentKey, value, expected: ABSENT };
    return untilWritten<Taken>(async () => {
      const counts = await countsOf(wanted.keys());
      const indexes = missingOf(counted, takenIn(counts));
      if (indexes.length > 0) return { result: { kind: "missing", indexes } };
      if (await hasCommitted(store, [taking, ...writesFor(counts, wanted)]))
        return { result: { kind: "taken" } };
      const isReleased = (await readRecord(store, TAKINGS, paymentKey)) !== undefined;
      return isReleased ? { result: { kind: "released" } } : undefined;
    }, busy);
  }

  /** @param left what is kept under the key: undefined for nothing */
  async function back(paymentKey: string, left: Taking | undefined): Promise<void> {
    const place = { collection: TAKINGS, key: paymentKey };
    return update<Taking, void>(
      store,
      place,
      async (found) => {
        const pieces = found?.value.pieces ?? [];
        if (pieces.length === 0 && (found !== undefined || left === undefined))
          return { result: undefined };
        const given: RecordWrite = {
          ...place,
          value: left,
          expected: found?.version ?? ABSENT,
          expiresAt: now() + KEEP_MS,
        };
        const change = new Map(pieces.map(([id, quantity]) => [id, -quantity]));
        const counts = await countsOf(change.keys());
        return { writes: [given, ...writesFor(counts, change)], result: undefined };
      },
      busy,
    );
  }

  return {
    catalog: leftovers,
    take,
    giveBack: (paymentKey) => back(paymentKey, undefined),
    // Whoever takes them later, finds that it was too late.
    release: (paymentKey) => back(paymentKey, { pieces: [] }),
  };
}

function takenIn(counts: Counts): ReadonlyMap<string, number> {
  return new Map([...counts].map(([id, { taken }]) => [id, taken]));
}

/** @param change pieces more, or fewer, of each item */
function writesFor(counts: Counts, change: ReadonlyMap<string, number>): RecordWrite[] {
  return [...counts].map(([key, { taken, expected }]) => ({
    collection: STOCK,
    key,
    value: { taken: taken + (change.get(key) ?? 0) },
    expected,
  }));
}
