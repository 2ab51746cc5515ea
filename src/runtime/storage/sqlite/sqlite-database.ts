/**
 * The interface to a SQLite library, which libsql, better-sqlite3 and node:sqlite implement; the tables and their versions; and the
 * preparation of a connection. A file is opened with whichever library is available: the engine's own (`node:sqlite`), or libsql.
 */

import { StorageError } from "../storage.js";

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

/** The tables of one store. `table` is the name of the table with their version in its only column, `version`. */
interface SqliteTables {
  readonly table: string;
  readonly version: number;
  readonly statements: string;
}

/**
 * Prepares a connection for use by several processes, and creates the tables of a store. Writes nothing if the tables
 * exist.
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

type NewDatabase = new (file: string) => SqliteDatabase;

declare const process:
  | {
      readonly getBuiltinModule?: (
        id: "node:sqlite",
      ) => { readonly DatabaseSync?: NewDatabase | undefined } | undefined;
    }
  | undefined;

/**
 * Returns a connection for `createSqliteStorage`, through `node:sqlite` (Node 22.13 and later, Deno, Bun), or
 * otherwise through libsql, which must then be a dependency of the project. Node 22 and 24 warn once that their
 * SQLite is experimental.
 * @param file its directory must exist; `:memory:` keeps everything in memory
 * @throws {StorageError} if neither is available, or the file cannot be opened
 * @example
 * ```ts
 * import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
 *
 * const store = createSqliteStorage({ database: await openDatabase("shop.db") });
 * ```
 */
export async function openDatabase(file: string): Promise<SqliteDatabase> {
  const Database = builtIn() ?? (await libsql());
  try {
    return new Database(file);
  } catch (cause) {
    throw new StorageError(`cannot open ${file}`, cause);
  }
}

function builtIn(): NewDatabase | undefined {
  if (typeof process === "undefined") return undefined;
  return process.getBuiltinModule?.("node:sqlite")?.DatabaseSync;
}

async function libsql(): Promise<NewDatabase> {
  try {
    return (await import("libsql")).default as unknown as NewDatabase;
  } catch (cause) {
    throw new StorageError(
      "no SQLite found: add the package libsql to your project, or use Node 22.13 or later",
      cause,
    );
  }
}
