/** Where the business keeps its data and its signing keys: in PostgreSQL, for any number of processes. */

import pg from "pg";
import type { Storage } from "@proto-gen/runtime/storage";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";

export async function openStorage(): Promise<Storage> {
  const pool = new pg.Pool({ connectionString: process.env["DATABASE_URL"] });
  // A connection that is lost while nobody uses it would end the process.
  pool.on("error", (error) => console.error(error));
  const storage = await createPostgresStorage({
    query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows,
  });
  return {
    ...storage,
    async close() {
      await storage.close();
      await pool.end();
    },
  };
}
