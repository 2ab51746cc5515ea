/** The tables and their versions. */

import type { SqliteTables } from "./prepare-database.js";

// `id` is the version of a record: AUTOINCREMENT never reuses one, even after its row is deleted.
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

// Triggers do the counting, so that it stays correct if older processes write too: their records, and existing ones,
// have no client. A client's account is named `client ...`.
export const SHARE_TABLES: SqliteTables = {
  table: "records_share_schema",
  version: 1,
  statements: `
  ALTER TABLE record ADD COLUMN account TEXT;
  ALTER TABLE record ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX record_account ON record (account, id) WHERE account IS NOT NULL;
  CREATE TABLE record_usage (
    account TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TRIGGER record_added AFTER INSERT ON record WHEN NEW.account IS NOT NULL BEGIN
    INSERT INTO record_usage VALUES (NEW.account, NEW.bytes), ('total', NEW.bytes)
      ON CONFLICT (account) DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER record_removed AFTER DELETE ON record WHEN OLD.account IS NOT NULL BEGIN
    UPDATE record_usage SET bytes = bytes - OLD.bytes WHERE account IN (OLD.account, 'total');
    DELETE FROM record_usage WHERE account = OLD.account AND bytes <= 0;
  END;
`,
};
