/** The tables, and their version. */

import type { SqliteTables } from "../../sqlite/prepare-database.js";

// `id` is the version of a record: AUTOINCREMENT never gives one twice, not even after its row is gone.
export const TABLES: SqliteTables = {
  table: "records_schema",
  version: 1,
  statements: `
  CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    due_at INTEGER,
    expires_at INTEGER,
    UNIQUE (collection, key)
  ) STRICT;
  CREATE INDEX record_due_at ON record (collection, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX record_expires_at ON record (expires_at) WHERE expires_at IS NOT NULL;
`,
};
