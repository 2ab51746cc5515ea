/** What every store of records does: versions, all or nothing, what is due. */

import { ABSENT, createMemoryRecords } from "@proto-gen/runtime/records";
import { createSqliteRecords } from "@proto-gen/runtime/records/sqlite";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { testClock, withFile } from "../support/idempotency-stores.js";
import { RECORD_STORES } from "../support/record-stores.js";

const UNAVAILABLE = { code: "records_unavailable" };

function insert(key: string, value: object = {}, more: object = {}) {
  return { collection: "checkout", key, value, expected: ABSENT, ...more };
}

describe.each(RECORD_STORES)("records %s", (_, open) => {
  it("gives back what was written, as a copy", async () => {
    const store = open();
    const value = { total: 5, lines: ["a"] };
    expect(await store.commit([insert("c1", value)])).toBe(true);
    value.lines.push("b");
    const first = await store.get<typeof value>("checkout", "c1");
    first?.value.lines.push("c");
    expect((await store.get("checkout", "c1"))?.value).toEqual({ total: 5, lines: ["a"] });
  });

  it("knows nothing of another collection's key", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    expect(await store.get("order", "c1")).toBeUndefined();
  });

  it("writes over the version that was read, and over no other", async () => {
    const store = open();
    await store.commit([insert("c1", { at: 1 })]);
    const read = await store.get("checkout", "c1");
    const expected = read?.version ?? ABSENT;
    const write = { collection: "checkout", key: "c1", value: { at: 2 }, expected };
    expect(await store.commit([write])).toBe(true);
    expect(await store.commit([write])).toBe(false);
    expect((await store.get("checkout", "c1"))?.value).toEqual({ at: 2 });
  });

  it("lets one of many writers win", async () => {
    const store = open();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_each, at) => store.commit([insert("c1", { at })])),
    );
    expect(results.filter((each) => each)).toHaveLength(1);
  });

  it("gives a key that was removed no version that it had", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    const expected = (await store.get("checkout", "c1"))?.version ?? ABSENT;
    const removal = { collection: "checkout", key: "c1", value: undefined, expected };
    expect(await store.commit([removal])).toBe(true);
    await store.commit([insert("c1")]);
    expect(await store.commit([removal])).toBe(false);
  });

  it("writes several records or none", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    const writes = [insert("c2"), insert("c1")];
    expect(await store.commit(writes)).toBe(false);
    expect(await store.get("checkout", "c2")).toBeUndefined();
  });

  it("gives what is due, the longest due first, and no more than asked for", async () => {
    const store = open();
    const due = [30, 10, 20, 40].map((dueAt) => insert(`at${dueAt}`, {}, { dueAt }));
    await store.commit([...due, insert("never")]);
    const found = await store.due("checkout", { before: 30, limit: 2 });
    expect(found.map(({ key }) => key)).toEqual(["at10", "at20"]);
    const all = await store.due("checkout", { before: 30, limit: 9 });
    expect(all.map(({ key }) => key)).toEqual(["at10", "at20", "at30"]);
  });

  it("lists by key, page by page", async () => {
    const store = open();
    await store.commit(["b", "a", "d", "c"].map((key) => insert(key)));
    const first = await store.list("checkout", { limit: 3 });
    expect(first.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    const next = await store.list("checkout", { after: "c", limit: 3 });
    expect(next.map(({ key }) => key)).toEqual(["d"]);
  });

  it("gives the latest first: what was written last, be it a change", async () => {
    const store = open();
    await store.commit(["a", "b", "c", "d"].map((key) => insert(key)));
    const { version = ABSENT } = (await store.get("checkout", "b")) ?? {};
    await store.commit([{ ...insert("b"), expected: version }]);
    await store.commit([{ ...insert("other"), collection: "order" }]);
    const found = await store.latest("checkout", { limit: 3 });
    expect(found.map(({ key }) => key)).toEqual(["b", "d", "c"]);
  });

  it("forgets what has expired, and takes its key again", async () => {
    const clock = testClock();
    const store = open({ now: clock.now });
    await store.commit([insert("c1", {}, { expiresAt: clock.now() + 10, dueAt: clock.now() })]);
    clock.advance(10);
    expect(await store.get("checkout", "c1")).toBeUndefined();
    expect(await store.list("checkout", { limit: 9 })).toEqual([]);
    expect(await store.latest("checkout", { limit: 9 })).toEqual([]);
    expect(await store.due("checkout", { before: clock.now(), limit: 9 })).toEqual([]);
    expect(await store.commit([insert("c1")])).toBe(true);
  });

  it("refuses everything once it is closed", async () => {
    const store = open();
    store.close();
    await expect(store.get("checkout", "c1")).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.commit([insert("c1")])).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.list("checkout", { limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.latest("checkout", { limit: 1 })).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe("records in memory", () => {
  it("refuse a new record when they are full, and take changes to old ones", async () => {
    const store = createMemoryRecords({ maxRecords: 1 });
    await store.commit([insert("c1")]);
    await expect(store.commit([insert("c2")])).rejects.toMatchObject(UNAVAILABLE);
    const expected = (await store.get("checkout", "c1"))?.version ?? ABSENT;
    const change = { collection: "checkout", key: "c1", value: { at: 2 }, expected };
    expect(await store.commit([change])).toBe(true);
  });
});

describe("records in a SQLite file", () => {
  it("are there for another connection, and after a restart", () =>
    withFile(async (file) => {
      const one = createSqliteRecords({ database: new Database(file) });
      const other = createSqliteRecords({ database: new Database(file) });
      await one.commit([insert("c1", { at: 1 })]);
      expect((await other.get("checkout", "c1"))?.value).toEqual({ at: 1 });
      expect(await other.commit([insert("c1")])).toBe(false);
      one.close();
      other.close();
      const again = createSqliteRecords({ database: new Database(file) });
      expect((await again.get("checkout", "c1"))?.value).toEqual({ at: 1 });
      again.close();
    }));

  it("say so where the tables are those of another version", () =>
    withFile(async (file) => {
      const database = new Database(file);
      database.exec(
        "CREATE TABLE records_schema (version INTEGER); INSERT INTO records_schema VALUES (9)",
      );
      expect(() => createSqliteRecords({ database })).toThrow(/records_unavailable/);
      database.close();
    }));
});
