import type { SqliteDatabase, SqliteStatement } from "./sqlite-database.js";

/** Prepares statements by name. @throws whatever the library throws */
export function prepareStatements<Name extends string>(
  database: SqliteDatabase,
  texts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, SqliteStatement>> {
  const prepared = Object.entries<string>(texts).map(
    ([name, sql]) => [name, database.prepare(sql)] as const,
  );
  return Object.fromEntries(prepared) as Record<Name, SqliteStatement>;
}
