/** Every engine of `Storage`, opened empty. PostgreSQL is the one that `DATABASE_URL` names; without it, those are skipped. */

import { PGlite } from "@electric-sql/pglite";
import type { Storage } from "@proto-gen/runtime/storage";
import { createPostgresStorage, type PostgresRow } from "@proto-gen/runtime/storage/postgres";
import { createSqliteStorage, type SqliteDatabase } from "@proto-gen/runtime/storage/sqlite";
import type { OpenStorageOptions } from "@proto-gen/runtime/testing";
import pg from "pg";
import postgres from "postgres";
import { DATABASE_URL, newPrefix, poolConnection } from "./postgres.js";
import { STORAGES } from "./storages.js";

export interface Engine {
  readonly name: string;
  /** Why it cannot be tested here. */
  readonly lacks?: string | undefined;
  open(options: OpenStorageOptions): Promise<Storage>;
}

const noServer = DATABASE_URL === undefined ? "DATABASE_URL" : undefined;

/** `node:sqlite` is there from Node 22.5 on. */
const nodeSqlite = (await import("node:sqlite" as string).catch(() => undefined)) as
  { readonly DatabaseSync: new (file: string) => SqliteDatabase } | undefined;

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
        prefix: newPrefix(),
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
        prefix: newPrefix(),
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
        prefix: newPrefix(),
        end: () => sql.end(),
        ...options,
      });
    },
  },
];
