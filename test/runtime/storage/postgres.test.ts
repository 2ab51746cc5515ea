/** What is PostgreSQL's own: tables that are set up once, the shop's rows in the same commit, failures of the server. */

import { PGlite } from "@electric-sql/pglite";
import { createIdempotency, idempotent } from "@proto-gen/runtime/server";
import { ABSENT, type RecordWrite } from "@proto-gen/runtime/storage";
import {
  createPostgresStorage,
  postgresMigrations,
  type PostgresConnection,
  type PostgresRow,
  type PostgresStorageOptions,
  type Statement,
} from "@proto-gen/runtime/storage/postgres";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { answer, request } from "../../support/claims.js";
import { DATABASE_URL, dropPrefix, newPrefix, poolConnection } from "../../support/postgres.js";

/** An error of the server, as drivers throw it. */
function serverError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

const ORDER: RecordWrite = {
  collection: "order",
  key: "o1",
  value: { id: "o1" },
  expected: ABSENT,
};

function insertOrders(writes: readonly RecordWrite[]): readonly Statement[] {
  return writes
    .filter(({ collection, value }) => collection === "order" && value !== undefined)
    .map(({ key }) => ({
      sql: "INSERT INTO shop_order (id) VALUES ($1::text)",
      parameters: [key],
    }));
}

describe("a storage in PostgreSQL", () => {
  let database: PGlite;
  let connection: Required<PostgresConnection>;

  beforeAll(async () => {
    database = await PGlite.create();
    const rowsOf = async (
      on: Pick<PGlite, "query">,
      sql: string,
      parameters: readonly string[],
    ): Promise<readonly PostgresRow[]> => (await on.query<PostgresRow>(sql, [...parameters])).rows;
    connection = {
      query: (sql, parameters) => rowsOf(database, sql, parameters),
      transaction: (statements) =>
        database.transaction(async (transaction) => {
          const results: (readonly PostgresRow[])[] = [];
          for (const { sql, parameters } of statements)
            results.push(await rowsOf(transaction as never, sql, parameters));
          return results;
        }),
    };
  });

  afterAll(() => database.close());

  const open = (options: Partial<PostgresStorageOptions> = {}) =>
    createPostgresStorage({ ...connection, ...options });

  it("sets up its tables once, and finds what was written before", async () => {
    const first = await open({ prefix: "twice_" });
    await first.commit([ORDER]);
    const second = await open({ prefix: "twice_" });
    const [found] = await second.get([ORDER]);
    expect(found?.value).toEqual({ id: "o1" });
  });

  it("leaves the tables to others where it is told to", async () => {
    const storage = await open({ prefix: "by_hand_", migrate: false });
    await expect(storage.commit([ORDER])).rejects.toMatchObject({ code: "storage_unavailable" });
    await database.exec(postgresMigrations("by_hand_"));
    expect((await storage.commit([ORDER])).kind).toBe("committed");
  });

  it("refuses tables of a later version", async () => {
    await open({ prefix: "later_" });
    await database.exec("UPDATE later_version SET version = 99");
    await expect(open({ prefix: "later_" })).rejects.toThrow("set up its tables");
  });

  it.each(["", "Proto_", "a-b", "p;drop", 'p"', "9p", "x".repeat(41)])(
    "takes no prefix that is not a plain name: %j",
    async (prefix) => {
      await expect(open({ prefix })).rejects.toThrow(RangeError);
      expect(() => postgresMigrations(prefix)).toThrow(RangeError);
    },
  );

  it("refuses onCommit at start where several statements cannot be one transaction", async () => {
    const { query } = connection;
    const opened = createPostgresStorage({ query, onCommit: insertOrders });
    await expect(opened).rejects.toThrow("onCommit needs the option transaction");
  });

  describe("with rows of the shop's own", () => {
    beforeAll(() => database.exec("CREATE TABLE shop_order (id text PRIMARY KEY)"));
    const rows = async (): Promise<unknown[]> =>
      (await database.query("SELECT id FROM shop_order ORDER BY id")).rows;

    it("writes both or neither", async () => {
      const storage = await open({ prefix: "shop_", onCommit: insertOrders });
      expect((await storage.commit([ORDER])).kind).toBe("committed");
      expect(await rows()).toEqual([{ id: "o1" }]);
      // In conflict: its row would be a duplicate, which nobody tries to write.
      expect((await storage.commit([ORDER])).kind).toBe("conflict");
      // The shop's own statement fails: the record is not written.
      await database.exec("INSERT INTO shop_order VALUES ('o2')");
      const other = { ...ORDER, key: "o2" };
      await expect(storage.commit([other])).rejects.toMatchObject({ code: "storage_unavailable" });
      expect(await storage.get([other])).toEqual([undefined]);
      expect(await rows()).toEqual([{ id: "o1" }, { id: "o2" }]);
    });
  });

  it.each(["40P01", "40001"])("tries again what the server has rolled back: %s", async (code) => {
    let failures = 2;
    const storage = await open({
      prefix: `retry_${code.toLowerCase()}_`,
      query: async (sql, parameters) => {
        if (sql.includes("commit(") && !sql.startsWith("DO") && failures-- > 0)
          throw serverError(code);
        return connection.query(sql, parameters);
      },
    });
    expect((await storage.commit([ORDER])).kind).toBe("committed");
  });

  it.each(["57P01", "08006", "25006", "ECONNRESET"])(
    "rejects what may or may not have happened, and does not try it again: %s",
    async (code) => {
      let asked = 0;
      const storage = await open({
        prefix: "lost_",
        query: async (sql, parameters) => {
          if (sql.startsWith("DO")) return connection.query(sql, parameters);
          asked += 1;
          throw serverError(code);
        },
      });
      await expect(storage.commit([ORDER])).rejects.toMatchObject({ code: "storage_unavailable" });
      expect(asked).toBe(1);
    },
  );
});

describe.skipIf(DATABASE_URL === undefined)(
  "several connections to PostgreSQL (DATABASE_URL)",
  () => {
    const pools: pg.Pool[] = [];
    const prefix = newPrefix();
    const open = async (
      options: Partial<PostgresStorageOptions> = {},
    ): Promise<Awaited<ReturnType<typeof createPostgresStorage>>> => {
      const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 2 });
      pools.push(pool);
      return createPostgresStorage({ ...poolConnection(pool), prefix, ...options });
    };

    afterAll(async () => {
      const [pool] = pools;
      if (pool !== undefined) await dropPrefix(pool, prefix);
      await Promise.all(pools.map((each) => each.end()));
    });

    it("set up the tables at the same time", async () => {
      const storages = await Promise.all(Array.from({ length: 6 }, () => open()));
      const results = await Promise.all(storages.map((storage) => storage.commit([ORDER])));
      expect(results.filter(({ kind }) => kind === "committed")).toHaveLength(1);
    });

    it.each([
      ["removes nothing where", undefined],
      ["writes where", { by: "slow" }],
    ])("keep a commit whole that %s there was nothing", async (_what, value) => {
      // A second passes between what the commit reads and its end.
      const onCommit = (): Statement[] => [{ sql: "SELECT pg_sleep(1)", parameters: [] }];
      const [slow, quick] = [await open({ onCommit }), await open()];
      const [kept, free] = ["kept", "free"].map((key) => ({
        collection: `whole${typeof value}`,
        key,
      }));
      const made = await quick.commit([{ ...kept!, value: {}, expected: ABSENT }]);
      const [version = 0] = made.kind === "committed" ? made.versions : [];
      const ending = slow.commit([
        { ...kept!, value: undefined, expected: version },
        { ...free!, value, expected: ABSENT },
      ]);
      await new Promise((resolve) => setTimeout(resolve, 300));
      const { kind } = await quick.commit([{ ...free!, value: { by: "quick" }, expected: ABSENT }]);
      // Whoever is told of the second commit finds what the first one did, if that came before it.
      const found = await quick.get([kept!, free!]);
      expect((await ending).kind).toBe("committed");
      expect(kind).toBe(value === undefined ? "committed" : "conflict");
      expect(found.map((each) => each?.value)).toEqual([
        undefined,
        value === undefined ? { by: "quick" } : value,
      ]);
    });

    it("have one effect for each key, whatever connection a call comes by", async () => {
      const stores = (await Promise.all(Array.from({ length: 4 }, () => open()))).map((storage) =>
        createIdempotency(storage),
      );
      const effects = new Map<string, number>();
      const calls = Array.from({ length: 200 }, (_each, index) => {
        const key = `key${index % 20}`;
        return idempotent(stores[index % 4]!, { ...request({ key }), waitMs: 60_000 }, async () => {
          effects.set(key, (effects.get(key) ?? 0) + 1);
          return { answer: answer(key), store: true };
        });
      });
      const results = await Promise.all(calls);
      expect([...effects.values()]).toEqual(Array.from({ length: 20 }, () => 1));
      for (const [index, { answer: given }] of results.entries())
        expect(new TextDecoder().decode(given.body)).toBe(`key${index % 20}`);
    }, 60_000);
  },
);
