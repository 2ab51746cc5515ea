/** What the shop keeps things in: in memory, or in the databases of a directory. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { createMemoryStore, type IdempotencyStore } from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";

/** What buyers have told is their owner's and the shop's. */
const PRIVATE = 0o700;

export interface Stores {
  readonly records: Storage;
  readonly idempotency: IdempotencyStore;
  close(): Promise<void>;
}

/** @param now milliseconds since 1970 */
export async function openStores(
  directory: string | undefined,
  now: () => number,
): Promise<Stores> {
  const { records, idempotency } =
    directory === undefined
      ? { records: createMemoryStorage({ now }), idempotency: createMemoryStore() }
      : await storesIn(directory, now);
  return {
    records,
    idempotency,
    async close() {
      await records.close();
      await idempotency.close();
    },
  };
}

async function storesIn(directory: string, now: () => number) {
  mkdirSync(directory, { recursive: true, mode: PRIVATE });
  // Whoever keeps nothing needs no database.
  const { default: Database } = await import("libsql");
  const open = (name: string) => new Database(path.join(directory, name));
  return {
    records: createSqliteStorage({ database: open("shop.db"), now }),
    idempotency: createSqliteStore({ database: open("idempotency.db") }),
  };
}
