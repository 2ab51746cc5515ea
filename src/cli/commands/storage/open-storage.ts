/** Opens the storage of `proto-gen storage`. It sets nothing up: a wrong file or database stays as it is. */

import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import type { Storage } from "@proto-gen/runtime/storage";
import {
  createPostgresStorage,
  type PostgresConnection,
  type PostgresRow,
} from "@proto-gen/runtime/storage/postgres";
import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
import { failure, type ProtoGenError } from "../../../errors.js";

interface Connection extends Pick<PostgresConnection, "query"> {
  end(): Promise<unknown>;
}

/** The part of the package pg that the command calls. The project installs it. */
interface Pg {
  readonly Pool: new (options: { readonly connectionString: string; readonly max: number }) => {
    query(sql: string, parameters: string[]): Promise<{ readonly rows: PostgresRow[] }>;
    on(event: "error", listener: () => void): unknown;
    end(): Promise<void>;
  };
}

/** The part of the package postgres that the command calls. */
type Postgres = (
  url: string,
  options: object,
) => {
  unsafe(sql: string, parameters: string[]): Promise<PostgresRow[]>;
  end(): Promise<void>;
};

/** @throws ProtoGenError STORAGE_UNAVAILABLE */
export async function openStorage(database: string, prefix: string): Promise<Storage> {
  try {
    return await (/^postgres(?:ql)?:/i.test(database)
      ? openPostgres(database, prefix)
      : openSqlite(database));
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "STORAGE_UNAVAILABLE")
      throw thrown;
    throw unavailable(whyOf(thrown));
  }
}

/** Never with the URL, which may have a password. */
export function unavailable(why: string, hint?: string): ProtoGenError {
  return failure("STORAGE_UNAVAILABLE", why, { hint });
}

/** Returns the message of the innermost cause, which is the driver's own. */
export function whyOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  if (thrown.cause instanceof Error) return whyOf(thrown.cause);
  const [first] = thrown instanceof AggregateError ? (thrown.errors as unknown[]) : [];
  return first === undefined ? thrown.message : whyOf(first);
}

async function openSqlite(file: string): Promise<Storage> {
  if (!existsSync(file)) throw unavailable(`there is no file ${file}`);
  const database = await openDatabase(file);
  const tables = database.prepare(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name = 'records_schema'",
  );
  if (tables.all().length > 0) return createSqliteStorage({ database });
  database.close();
  throw unavailable(`${file} has no tables of the runtime`);
}

async function openPostgres(url: string, prefix: string): Promise<Storage> {
  const connection = connect(url);
  try {
    const [row] = await connection.query("SELECT to_regclass($1)::text AS found", [
      `${prefix}record`,
    ]);
    if (row?.["found"] === null)
      throw unavailable(
        `the database has no table ${prefix}record`,
        "give the prefix of the storage with --prefix",
      );
    const { query, end } = connection;
    return await createPostgresStorage({ query, end: async () => void (await end()), prefix });
  } catch (thrown) {
    await connection.end().catch(() => undefined);
    throw thrown;
  }
}

/** Through the driver that the project has. */
function connect(url: string): Connection {
  const fromProject = createRequire(path.resolve("package.json"));
  const pg = installed(() => fromProject("pg")) as Pg | undefined;
  if (pg !== undefined) {
    const pool = new pg.Pool({ connectionString: url, max: 2 });
    pool.on("error", () => undefined);
    return {
      query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows,
      end: () => pool.end(),
    };
  }
  const postgres = installed(() => fromProject("postgres")) as Postgres | undefined;
  if (postgres === undefined)
    throw unavailable(
      "neither pg nor postgres is installed in this project",
      "npm install pg, in the directory that the command runs in",
    );
  const sql = postgres(url, { max: 2, prepare: false, onnotice: () => undefined });
  return {
    query: (text, parameters) => sql.unsafe(text, [...parameters]),
    end: () => sql.end(),
  };
}

/** Undefined if the project does not have the package. */
function installed(load: () => unknown): unknown {
  try {
    return load();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}
