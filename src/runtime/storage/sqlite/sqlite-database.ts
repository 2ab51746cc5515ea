/** The interface to a SQLite library. libsql, better-sqlite3 and node:sqlite implement it. */

export interface SqliteStatement {
  /** Runs the statement and returns all rows, by column name. */
  all(...parameters: (string | number | Uint8Array)[]): unknown[];
}

/** A synchronous connection that nobody else uses. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

/**
 * Runs `work` in a transaction. IMMEDIATE acquires the write lock at the start: a transaction that reads first and
 * then writes could fail without waiting.
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
    // Some errors have already rolled back. Only the original error matters.
  }
}
