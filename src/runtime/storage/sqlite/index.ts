/** Records in a SQLite file, for several processes. You supply the library: see ADR 23. */

export { openDatabase, type SqliteDatabase } from "./sqlite-database.js";
export { type SqliteStorageOptions, createSqliteStorage } from "./sqlite-storage.js";
