/** Where the business keeps its data and its signing keys: in PostgreSQL, for any number of processes. */

import pg from "pg";
import { createPostgresStorage } from "@proto-gen/runtime/storage/postgres";

export const storage = {
  variable: "DATABASE_URL",
  expected: "the URL of a PostgreSQL database: postgres://user:password@localhost:5432/shop",
  pattern: /^postgres(?:ql)?:\/\//,
  async open(connectionString: string) {
    const pool = new pg.Pool({ connectionString, connectionTimeoutMillis: 10_000 });
    // A connection that is lost while nobody uses it would end the process.
    pool.on("error", ({ message }) =>
      console.error(`A connection to the database is lost: ${message}`),
    );
    return createPostgresStorage({
      query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows,
      end: () => pool.end(),
    });
  },
};
