/** The port: what is used of a SQLite library. libsql, better-sqlite3 and node:sqlite have it. */

export interface SqliteStatement {
  /** Runs to the end, and gives all rows by the names of their columns. */
  all(...parameters: (string | number | Uint8Array)[]): unknown[];
}

/** One connection, synchronous, and not used by anyone else. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/**
 * What `work` does happens as a whole or not at all. IMMEDIATE takes the write lock at the start: a
 * transaction that reads first and writes then can fail without waiting for its turn.
 */
export function inTransaction<Result>(database: SqliteDatabase, work: () => Result): Result {
  database.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    database.exec("COMMIT");
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec("ROLLBACK");
  } catch {
    // Some failures have rolled back already; what matters is the error that led here.
  }
}
