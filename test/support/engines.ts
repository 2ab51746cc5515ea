/** Every engine of `Storage`, opened empty. PostgreSQL is the one that `DATABASE_URL` names; without it, those are skipped. */

import { PGlite } from "@electric-sql/pglite";
import type { Storage } from "@proto-gen/runtime/storage";
import {
  createPostgresStorage,
  type PostgresConnection,
  type PostgresRow,
} from "@proto-gen/runtime/storage/postgres";
import { createSqliteStorage, type SqliteDatabase } from "@proto-gen/runtime/storage/sqlite";
import type { OpenStorageOptions } from "@proto-gen/runtime/testing";
import pg from "pg";
import postgres from "postgres";
import { STORAGES } from "./storages.js";

export interface Engine {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly lacks?: string | undefined;
  open(options: OpenStorageOptions): Promise<Storage>;
}

const DATABASE_URL = process.env["DATABASE_URL"];
const noServer = DATABASE_URL === undefined ? "DATABASE_URL" : undefined;

/** `node:sqlite` is there from Node 22.5 on. */
const nodeSqlite = (await import("node:sqlite" as string).catch(() => undefined)) as
  { readonly DatabaseSync: new (file: string) => SqliteDatabase } | undefined;

let opened = 0;

/** Tables of their own for each: a schema would have to be set for each connection of a pool. */
function prefix(): string {
  opened += 1;
  return `t${process.pid}_${Date.now().toString(36)}_${opened}_`;
}

/** A pool of `pg`, with transactions. */
export function poolConnection(pool: pg.Pool): Required<PostgresConnection> {
  const rowsOf = async (
    client: pg.Pool | pg.PoolClient,
    sql: string,
    parameters: readonly string[],
  ): Promise<readonly PostgresRow[]> =>
    (await client.query<PostgresRow>(sql, [...parameters])).rows;
  return {
    query: (sql, parameters) => rowsOf(pool, sql, parameters),
    async transaction(statements) {
      const client = await pool.connect();
      try {
        await client.query("BEGIN");
        const results: (readonly PostgresRow[])[] = [];
        for (const { sql, parameters } of statements)
          results.push(await rowsOf(client, sql, parameters));
        await client.query("COMMIT");
        client.release();
        return results;
      } catch (error) {
        // A connection that cannot roll back is not used again.
        await client.query("ROLLBACK").then(
          () => client.release(),
          (failure: Error) => client.release(failure),
        );
        throw error;
      }
    },
  };
}

let lite: Promise<PGlite> | undefined;

export const ENGINES: readonly Engine[] = [
  ...STORAGES.map(([name, open]): Engine => ({ name, open: async (options) => open(options) })),
  {
    name: "in SQLite through node:sqlite",
    lacks: nodeSqlite === undefined ? "Node 22.5" : undefined,
    open: async (options) => {
      if (nodeSqlite === undefined) throw new Error("this Node has no node:sqlite");
      const database = new nodeSqlite.DatabaseSync(":memory:");
      return createSqliteStorage({ database, ...options });
    },
  },
  {
    name: "in PostgreSQL through PGlite",
    open: async (options) => {
      lite ??= PGlite.create();
      const database = await lite;
      return createPostgresStorage({
        query: async (sql, parameters) =>
          (await database.query<PostgresRow>(sql, [...parameters])).rows,
        prefix: prefix(),
        ...options,
      });
    },
  },
  {
    name: "in PostgreSQL through pg",
    lacks: noServer,
    open: async (options) => {
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 4 });
      return createPostgresStorage({
        ...poolConnection(pool),
        prefix: prefix(),
        end: () => pool.end(),
        ...options,
      });
    },
  },
  {
    name: "in PostgreSQL through postgres",
    lacks: noServer,
    open: async (options) => {
      const sql = postgres(DATABASE_URL ?? "", {
        max: 4,
        prepare: false,
        onnotice: () => undefined,
      });
      return createPostgresStorage({
        query: (text, parameters) => sql.unsafe<PostgresRow[]>(text, [...parameters]),
        prefix: prefix(),
        end: () => sql.end(),
        ...options,
      });
    },
  },
];
