/** Records that many processes change through `update`: counters that lose nothing, and a stock that is never sold twice. */

import { ABSENT, StorageError, update, type Storage } from "@proto-gen/runtime/storage";
import { sleep } from "./timeline.js";
import { World, type Process, type Statistics, type WorldOptions } from "./world.js";

export interface SharedRecordsOptions extends WorldOptions {
  /** How many records the processes share. */
  readonly records: number;
}

const SECOND = 1_000;
const ALL = { limit: 1_000_000 };

class Busy extends Error {}

const busy = (): Error => new Busy("lost too often");

interface Counter {
  readonly added: readonly string[];
}

const ADDITIONS = 50;

/** @throws Error if an addition was lost, or counted twice, or counted although it was refused */
export async function simulateCounters(options: SharedRecordsOptions): Promise<Statistics> {
  const world = new World(options);
  const { random, storage } = world;
  const counted: string[] = [];
  const refused: string[] = [];
  let additions = 0;

  async function main({ id, storage }: Process): Promise<void> {
    for (let n = 0; ; n += 1) {
      const key = `counter ${Math.floor(random() * options.records)}`;
      const addition = `${id}-${n}`;
      await update<Counter, void>(
        storage,
        { collection: "counter", key },
        (found) => {
          const value = { added: [...(found?.value.added ?? []), addition] };
          const expected = found?.version ?? ABSENT;
          return { writes: [{ collection: "counter", key, value, expected }], result: undefined };
        },
        busy,
      ).then(
        () => counted.push(addition),
        // Where the storage rejected, nobody knows.
        (error) => error instanceof Busy && refused.push(addition),
      );
      additions += 1;
      await sleep(random() * 20 * SECOND);
    }
  }

  await world.run(
    (process) => void main(process),
    async () => additions >= options.records * ADDITIONS,
  );
  const found = (await storage.scan<Counter>("counter", ALL)).flatMap(({ value }) => value.added);
  const known = new Set(found);
  const lost = counted.filter((each) => !known.has(each));
  if (lost.length > 0) throw new Error(`lost updates: ${lost.join()}`);
  if (known.size < found.length) throw new Error("an update was counted twice");
  if (refused.some((each) => known.has(each))) throw new Error("an update was refused and counted");
  return world.statistics;
}

interface Stock {
  readonly left: number;
}

interface Order {
  readonly item: string;
  readonly quantity: number;
}

const PIECES = 40;

/** @throws Error if more is sold than there is, or the stock does not fit the orders */
export async function simulateStock(options: SharedRecordsOptions): Promise<Statistics> {
  const world = new World(options);
  const { random, storage } = world;
  const items = Array.from({ length: options.records }, (_, at) => `item ${at}`);
  const confirmed = new Set<string>();
  let refusals = 0;

  async function main({ id, storage }: Process): Promise<void> {
    for (let n = 0; ; n += 1) {
      const item = items[Math.floor(random() * items.length)] as string;
      const order = { item, quantity: 1 + Math.floor(random() * 3) };
      const key = `${id}-${n}`;
      const isSold = await sell(storage, key, order).catch(() => undefined);
      if (isSold === true) confirmed.add(key);
      if (isSold === false) refusals += 1;
      await sleep(random() * 20 * SECOND);
    }
  }

  for (const key of items)
    await storage.commit([{ collection: "stock", key, value: { left: PIECES }, expected: ABSENT }]);
  await world.run(
    (process) => void main(process),
    async () => refusals > 2 * items.length,
  );
  const orders = await storage.scan<Order>("order", ALL);
  const keys = new Set(orders.map(({ key }) => key));
  for (const key of confirmed)
    if (!keys.has(key)) throw new Error(`the order ${key} was confirmed and is not there`);
  for (const { key, value } of await storage.scan<Stock>("stock", ALL)) {
    const sold = orders
      .filter((order) => order.value.item === key)
      .reduce((sum, order) => sum + order.value.quantity, 0);
    if (sold > PIECES) throw new Error(`oversold: ${sold} of ${PIECES} pieces of ${key}`);
    if (sold + value.left !== PIECES)
      throw new Error(`${key}: ${sold} sold and ${value.left} left are not ${PIECES}`);
  }
  return world.statistics;
}

/** Takes the pieces and writes the order together; false if there are too few. */
function sell(storage: Storage, key: string, order: Order): Promise<boolean> {
  return update<Stock, boolean>(
    storage,
    { collection: "stock", key: order.item },
    (found) => {
      if (found === undefined) throw new StorageError("the stock is not there");
      const left = found.value.left - order.quantity;
      if (left < 0) return { result: false };
      const { version: expected } = found;
      return {
        writes: [
          { collection: "stock", key: order.item, value: { left }, expected },
          { collection: "order", key, value: order, expected: ABSENT },
        ],
        result: true,
      };
    },
    busy,
  );
}
