/** Prepares a connection for use by several processes, and creates the tables of a store. */

import { inTransaction, type SqliteDatabase } from "./sqlite-database.js";

/** The tables of one store. `table` is the name of the table with their version in its only column, `version`. */
export interface SqliteTables {
  readonly table: string;
  readonly version: number;
  readonly statements: string;
}

/**
 * Writes nothing if the tables exist.
 * @throws Error if the file's tables have another version, and whatever the library throws
 */
export function prepareDatabase(
  database: SqliteDatabase,
  tables: SqliteTables,
  busyTimeoutMs: number,
): void {
  database.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).all();
  useWriteAheadLog(database);
  // A commit that a power failure undoes could happen twice.
  database.exec("PRAGMA synchronous = FULL");
  if (isPrepared(database, tables)) return;
  inTransaction(database, () => {
    // Another process may have created them meanwhile.
    if (isPrepared(database, tables)) return;
    const { table, version, statements } = tables;
    database.exec(`CREATE TABLE ${table} (version INTEGER NOT NULL) STRICT;
      INSERT INTO ${table} (version) VALUES (${version});
      ${statements}`);
  });
}

function isPrepared(database: SqliteDatabase, { table, version: expected }: SqliteTables): boolean {
  const named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name = ?";
  if (database.prepare(named).all(table).length === 0) return false;
  const [row] = database.prepare(`SELECT version FROM ${table}`).all();
  const version = (row as { version: number } | undefined)?.version;
  if (version === expected) return true;
  throw new Error(`the file's tables have version ${version}, expected ${expected}`);
}

/** Lets readers proceed while another process writes. Transactions are atomic without it too. */
function useWriteAheadLog(database: SqliteDatabase): void {
  try {
    database.prepare("PRAGMA journal_mode = WAL").all();
  } catch {
    // Another process is setting it at the same time, for all, and this pragma does not wait. Or the file is
    // read-only, which the first write will report.
  }
}
