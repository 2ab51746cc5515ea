/** Records in PostgreSQL, for any number of processes. You supply the driver: pg, postgres or PGlite (ADR 101). */

export {
  type PostgresConnection,
  type PostgresRow,
  type Statement,
  type PostgresStorageOptions,
  createPostgresStorage,
} from "./postgres-storage.js";
export { postgresMigrations } from "./migrations.js";
