/** The quota of a store in SQLite: bytes by account stand in a table, which triggers keep. */

import { accountOf, type Quota, refused } from "../../quota/quota.js";
import type { SqliteStatement } from "../../sqlite/sqlite-database.js";
import { full, quotaExceeded } from "../idempotency-error.js";
import type { ClaimRequest } from "../store.js";

export const ROOM_SQL = {
  used: "SELECT account, bytes FROM idempotency_usage WHERE account IN (?, 'total')",
  firstEnd: "SELECT min(expires_at) AS time FROM idempotency_entry",
  firstEndOf: "SELECT min(expires_at) AS time FROM idempotency_entry WHERE account = ?",
};

type RoomStatements = Readonly<Record<keyof typeof ROOM_SQL, SqliteStatement>>;

/** @throws {IdempotencyError} `idempotency_quota_exceeded`, `idempotency_unavailable` */
export function requireRoom(
  statements: RoomStatements,
  quota: Quota,
  request: ClaimRequest,
  time: number,
): void {
  const account = accountOf(request);
  const rows = statements.used.all(account) as { account: string; bytes: number }[];
  const bytesOf = (name: string): number => rows.find((row) => row.account === name)?.bytes ?? 0;
  const used = { total: bytesOf("total"), own: bytesOf(account) };
  switch (refused(quota, used, request.isAnonymous)) {
    case "full":
      throw full(used.total, timeIn(statements.firstEnd.all(), time) - time);
    case "quota":
      throw quotaExceeded(request, timeIn(statements.firstEndOf.all(account), time) - time);
    case undefined:
  }
}

function timeIn([row]: readonly unknown[], otherwise: number): number {
  return (row as { time: number | null } | undefined)?.time ?? otherwise;
}
