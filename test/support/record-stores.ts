/** Both stores of records, for tests that must hold for either. */

import {
  createMemoryRecords,
  type MemoryRecordsOptions,
  type RecordStore,
} from "@proto-gen/runtime/records";
import { createSqliteRecords } from "@proto-gen/runtime/records/sqlite";
import Database from "libsql";

export type OpenRecords = (clock?: Pick<MemoryRecordsOptions, "now">) => RecordStore;

export const RECORD_STORES: readonly (readonly [string, OpenRecords])[] = [
  ["in memory", (clock) => createMemoryRecords(clock)],
  ["in SQLite", (clock) => createSqliteRecords({ database: new Database(":memory:"), ...clock })],
];
