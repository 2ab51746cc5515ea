/** Enforces a client's share in a SQLite file. Triggers maintain a table with the bytes of each account. */

import { accountOf, type Quota, type RecordOwner, refused, type Used } from "../quota.js";
import type { SqliteStatement } from "./sqlite-database.js";

export const SHARE_SQL = {
  used: "SELECT account, bytes FROM record_usage WHERE account IN (?, 'total')",
  // `id` grows with each write.
  oldest: "SELECT id FROM record WHERE account = ? ORDER BY id LIMIT 2",
  forget: "DELETE FROM record WHERE id = ? RETURNING id",
};

type ShareStatements = Readonly<Record<keyof typeof SHARE_SQL, SqliteStatement>>;

export function usedBy(statements: ShareStatements, account: string): Used {
  const rows = statements.used.all(account) as { account: string; bytes: number }[];
  const bytesOf = (name: string): number => rows.find((row) => row.account === name)?.bytes ?? 0;
  return { total: bytesOf("total"), own: bytesOf(account) };
}

/** Removes the client's oldest records until it is within its share, but never its latest. */
export function forgetExcess(statements: ShareStatements, quota: Quota, client: RecordOwner): void {
  const account = accountOf(client);
  while (refused(quota, usedBy(statements, account), client.isAnonymous) !== undefined) {
    const [first, second] = statements.oldest.all(account) as { id: number }[];
    if (first === undefined || second === undefined) return;
    statements.forget.all(first.id);
  }
}
