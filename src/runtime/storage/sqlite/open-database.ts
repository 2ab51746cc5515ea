/** Opens a file with whichever SQLite is available: the engine's own (`node:sqlite`), or the package libsql. */

import { StorageError } from "../storage.js";
import type { SqliteDatabase } from "./sqlite-database.js";

type NewDatabase = new (file: string) => SqliteDatabase;

declare const process:
  | {
      readonly getBuiltinModule?: (
        id: "node:sqlite",
      ) => { readonly DatabaseSync?: NewDatabase | undefined } | undefined;
    }
  | undefined;

/**
 * Returns a connection for `createSqliteStorage`, through `node:sqlite` (Node 22.13 and later, Deno, Bun), or
 * otherwise through libsql, which must then be a dependency of the project. Node 22 and 24 warn once that their
 * SQLite is experimental.
 * @param file its directory must exist; `:memory:` keeps everything in memory
 * @throws {StorageError} if neither is available, or the file cannot be opened
 * @example
 * ```ts
 * import { createSqliteStorage, openDatabase } from "@proto-gen/runtime/storage/sqlite";
 *
 * const store = createSqliteStorage({ database: await openDatabase("shop.db") });
 * ```
 */
export async function openDatabase(file: string): Promise<SqliteDatabase> {
  const Database = builtIn() ?? (await libsql());
  try {
    return new Database(file);
  } catch (cause) {
    throw new StorageError(`cannot open ${file}`, cause);
  }
}

function builtIn(): NewDatabase | undefined {
  if (typeof process === "undefined") return undefined;
  return process.getBuiltinModule?.("node:sqlite")?.DatabaseSync;
}

async function libsql(): Promise<NewDatabase> {
  try {
    return (await import("libsql")).default as unknown as NewDatabase;
  } catch (cause) {
    throw new StorageError(
      "no SQLite found: add the package libsql to your project, or use Node 22.13 or later",
      cause,
    );
  }
}
