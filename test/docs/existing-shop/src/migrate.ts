import { readdirSync, readFileSync } from "node:fs";
import { pool, transaction } from "./database.js";

await pool.query("CREATE TABLE IF NOT EXISTS migrations (file text PRIMARY KEY)");
for (const file of readdirSync("migrations").sort()) {
  const known = await pool.query("SELECT FROM migrations WHERE file = $1", [file]);
  if (known.rowCount) continue;
  await transaction(async (client) => {
    await client.query(readFileSync(`migrations/${file}`, "utf8"));
    await client.query("INSERT INTO migrations VALUES ($1)", [file]);
  });
  console.log(`migrated: ${file}`);
}
await pool.end();
