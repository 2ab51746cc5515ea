/** The storages of one machine, for tests that must hold for either. */

import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import type { OpenStorageOptions } from "@proto-gen/runtime/testing";
import Database from "libsql";

export type OpenStorage = (options?: Partial<OpenStorageOptions>) => Storage;

export const STORAGES: readonly (readonly [string, OpenStorage])[] = [
  ["in memory", createMemoryStorage],
  [
    "in SQLite",
    (options) => createSqliteStorage({ database: new Database(":memory:"), ...options }),
  ],
];
