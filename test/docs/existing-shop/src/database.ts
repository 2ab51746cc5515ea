import pg from "pg";

export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
pool.on("error", (error) => console.error("database", error.message));

/** Runs `work` on one connection, in a transaction. */
export async function transaction<Result>(
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
