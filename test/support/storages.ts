/** Both storages, for tests that must hold for either. */

import {
  createMemoryStorage,
  type MemoryStorageOptions,
  type Storage,
} from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";

export type OpenStorage = (clock?: Pick<MemoryStorageOptions, "now">) => Storage;

export const STORAGES: readonly (readonly [string, OpenStorage])[] = [
  ["in memory", (clock) => createMemoryStorage(clock)],
  ["in SQLite", (clock) => createSqliteStorage({ database: new Database(":memory:"), ...clock })],
];
