/** Records in a SQLite file, which several processes on one machine may share. */

import { atLeast } from "../../bounds/at-least.js";
import {
  inTransaction,
  type SqliteDatabase,
  type SqliteStatement,
  SHARE_TABLES,
  TABLES,
  prepareDatabase,
} from "./sqlite-database.js";
import {
  ABSENT,
  StorageError,
  type CommitResult,
  type RecordKey,
  type RecordWrite,
  type ScanOptions,
  type Storage,
  type StoredRecord,
} from "../storage.js";
import { conflictOn, writtenTexts, keyOfStored, storedKey } from "../commit-writes.js";
import {
  accountOf,
  quotaOf,
  refused,
  type QuotaOptions,
  type Quota,
  type RecordOwner,
  type Used,
} from "../quota.js";

/** The statements that enforce a client's share. Triggers maintain a table with the bytes of each account. */
const SHARE_SQL = {
  used: "SELECT account, bytes FROM record_usage WHERE account IN (?, 'total')",
  // `id` grows with each write.
  oldest: "SELECT id FROM record WHERE account = ? ORDER BY id LIMIT 2",
  forget: "DELETE FROM record WHERE id = ? RETURNING id",
};

/** The bounds count the bytes of records with an owner; others are unlimited. Default for `maxBytes`: 16 GiB. */
export interface SqliteStorageOptions extends QuotaOptions {
  /** The storage configures, owns and closes this connection. */
  readonly database: SqliteDatabase;
  /** Time to wait for another process, which blocks the thread, in milliseconds. Default: 1,000. */
  readonly busyTimeoutMs?: number | undefined;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** More than a commit adds, so that expired rows diminish, but few enough to keep each commit fast. */
const SWEEP = 16;

/** Replaces null, which not all libraries accept. */
const NEVER = -1;

/** Account of records without a client. */
const NOBODY = "";
/** Approximate size of a row besides its texts. */
const ROW_BYTES = 128;
const DEFAULT_BYTES = 16 * 1024 ** 3;

const LIVING = "(expires_at IS NULL OR expires_at > ?)";

const SQL = {
  ...SHARE_SQL,
  get: `SELECT id, key, value FROM record WHERE collection = ? AND key = ? AND ${LIVING}`,
  due: `SELECT id, key, value FROM record
    WHERE collection = ? AND due_at IS NOT NULL AND due_at <= ? AND ${LIVING}
    ORDER BY due_at, id LIMIT ?`,
  list: `SELECT id, key, value FROM record
    WHERE collection = ? AND key > ? AND ${LIVING} ORDER BY key LIMIT ?`,
  // `id` grows with each write.
  newest: `SELECT id, key, value FROM record
    WHERE collection = ? AND ${LIVING} ORDER BY id DESC LIMIT ?`,
  remove: "DELETE FROM record WHERE collection = ? AND key = ? RETURNING id",
  insert: `INSERT INTO record (collection, key, value, due_at, expires_at, account, bytes)
    VALUES (?, ?, ?, NULLIF(?, ${NEVER}), NULLIF(?, ${NEVER}), NULLIF(?, '${NOBODY}'), ?) RETURNING id`,
  sweep: `DELETE FROM record WHERE id IN
    (SELECT id FROM record WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP})
    RETURNING id`,
};

/**
 * Creates a storage in a SQLite file, and its tables. It evicts the oldest writes of a client beyond its share.
 * @throws {StorageError} if the file cannot be used
 * @throws {RangeError} if a bound is not a positive integer
 * @example
 * ```ts
 * import { ABSENT, hasCommitted } from "@proto-gen/runtime/storage";
 * import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
 *
 * const storage = createSqliteStorage({ database: await openDatabase(":memory:"), busyTimeoutMs: 500 });
 * const note = { collection: "note", key: "order_1", value: { text: "gift" }, expected: ABSENT };
 * await hasCommitted(storage, [note]); // true
 * ```
 */
export function createSqliteStorage(options: SqliteStorageOptions): Storage {
  const records = new SqliteRecords(options);
  let open = true;

  /** Returns a promise. Checks `open`, because libsql would run a prepared statement even after `close`. */
  async function whenOpen<Result>(what: string, work: () => Result): Promise<Result> {
    if (!open) throw new StorageError("the storage is closed");
    return ask(what, work);
  }

  return {
    get: <Value>(keys: readonly RecordKey[]) =>
      whenOpen("read records", () => records.get<Value>(keys)),
    commit: (writes) => whenOpen("write records", () => records.commit(writes)),
    scan: <Value>(collection: string, order: ScanOptions) =>
      whenOpen("scan records", () => records.scan<Value>(collection, order)),
    close: async () => {
      if (!open) return;
      open = false;
      options.database.close();
    },
  };
}

/** The rows of the table `record`. */
class SqliteRecords {
  readonly #database: SqliteDatabase;
  readonly #statements: Readonly<Record<keyof typeof SQL, SqliteStatement>>;
  readonly #quota: Quota;
  readonly #now: () => number;

  constructor(options: SqliteStorageOptions) {
    const { database, now = Date.now } = options;
    const busyTimeoutMs = atLeast("busyTimeoutMs", 0, options.busyTimeoutMs ?? 1_000);
    this.#database = database;
    this.#quota = quotaOf(options, DEFAULT_BYTES);
    this.#now = now;
    this.#statements = ask("set up", () => {
      prepareDatabase(database, TABLES, busyTimeoutMs);
      prepareDatabase(database, SHARE_TABLES, busyTimeoutMs);
      return prepareStatements(database, SQL);
    });
  }

  get<Value>(keys: readonly RecordKey[]): (StoredRecord<Value> | undefined)[] {
    const time = this.#now();
    return keys.map((key) => {
      const row = this.#rowAt(key, time);
      return row && recordOf<Value>(row);
    });
  }

  commit(writes: readonly RecordWrite[]): CommitResult {
    const texts = writtenTexts(writes);
    return inTransaction(this.#database, () => {
      const time = this.#now();
      const conflict = writes.find(
        (each) => (this.#rowAt(each, time)?.id ?? ABSENT) !== each.expected,
      );
      if (conflict !== undefined) return conflictOn(conflict);
      this.#statements.sweep.all(time);
      if (writes.some((each) => this.#isRefused(each))) return { kind: "refused" };
      const versions = writes.map((each, index) => this.#write(each, texts[index]));
      return { kind: "committed", versions };
    });
  }

  scan<Value>(collection: string, order: ScanOptions): StoredRecord<Value>[] {
    return (this.#rowsIn(collection, order) as Row[]).map(recordOf<Value>);
  }

  #rowAt({ collection, key }: RecordKey, time: number): Row | undefined {
    const [row] = this.#statements.get.all(collection, storedKey(key), time);
    return row as Row | undefined;
  }

  #rowsIn(collection: string, { limit, after = "", dueBefore, newest }: ScanOptions): unknown[] {
    const statements = this.#statements;
    const time = this.#now();
    if (newest === true) return statements.newest.all(collection, time, limit);
    if (dueBefore !== undefined) return statements.due.all(collection, dueBefore, time, limit);
    return statements.list.all(collection, storedKey(after), time, limit);
  }

  #write({ collection, key, dueAt, expiresAt, owner }: RecordWrite, text?: string): number {
    const stored = storedKey(key);
    const statements = this.#statements;
    statements.remove.all(collection, stored);
    if (text === undefined) return ABSENT;
    const account = owner === undefined ? NOBODY : accountOf(owner);
    const times = [dueAt ?? NEVER, expiresAt ?? NEVER];
    const bytes = ROW_BYTES + key.length + text.length;
    const [row] = statements.insert.all(collection, stored, text, ...times, account, bytes);
    if (owner !== undefined && owner.atShare !== "refuse")
      forgetExcess(statements, this.#quota, owner);
    return (row as Row).id;
  }

  #isRefused({ owner, value, expected }: RecordWrite): boolean {
    if (owner?.atShare !== "refuse" || value === undefined || expected !== ABSENT) return false;
    const used = usedBy(this.#statements, accountOf(owner));
    const reason = refused(this.#quota, used, owner.isAnonymous);
    if (reason === "full")
      throw new StorageError(`the storage is full: ${used.total} bytes have not expired`);
    return reason === "quota";
  }
}

function recordOf<Value>({ id, key, value }: Row): StoredRecord<Value> {
  return { key: keyOfStored(key), value: JSON.parse(value) as Value, version: id };
}

/** Wraps the library's errors, such as busy, read-only, full or corrupt. */
function ask<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(`the storage could not ${what}`, error);
  }
}

/** Prepares statements by name. @throws whatever the library throws */
function prepareStatements<Name extends string>(
  database: SqliteDatabase,
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, SqliteStatement>> {
  const prepared = Object.entries<string>(texts).map(
    ([name, sql]) => [name, database.prepare(sql)] as const,
  );
  return Object.fromEntries(prepared) as Record<Name, SqliteStatement>;
}

type ShareStatements = Readonly<Record<keyof typeof SHARE_SQL, SqliteStatement>>;

function usedBy(statements: ShareStatements, account: string): Used {
  const rows = statements.used.all(account) as { account: string; bytes: number }[];
  const bytesOf = (name: string): number => rows.find((row) => row.account === name)?.bytes ?? 0;
  return { total: bytesOf("total"), own: bytesOf(account) };
}

/** Removes the client's oldest records until it is within its share, but never its latest. */
function forgetExcess(statements: ShareStatements, quota: Quota, client: RecordOwner): void {
  const account = accountOf(client);
  while (refused(quota, usedBy(statements, account), client.isAnonymous) !== undefined) {
    const [first, second] = statements.oldest.all(account) as { id: number }[];
    if (first === undefined || second === undefined) return;
    statements.forget.all(first.id);
  }
}
