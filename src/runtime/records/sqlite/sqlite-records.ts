/** Records in a SQLite file, which several processes of one machine may share. */

import { prepareDatabase } from "../../sqlite/prepare-database.js";
import { prepareStatements } from "../../sqlite/prepare-statements.js";
import { inTransaction, type SqliteDatabase } from "../../sqlite/sqlite-database.js";
import { ABSENT, type RecordStore, type RecordWrite, type StoredRecord } from "../record-store.js";
import { RecordStoreError } from "../record-store-error.js";
import { accountOf, quotaOf, type QuotaOptions } from "../../quota/quota.js";
import { forgetExcess, SHARE_SQL } from "./client-share.js";
import { SHARE_TABLES, TABLES } from "./schema.js";

/** Bytes are those of records that name a client; 16 GiB in all unless given. Others are not bounded. */
export interface SqliteRecordsOptions extends QuotaOptions {
  /** The store sets it up, uses it alone and closes it. */
  readonly database: SqliteDatabase;
  /** How long another process is waited for; the thread is blocked meanwhile. By default 1 second. */
  readonly busyTimeoutMs?: number;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

interface Row {
  readonly id: number;
  readonly key: string;
  readonly value: string;
}

/** More than one commit adds, so that expired rows become fewer; and not many, so that none is slow. */
const SWEEP = 16;

/** Libraries differ in whether they take null. */
const NEVER = -1;

/** The account of records without a client. */
const NOBODY = "";
/** A row takes this beside its texts. */
const ROW_BYTES = 128;
const DEFAULT_BYTES = 16 * 1024 ** 3;

const LIVING = "(expires_at IS NULL OR expires_at > ?)";

const SQL = {
  ...SHARE_SQL,
  get: `SELECT id, key, value FROM record WHERE collection = ? AND key = ? AND ${LIVING}`,
  due: `SELECT id, key, value FROM record
    WHERE collection = ? AND due_at IS NOT NULL AND due_at <= ? AND ${LIVING}
    ORDER BY due_at LIMIT ?`,
  list: `SELECT id, key, value FROM record
    WHERE collection = ? AND key > ? AND ${LIVING} ORDER BY key LIMIT ?`,
  // `id` grows with each write.
  latest: `SELECT id, key, value FROM record
    WHERE collection = ? AND ${LIVING} ORDER BY id DESC LIMIT ?`,
  remove: "DELETE FROM record WHERE collection = ? AND key = ? RETURNING id",
  insert: `INSERT INTO record (collection, key, value, due_at, expires_at, account, bytes)
    VALUES (?, ?, ?, NULLIF(?, ${NEVER}), NULLIF(?, ${NEVER}), NULLIF(?, '${NOBODY}'), ?) RETURNING id`,
  sweep: `DELETE FROM record WHERE id IN
    (SELECT id FROM record WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP})
    RETURNING id`,
};

/**
 * Forgets what a client that has its share wrote longest ago.
 * @throws {RecordStoreError} if the file cannot be used
 * @throws {RangeError} for a bound that is not a positive integer
 */
export function createSqliteRecords(options: SqliteRecordsOptions): RecordStore {
  const { database, busyTimeoutMs = 1_000, now = Date.now } = options;
  const quota = quotaOf(options, DEFAULT_BYTES);
  const statements = ask("set up", () => {
    prepareDatabase(database, TABLES, busyTimeoutMs);
    prepareDatabase(database, SHARE_TABLES, busyTimeoutMs);
    return prepareStatements(database, SQL);
  });
  let open = true;

  /** As a promise. After `close`, libsql would still run a statement that is prepared. */
  async function whenOpen<Result>(what: string, work: () => Result): Promise<Result> {
    if (!open) throw new RecordStoreError("the store is closed");
    return ask(what, work);
  }

  function versionOf(collection: string, key: string, time: number): number {
    const [row] = statements.get.all(collection, key, time);
    return (row as Row | undefined)?.id ?? ABSENT;
  }

  function write({ collection, key, value, dueAt, expiresAt, client }: RecordWrite): void {
    statements.remove.all(collection, key);
    if (value === undefined) return;
    const text = JSON.stringify(value);
    const account = client === undefined ? NOBODY : accountOf(client);
    const times = [dueAt ?? NEVER, expiresAt ?? NEVER];
    const bytes = ROW_BYTES + key.length + text.length;
    statements.insert.all(collection, key, text, ...times, account, bytes);
    if (client !== undefined) forgetExcess(statements, quota, client);
  }

  function commit(writes: readonly RecordWrite[]): boolean {
    return inTransaction(database, () => {
      const time = now();
      const expected = writes.every(
        (each) => versionOf(each.collection, each.key, time) === each.expected,
      );
      if (!expected) return false;
      statements.sweep.all(time);
      writes.forEach(write);
      return true;
    });
  }

  return {
    get: <Value>(collection: string, key: string) =>
      whenOpen("read a record", () => {
        const [row] = statements.get.all(collection, key, now());
        return row === undefined ? undefined : recordOf<Value>(row as Row);
      }),
    commit: (writes) => whenOpen("write records", () => commit(writes)),
    due: <Value>(collection: string, { before, limit }: { before: number; limit: number }) =>
      whenOpen("list what is due", () =>
        (statements.due.all(collection, before, now(), limit) as Row[]).map(recordOf<Value>),
      ),
    list: <Value>(collection: string, { after = "", limit }: { after?: string; limit: number }) =>
      whenOpen("list records", () =>
        (statements.list.all(collection, after, now(), limit) as Row[]).map(recordOf<Value>),
      ),
    latest: <Value>(collection: string, { limit }: { limit: number }) =>
      whenOpen("list the latest records", () =>
        (statements.latest.all(collection, now(), limit) as Row[]).map(recordOf<Value>),
      ),
    close: () => {
      if (open) database.close();
      open = false;
    },
  };
}

function recordOf<Value>({ id, key, value }: Row): StoredRecord<Value> {
  return { key, value: JSON.parse(value) as Value, version: id };
}

/** What the library throws (busy, read-only, full, corrupt) becomes the error of the port. */
function ask<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof RecordStoreError) throw error;
    throw new RecordStoreError(`the store could not ${what}`, error);
  }
}
