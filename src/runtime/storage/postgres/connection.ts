/** The interface to a PostgreSQL driver, and the meaning of its errors. */

export type PostgresRow = Readonly<Record<string, unknown>>;

/** One statement, with texts for `$1`, `$2` and so on. */
export interface Statement {
  readonly sql: string;
  readonly parameters: readonly string[];
}

/**
 * For a pool of `pg`: `query: async (sql, parameters) => (await pool.query(sql, [...parameters])).rows`. For
 * `postgres`: `query: (sql, parameters) => db.unsafe(sql, [...parameters])`. With a pooler in transaction mode, the
 * driver must not use named prepared statements: for `postgres`, `prepare: false`.
 */
export interface PostgresConnection {
  query(sql: string, parameters: readonly string[]): Promise<readonly PostgresRow[]>;
  /**
   * Runs the statements on one connection between BEGIN and COMMIT and returns the rows of each; a failure rolls
   * back. Required for `onCommit`.
   */
  transaction?(statements: readonly Statement[]): Promise<readonly (readonly PostgresRow[])[]>;
}

/** `code` and `detail` of a server error, as all three drivers provide. */
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

/** Deadlock and serialization failure: nothing has happened, and a retry may succeed. */
const TO_REPEAT: ReadonlySet<string> = new Set(["40P01", "40001"]);

export function isToRepeat(thrown: unknown): boolean {
  const { code } = serverErrorOf(thrown);
  return code !== undefined && TO_REPEAT.has(code);
}
