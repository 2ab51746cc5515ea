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

// Triggers count, so that processes whose code knows nothing of quotas are counted as well. What they write,
// and what was there before, is `unknown`'s. A client's account is named `client ...`.
export const QUOTA_TABLES: SqliteTables = {
  table: "idempotency_quota_schema",
  version: 1,
  statements: `
  ALTER TABLE idempotency_entry ADD COLUMN account TEXT NOT NULL DEFAULT 'unknown';
  ALTER TABLE idempotency_entry ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  UPDATE idempotency_entry SET
    bytes = length(scope) + coalesce(length(headers), 0) + coalesce(length(body), 0);
  CREATE INDEX idempotency_entry_account ON idempotency_entry (account, expires_at);
  CREATE TABLE idempotency_usage (
    account TEXT PRIMARY KEY,
    bytes INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  INSERT INTO idempotency_usage
    SELECT name, coalesce(sum(bytes), 0) FROM idempotency_entry
    CROSS JOIN (SELECT 'unknown' AS name UNION SELECT 'total') GROUP BY name;
  CREATE TRIGGER idempotency_entry_added AFTER INSERT ON idempotency_entry BEGIN
    INSERT INTO idempotency_usage VALUES (NEW.account, NEW.bytes), ('total', NEW.bytes)
      ON CONFLICT (account) DO UPDATE SET bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER idempotency_entry_resized AFTER UPDATE OF bytes ON idempotency_entry BEGIN
    UPDATE idempotency_usage SET bytes = bytes + NEW.bytes - OLD.bytes
      WHERE account IN (NEW.account, 'total');
  END;
  CREATE TRIGGER idempotency_entry_removed AFTER DELETE ON idempotency_entry BEGIN
    UPDATE idempotency_usage SET bytes = bytes - OLD.bytes
      WHERE account IN (OLD.account, 'total');
    DELETE FROM idempotency_usage WHERE account = OLD.account AND bytes <= 0;
  END;
`,
};
