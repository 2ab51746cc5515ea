/** Records in PostgreSQL, for any number of processes. You supply the driver: pg, postgres or PGlite (ADR 101). */

export type { PostgresConnection, PostgresRow, Statement } from "./connection.js";
export { postgresMigrations } from "./migrations.js";
export { type PostgresStorageOptions, createPostgresStorage } from "./postgres-storage.js";
