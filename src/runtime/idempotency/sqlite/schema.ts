/** The tables, and their version. */
import { inTransaction, type SqliteDatabase } from "./sqlite-database.js";

const VERSION = 1;

// `id` is the fencing token: AUTOINCREMENT never gives one twice, not even after its row is gone.
// `status`, `headers` and `body` are null until the claim is completed.
const TABLES = `
  CREATE TABLE idempotency_schema (version INTEGER NOT NULL) STRICT;
  INSERT INTO idempotency_schema (version) VALUES (${VERSION});
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
`;

/** Creates the tables where there are none. Nothing is written where they are there. */
export function prepareSchema(database: SqliteDatabase): void {
  if (isPrepared(database)) return;
  inTransaction(database, () => {
    // Another process may have been first.
    if (!isPrepared(database)) database.exec(TABLES);
  });
}

function isPrepared(database: SqliteDatabase): boolean {
  const named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
  if (database.prepare(named).all("idempotency_schema").length === 0) return false;
  const [row] = database.prepare("SELECT version FROM idempotency_schema").all();
  const version = (row as { version: number } | undefined)?.version;
  if (version === VERSION) return true;
  throw new Error(`the file has version ${version} of the store's tables, expected ${VERSION}`);
}
