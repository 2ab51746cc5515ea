/** The tables, and their version. */

import type { SqliteTables } from "../../sqlite/prepare-database.js";

// `id` is the fencing token: AUTOINCREMENT never gives one twice, not even after its row is gone.
// `status`, `headers` and `body` are null until the claim is completed.
export const TABLES: SqliteTables = {
  table: "idempotency_schema",
  version: 1,
  statements: `
  CREATE TABLE idempotency_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    lease_ends_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    status INTEGER,
    headers TEXT,
    body BLOB
  ) STRICT;
  CREATE INDEX idempotency_entry_expires_at ON idempotency_entry (expires_at);
`,
};
