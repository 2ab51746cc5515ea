/** A copy of the storefront whose owner keeps everything in PostgreSQL, in the database that `DATABASE_URL` names. */

import type { TestProject } from "vitest/node";
import pg from "pg";
import { DATABASE_URL, dropPrefix, newPrefix } from "../postgres.js";
import { serveProject } from "./serve-storefront.js";

function storageIn(url: string, prefix: string): string {
  return `/** What the shop keeps things in: in memory, or in PostgreSQL. */

import pg from "pg";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";

export async function openStorage(
  directory: string | undefined,
  now: () => number,
): Promise<Storage> {
  if (directory === undefined) return createMemoryStorage({ now });
  const pool = new pg.Pool({ connectionString: ${JSON.stringify(url)} });
  pool.on("error", (error) => console.error(error));
  return createPostgresStorage({
    query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows,
    end: () => pool.end(),
    prefix: ${JSON.stringify(prefix)},
    now,
  });
}
`;
}

export default async function servePostgres(project: TestProject): Promise<() => Promise<void>> {
  if (DATABASE_URL === undefined) throw new Error("DATABASE_URL names no PostgreSQL server");
  const prefix = newPrefix();
  const close = await serveProject(project, "served-postgres", storageIn(DATABASE_URL, prefix));
  return async () => {
    await close();
    const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 1 });
    await dropPrefix(pool, prefix);
    await pool.end();
  };
}
