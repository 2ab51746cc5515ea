/** The PostgreSQL server that `DATABASE_URL` names: connections with transactions, and tables that are dropped after a test. */

import type { PostgresConnection, PostgresRow } from "@proto-gen/runtime/storage/postgres";
import pg from "pg";

export const DATABASE_URL: string | undefined = process.env["DATABASE_URL"];

let prefixes = 0;

/** Tables of their own for each: a schema would have to be set for each connection of a pool. */
export function newPrefix(): string {
  prefixes += 1;
  return `t${process.pid}_${Date.now().toString(36)}_${prefixes}_`;
}

/** Called for each round trip to the server; `send` makes it. */
export type RoundTrip = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** A pool of `pg`, with transactions. */
export function poolConnection(
  pool: pg.Pool,
  roundTrip: RoundTrip = (send) => send(),
): Required<PostgresConnection> {
  const rowsOf = async (
    client: pg.Pool | pg.PoolClient,
    sql: string,
    parameters: readonly string[] = [],
  ): Promise<readonly PostgresRow[]> =>
    (await roundTrip(() => client.query<PostgresRow>(sql, [...parameters]))).rows;
  return {
    query: (sql, parameters) => rowsOf(pool, sql, parameters),
    async transaction(statements) {
      const client = await pool.connect();
      try {
        await rowsOf(client, "BEGIN");
        const results: (readonly PostgresRow[])[] = [];
        for (const { sql, parameters } of statements)
          results.push(await rowsOf(client, sql, parameters));
        await rowsOf(client, "COMMIT");
        client.release();
        return results;
      } catch (error) {
        // A connection that cannot roll back is not used again.
        await rowsOf(client, "ROLLBACK").then(
          () => client.release(),
          (failure: Error) => client.release(failure),
        );
        throw error;
      }
    },
  };
}

/** Functions, tables and sequences whose names begin with the prefix. */
export async function dropPrefix(pool: pg.Pool, prefix: string): Promise<void> {
  const drops = await pool.query<{ readonly sql: string }>(
    `SELECT 'DROP FUNCTION IF EXISTS ' || oid::regprocedure AS sql FROM pg_proc WHERE starts_with(proname, $1)
      UNION ALL
      SELECT CASE relkind WHEN 'r' THEN 'DROP TABLE IF EXISTS ' ELSE 'DROP SEQUENCE IF EXISTS ' END || oid::regclass || ' CASCADE'
        FROM pg_class WHERE starts_with(relname, $1) AND relkind IN ('r', 'S')`,
    [prefix],
  );
  for (const { sql } of drops.rows) await pool.query(sql);
}
