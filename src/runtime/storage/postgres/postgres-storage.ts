/**
 * Records in PostgreSQL, over the interface to a driver. A commit is one call of a database function, so it takes one round trip and locks
 * rows only while the server works.
 */

import { pause } from "../../time/time.js";
import { accountOf, quotaOf, type Quota, type QuotaOptions } from "../quota.js";
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
import { CONFLICT, postgresMigrations, REFUSED, requirePrefix } from "./migrations.js";

export type PostgresRow = Readonly<Record<string, unknown>>;

/** One statement, with texts for `$1`, `$2` and so on. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * For a pool of `pg`: `query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows`. For
 * `postgres`: `query: (sql, parameters) => db.unsafe(sql, [...parameters])`. With a pooler in transaction mode, the
 * driver must not use named prepared statements: for `postgres`, `prepare: false`.
 */
export interface PostgresConnection {
  query(sql: string, parameters: readonly string[]): Promise<readonly PostgresRow[]>;
  /**
   * Runs the statements on one connection between BEGIN and COMMIT and returns the rows of each; a failure rolls
   * back. Required for `onCommit`.
   */
  transaction?(statements: readonly Statement[]): Promise<readonly (readonly PostgresRow[])[]>;
}

/** `code` and `detail` of a server error, as all three drivers provide. */
interface ServerError {
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

function serverErrorOf(thrown: unknown): ServerError {
  const { code, detail } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Record<
    string,
    unknown
  >;
  return {
    code: typeof code === "string" ? code : undefined,
    detail: typeof detail === "string" ? detail : undefined,
  };
}

/** Deadlock and serialization failure: nothing has happened, and a retry may succeed. */
const TO_REPEAT: ReadonlySet<string> = new Set(["40P01", "40001"]);

function isToRepeat(thrown: unknown): boolean {
  const { code } = serverErrorOf(thrown);
  return code !== undefined && TO_REPEAT.has(code);
}

/**
 * The bounds count the bytes of records with an owner. Default for `maxBytes`: 16 GiB. It only determines the owners'
 * shares: the total is not limited, since every commit would have to update the same row.
 */
export interface PostgresStorageOptions extends PostgresConnection, QuotaOptions {
  /** Prefix of the names of tables and functions. Default: `proto_`. */
  readonly prefix?: string | undefined;
  /** False if you run `postgresMigrations` yourself. Default: the storage creates its tables. */
  readonly migrate?: boolean | undefined;
  /** Returns your own statements to run in the same transaction as the writes. Requires `transaction`. */
  onCommit?(writes: readonly RecordWrite[]): readonly Statement[];
  /** Closes the connection; called by `close`. Default: the connection stays open. */
  end?(): Promise<unknown>;
  /** Milliseconds since 1970. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

const DEFAULT_BYTES = 16 * 1024 ** 3;
/** Approximate size of a row besides its texts. */
const ROW_BYTES = 128;
/** Attempts at a commit that the server rolls back. */
const TRIES = 8;

/**
 * Creates a storage in PostgreSQL, and its tables unless `migrate` is false.
 * @throws {StorageError} if the database fails, or has tables of a later version
 * @throws {RangeError} if a bound is not a positive integer, or the prefix is invalid
 * @throws {TypeError} if `onCommit` is given without `transaction`
 * @example
 * ```ts
 * import { PGlite } from "@electric-sql/pglite";
 * import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";
 *
 * const db = new PGlite("./shop-data");
 * const store = await createPostgresStorage({
 *   query: async (sql, parameters) => (await db.query<Record<string, unknown>>(sql, [...parameters])).rows,
 *   end: () => db.close(),
 * });
 * ```
 */
export async function createPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const { prefix = "proto_", migrate = true } = options;
  requirePrefix(prefix);
  if (options.onCommit !== undefined && options.transaction === undefined)
    throw new TypeError(
      "onCommit needs the option transaction, which runs several statements on one connection",
    );
  const records = new PostgresRecords(options, prefix);
  let open = true;

  async function ask<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    if (!open) throw new StorageError("the storage is closed");
    try {
      return await work();
    } catch (error) {
      if (error instanceof StorageError) throw error;
      throw new StorageError(`the database could not ${what}`, error);
    }
  }

  if (migrate) await ask("set up its tables", () => options.query(postgresMigrations(prefix), []));
  return {
    get: (keys) => ask("read records", () => records.get(keys)),
    commit: (writes) => ask("write records", () => records.commit(writes)),
    scan: (collection, what) => ask("scan records", () => records.scan(collection, what)),
    close: async () => {
      if (!open) return;
      open = false;
      await options.end?.();
    },
  };
}

/** The rows of the table `PREFIXrecord`. */
class PostgresRecords {
  readonly #options: PostgresStorageOptions;
  readonly #prefix: string;
  readonly #quota: Quota;
  readonly #now: () => number;

  constructor(options: PostgresStorageOptions, prefix: string) {
    this.#options = options;
    this.#prefix = prefix;
    this.#quota = quotaOf(options, DEFAULT_BYTES);
    this.#now = options.now ?? Date.now;
  }

  async get<Value>(keys: readonly RecordKey[]): Promise<(StoredRecord<Value> | undefined)[]> {
    if (keys.length === 0) return [];
    const wanted = keys.map(({ collection, key }, n) => ({ n, collection, key: storedKey(key) }));
    const rows = await this.#options.query(
      `SELECT given.n, found.key, found.value, found.version::text AS version
        FROM jsonb_to_recordset($1::text::jsonb) AS given (n integer, collection text, key text)
        JOIN ${this.#prefix}record AS found ON found.collection = given.collection AND found.key = given.key
        WHERE found.expires_at IS NULL OR found.expires_at > $2::text::bigint`,
      [JSON.stringify(wanted), String(this.#now())],
    );
    const byIndex = new Map(rows.map((row) => [Number(row["n"]), recordOf<Value>(row)]));
    return keys.map((_key, n) => byIndex.get(n));
  }

  async commit(writes: readonly RecordWrite[]): Promise<CommitResult> {
    const request = this.#requestOf(writes);
    const more = this.#options.onCommit?.(writes) ?? [];
    for (let tries = 1; ; tries += 1) {
      try {
        const row = await this.#run([request, ...more]);
        const versions = JSON.parse(String(row["versions"])) as Readonly<Record<string, number>>;
        return {
          kind: "committed",
          versions: writes.map((_each, n) => versions[String(n)] ?? ABSENT),
        };
      } catch (error) {
        const { code, detail } = serverErrorOf(error);
        if (code === REFUSED) return { kind: "refused" };
        const conflict = code === CONFLICT ? writes[Number(detail)] : undefined;
        if (conflict !== undefined) return conflictOn(conflict);
        if (tries === TRIES || !isToRepeat(error)) throw error;
        // A random pause, so that commits that collided do not collide again.
        await pause(Math.random() * 5 * 2 ** tries);
      }
    }
  }

  async scan<Value>(collection: string, what: ScanOptions): Promise<StoredRecord<Value>[]> {
    const { where, order, values } = orderOf(what);
    const rows = await this.#options.query(
      // Without the name of the table, "version" would be the text that is returned, and "10" come before "9".
      `SELECT found.key, found.value, found.version::text AS version FROM ${this.#prefix}record AS found
        WHERE collection = $1::text AND (expires_at IS NULL OR expires_at > $2::text::bigint)
          AND ${where} ORDER BY ${order} LIMIT $3::text::bigint`,
      [collection, String(this.#now()), String(what.limit), ...values],
    );
    return rows.map(recordOf<Value>);
  }

  #requestOf(writes: readonly RecordWrite[]): Statement {
    const texts = writtenTexts(writes);
    const quota = this.#quota;
    const shares = new Map<string, number>();
    const described = writes.map(({ owner, value: _, ...write }, n) => {
      const account = owner === undefined ? undefined : accountOf(owner);
      const share = owner?.isAnonymous === true ? quota.anonymousBytes : quota.clientBytes;
      const refuses = owner?.atShare === "refuse";
      if (account !== undefined && !refuses) shares.set(account, share);
      const text = texts[n];
      return {
        ...{ n, account, collection: write.collection, key: storedKey(write.key) },
        ...{ expected: write.expected, value: text },
        ...{ due: inMilliseconds(write.dueAt), expires: inMilliseconds(write.expiresAt) },
        refuse: refuses ? share : undefined,
        bytes: text === undefined ? 0 : ROW_BYTES + write.key.length + text.length,
      };
    });
    const request = {
      at: this.#now(),
      writes: described,
      shares: [...shares].map(([account, bytes]) => ({ account, bytes })),
    };
    return {
      sql: `SELECT ${this.#prefix}commit($1::text::jsonb) AS versions`,
      parameters: [JSON.stringify(request)],
    };
  }

  async #run(statements: readonly [Statement, ...Statement[]]): Promise<PostgresRow> {
    const [{ sql, parameters }, ...others] = statements;
    const [rows = []] =
      this.#options.transaction === undefined || others.length === 0
        ? [await this.#options.query(sql, parameters)]
        : await this.#options.transaction(statements);
    return rows[0] ?? {};
  }
}

interface Order {
  readonly where: string;
  readonly order: string;
  /** The parameters from `$4` on. */
  readonly values: readonly string[];
}

function orderOf({ after, dueBefore, newest }: ScanOptions): Order {
  if (newest === true) return { where: "true", order: "found.version DESC", values: [] };
  if (dueBefore === undefined)
    return { where: "key > $4::text", order: "found.key", values: [storedKey(after ?? "")] };
  return {
    where: "due_at <= $4::text::bigint",
    order: "found.due_at, found.version",
    values: [String(Math.floor(dueBefore))],
  };
}

function recordOf<Value>({ key, value, version }: PostgresRow): StoredRecord<Value> {
  return {
    key: keyOfStored(String(key)),
    value: JSON.parse(String(value)) as Value,
    version: Number(version),
  };
}

function inMilliseconds(time: number | undefined): number | undefined {
  return time === undefined ? undefined : Math.ceil(time);
}
