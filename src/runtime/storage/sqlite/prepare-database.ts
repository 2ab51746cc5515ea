/** A connection made ready for several processes, and the tables of a store. */

import { inTransaction, type SqliteDatabase } from "./sqlite-database.js";

/** The tables of one store, and their version, which `table` keeps: one column, `version`. */
export interface SqliteTables {
  readonly table: string;
  readonly version: number;
  readonly statements: string;
}

/**
 * Nothing is written where the tables are there.
 * @throws Error where the file's tables have another version, and what the library throws
 */
export function prepareDatabase(
  database: SqliteDatabase,
  tables: SqliteTables,
  busyTimeoutMs: number,
): void {
  database.prepare(`PRAGMA busy_timeout = ${busyTimeoutMs}`).all();
  useWriteAheadLog(database);
  // What a power failure takes back could happen twice.
  database.exec("PRAGMA synchronous = FULL");
  if (isPrepared(database, tables)) return;
  inTransaction(database, () => {
    // Another process may have been first.
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
  throw new Error(`the file has version ${version} of the store's tables, expected ${expected}`);
}

/** With it readers need not wait for writers. Transactions are as atomic without it. */
function useWriteAheadLog(database: SqliteDatabase): void {
  try {
    database.prepare("PRAGMA journal_mode = WAL").all();
  } catch {
    // Another process sets it at the same time, for all: this pragma does not wait. Or the file is
    // read-only, which the first write will say.
  }
}
