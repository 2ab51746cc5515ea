/** The port: what is used of a PostgreSQL driver, and what its errors mean. */

export type PostgresRow = Readonly<Record<string, unknown>>;

/** One statement with the values of `$1`, `$2` and so on, which are texts. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * For a pool of `pg`: `query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows`. For `postgres`:
 * `query: (sql, parameters) => db.unsafe(sql, [...parameters])`. A pooler in transaction mode needs a driver that prepares no
 * statements by name: with `postgres`, `prepare: false`.
 */
export interface PostgresConnection {
  query(sql: string, parameters: readonly string[]): Promise<readonly PostgresRow[]>;
  /**
   * Runs the statements on one connection between BEGIN and COMMIT, and gives the rows of each; one that fails rolls back.
   * Needed for `onCommit`.
   */
  transaction?(statements: readonly Statement[]): Promise<readonly (readonly PostgresRow[])[]>;
}

/** `code` and `detail` of an error of the server: the three drivers give both. */
export interface ServerError {
  readonly code: string | undefined;
  readonly detail: string | undefined;
}

export function serverErrorOf(thrown: unknown): ServerError {
  const { code, detail } = (typeof thrown === "object" && thrown !== null ? thrown : {}) as Record<
    string,
    unknown
  >;
  return {
    code: typeof code === "string" ? code : undefined,
    detail: typeof detail === "string" ? detail : undefined,
  };
}

/** Nothing has happened, and it may succeed the next time: a deadlock, or a serialization failure. */
const TO_REPEAT: ReadonlySet<string> = new Set(["40P01", "40001"]);

export function isToRepeat(thrown: unknown): boolean {
  const { code } = serverErrorOf(thrown);
  return code !== undefined && TO_REPEAT.has(code);
}
