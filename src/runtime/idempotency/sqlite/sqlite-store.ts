/** A store in a SQLite file, which several processes of one machine may share. */
import {
  atLeast,
  claimOn,
  claimTimes,
  type ClaimTimes,
  type Entry,
  scopeOf,
} from "../claim-times.js";
import { accountOf, type QuotaOptions, quotaOf } from "../../quota/quota.js";
import { IdempotencyError, leaseLost, unavailable } from "../idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim, IdempotencyStore } from "../store.js";
import type { StoredAnswer } from "../stored-answer.js";
import { prepareDatabase } from "../../sqlite/prepare-database.js";
import { prepareStatements } from "../../sqlite/prepare-statements.js";
import {
  inTransaction,
  type SqliteDatabase,
  type SqliteStatement,
} from "../../sqlite/sqlite-database.js";
import { requireRoom, ROOM_SQL } from "./require-room.js";
import { QUOTA_TABLES, TABLES } from "./schema.js";

/** Bytes are those of keys and answers that have not expired; 16 GiB in all unless given. */
export interface SqliteStoreOptions extends ClaimTimes, QuotaOptions {
  /** The store sets it up, uses it alone and closes it. */
  readonly database: SqliteDatabase;
  /** How long another process is waited for; the thread is blocked meanwhile. By default 1 second. */
  readonly busyTimeoutMs?: number;
}

interface Row {
  readonly fingerprint: string;
  readonly lease_ends_at: number;
  readonly expires_at: number;
  readonly status: number | null;
  readonly headers: string | null;
  /** libsql gives an ArrayBuffer, the others an array. */
  readonly body: ArrayBuffer | Uint8Array | null;
}

/** More than one claim adds, so that expired rows become fewer; and not many, so that none is slow. */
const SWEEP = 16;

const DEFAULT_BYTES = 16 * 1024 ** 3;

/** A row takes this beside its texts: numbers, the fingerprint and entries of indexes. */
const ROW_BYTES = 256;

const SQL = {
  ...ROOM_SQL,
  find: `SELECT fingerprint, lease_ends_at, expires_at, status, headers, body
    FROM idempotency_entry WHERE scope = ?`,
  remove: "DELETE FROM idempotency_entry WHERE scope = ? RETURNING id",
  insert: `INSERT INTO idempotency_entry (scope, fingerprint, lease_ends_at, expires_at, account, bytes)
    VALUES (?, ?, ?, ?, ?, ?) RETURNING id`,
  sweep: `DELETE FROM idempotency_entry WHERE id IN
    (SELECT id FROM idempotency_entry WHERE expires_at <= ? ORDER BY expires_at LIMIT ${SWEEP})
    RETURNING id`,
  complete: `UPDATE idempotency_entry SET expires_at = ?, status = ?, headers = ?, body = ?,
    bytes = bytes + ? WHERE id = ? AND expires_at > ? AND status IS NULL RETURNING id`,
  known: "SELECT id FROM idempotency_entry WHERE id = ? AND expires_at > ?",
  release: "DELETE FROM idempotency_entry WHERE id = ? AND status IS NULL RETURNING id",
  renew: `UPDATE idempotency_entry SET lease_ends_at = ?, expires_at = ?
    WHERE id = ? AND expires_at > ? AND status IS NULL RETURNING id`,
};

type Statements = Readonly<Record<keyof typeof SQL, SqliteStatement>>;

/**
 * @throws {RangeError} for a time to live below 24 hours
 * @throws {IdempotencyError} `idempotency_unavailable` if the file cannot be used
 */
export function createSqliteStore(options: SqliteStoreOptions): IdempotencyStore {
  const { ttlMs, leaseMs, now } = claimTimes(options);
  const quota = quotaOf(options, DEFAULT_BYTES);
  const busyTimeoutMs = atLeast("busyTimeoutMs", 0, options.busyTimeoutMs ?? 1_000);
  const { database } = options;
  const statements = ask("set up", () => setUp(database, busyTimeoutMs));
  let open = true;

  /** As a promise. After `close`, libsql would still run a statement that is prepared. */
  async function whenOpen<Result>(what: string, work: () => Result): Promise<Result> {
    if (!open) throw unavailable("the store is closed");
    return ask(what, work);
  }

  function known(request: ClaimRequest, scope: string, time: number): Claim | undefined {
    return claimOn(entryOf(statements.find.all(scope)[0] as Row | undefined), request, time);
  }

  function claim(request: ClaimRequest): Claim {
    const scope = scopeOf(request);
    // Without the write lock first: duplicates and twins that wait are only told.
    return known(request, scope, now()) ?? inTransaction(database, () => take(request, scope));
  }

  function take(request: ClaimRequest, scope: string): Claim {
    const time = now();
    const other = known(request, scope, time);
    if (other !== undefined) return other;
    statements.sweep.all(time);
    // A key that is taken over has its room.
    if (statements.remove.all(scope).length === 0) requireRoom(statements, quota, request, time);
    const leaseEndsAt = time + leaseMs;
    const bytes = ROW_BYTES + 2 * scope.length;
    const rows = statements.insert.all(
      ...[scope, request.fingerprint, leaseEndsAt, leaseEndsAt + ttlMs],
      ...[accountOf(request), bytes],
    );
    return { kind: "claimed", request, token: (rows[0] as { id: number }).id, leaseMs };
  }

  function complete({ token }: HeldClaim, { status, headers, body }: StoredAnswer): void {
    const time = now();
    const text = JSON.stringify(headers);
    inTransaction(database, () => {
      const bytes = text.length + body.length;
      const set = statements.complete.all(time + ttlMs, status, text, body, bytes, token, time);
      if (set.length > 0) return;
      if (statements.known.all(token, time).length === 0) throw leaseLost();
    });
  }

  function renew({ token }: HeldClaim): boolean {
    const time = now();
    const leaseEndsAt = time + leaseMs;
    return statements.renew.all(leaseEndsAt, leaseEndsAt + ttlMs, token, time).length > 0;
  }

  return {
    claim: (request) => whenOpen("claim a key", () => claim(request)),
    complete: (held, answer) => whenOpen("store an answer", () => complete(held, answer)),
    release: (held) => whenOpen("release a key", () => void statements.release.all(held.token)),
    renew: (held) => whenOpen("renew a lease", () => renew(held)),
    close: () => {
      if (open) database.close();
      open = false;
    },
  };
}

function setUp(database: SqliteDatabase, busyTimeoutMs: number): Statements {
  prepareDatabase(database, TABLES, busyTimeoutMs);
  prepareDatabase(database, QUOTA_TABLES, busyTimeoutMs);
  return prepareStatements(database, SQL);
}

function entryOf(row: Row | undefined): Entry | undefined {
  if (row === undefined) return undefined;
  const { fingerprint, lease_ends_at: leaseEndsAt, expires_at: expiresAt } = row;
  return { fingerprint, leaseEndsAt, expiresAt, answer: answerOf(row) };
}

function answerOf({ status, headers, body }: Row): StoredAnswer | undefined {
  if (status === null || headers === null) return undefined;
  // An empty BLOB is null with some libraries.
  const bytes = body === null ? new Uint8Array() : new Uint8Array(body);
  return { status, headers: JSON.parse(headers) as [string, string][], body: bytes };
}

/** What the library throws (busy, read-only, full, corrupt) becomes the error of the port. */
function ask<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof IdempotencyError) throw error;
    throw unavailable(`the store could not ${what}`, error);
  }
}
