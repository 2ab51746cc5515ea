/** What the shop keeps things in: in memory, or in the database of a directory. */

import { mkdirSync } from "node:fs";
import path from "node:path";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";

/** What buyers have told is their owner's and the shop's. */
const PRIVATE = 0o700;

/** @param now milliseconds since 1970 */
export async function openStorage(
  directory: string | undefined,
  now: () => number,
): Promise<Storage> {
  if (directory === undefined) return createMemoryStorage({ now });
  mkdirSync(directory, { recursive: true, mode: PRIVATE });
  return createSqliteStorage({
    database: await openDatabase(path.join(directory, "shop.db")),
    now,
  });
}
