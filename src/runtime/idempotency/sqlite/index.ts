/** The store in a SQLite file, for several processes. The library is the caller's: see ADR 23. */
export type { SqliteDatabase, SqliteStatement } from "../../sqlite/sqlite-database.js";
export { createSqliteStore, type SqliteStoreOptions } from "./sqlite-store.js";
