/** What every storage does: versions, all or nothing, what is due. */

import { ABSENT, createMemoryStorage, readRecord } from "@proto-gen/runtime/storage";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { testClock, withFile } from "../../support/claims.js";
import { STORAGES } from "../../support/storages.js";

const UNAVAILABLE = { code: "storage_unavailable" };
const C1 = { collection: "checkout", key: "c1" };
const CONFLICT = { kind: "conflict", key: C1 };
/** Of one record that is there now. */
const COMMITTED = { kind: "committed", versions: [expect.any(Number)] };

function insert(key: string, value: object = {}, more: object = {}) {
  return { collection: "checkout", key, value, expected: ABSENT, ...more };
}

describe("a scan by key in memory", () => {
  it("sorts the keys in parts, and has what was written and removed in between", async () => {
    const store = createMemoryStorage();
    const keys = Array.from({ length: 2_000 }, (_, at) => `key ${(at * 7_919) % 2_000}`);
    for (const key of keys) await store.commit([insert(key)]);
    let turns = 0;
    let isDone = false;
    const scan = store.scan("checkout", { limit: 10_000 }).finally(() => (isDone = true));
    while (!isDone) {
      turns += 1;
      await store.commit([insert(`added ${turns}`)]);
      const found = await readRecord(store, "checkout", keys[turns] ?? "");
      const expected = found?.version ?? ABSENT;
      await store.commit([
        { collection: "checkout", key: keys[turns] ?? "", value: undefined, expected },
      ]);
      await new Promise((resolve) => setTimeout(resolve));
    }
    const added = Array.from({ length: 2_000 }, (_, at) => `added ${at + 1}`);
    const rest = keys.filter((_, at) => at === 0 || at > turns);
    const expected = [...added.slice(0, turns), ...rest].sort();
    expect(turns).toBeGreaterThan(2);
    expect((await scan).map(({ key }) => key)).toEqual(expected);
    const again = await store.scan("checkout", { limit: 10_000 });
    expect(again.map(({ key }) => key)).toEqual(expected);
  });
});

describe.each(STORAGES)("storage %s", (_, open) => {
  it("gives back what was written, as a copy", async () => {
    const store = open();
    const value = { total: 5, lines: ["a"] };
    expect(await store.commit([insert("c1", value)])).toEqual(COMMITTED);
    value.lines.push("b");
    const first = await readRecord<typeof value>(store, "checkout", "c1");
    first?.value.lines.push("c");
    expect((await readRecord(store, "checkout", "c1"))?.value).toEqual({ total: 5, lines: ["a"] });
  });

  it("knows nothing of another collection's key", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    expect(await readRecord(store, "order", "c1")).toBeUndefined();
  });

  it("writes over the version that was read, and over no other", async () => {
    const store = open();
    await store.commit([insert("c1", { at: 1 })]);
    const read = await readRecord(store, "checkout", "c1");
    const expected = read?.version ?? ABSENT;
    const write = { ...C1, value: { at: 2 }, expected };
    expect(await store.commit([write])).toEqual(COMMITTED);
    expect(await store.commit([write])).toEqual(CONFLICT);
    expect((await readRecord(store, "checkout", "c1"))?.value).toEqual({ at: 2 });
  });

  it("lets one of many writers win", async () => {
    const store = open();
    const results = await Promise.all(
      Array.from({ length: 50 }, (_each, at) => store.commit([insert("c1", { at })])),
    );
    const lost = results.filter(({ kind }) => kind !== "committed");
    expect(lost).toEqual(Array.from({ length: 49 }, () => CONFLICT));
  });

  it("gives a key that was removed no version that it had", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    const expected = (await readRecord(store, "checkout", "c1"))?.version ?? ABSENT;
    const removal = { ...C1, value: undefined, expected };
    expect(await store.commit([removal])).toEqual({ kind: "committed", versions: [ABSENT] });
    await store.commit([insert("c1")]);
    expect(await store.commit([removal])).toEqual(CONFLICT);
  });

  it("writes several records or none", async () => {
    const store = open();
    await store.commit([insert("c1")]);
    const writes = [insert("c2"), insert("c1")];
    expect(await store.commit(writes)).toEqual(CONFLICT);
    expect(await readRecord(store, "checkout", "c2")).toBeUndefined();
  });

  it("gives what is due, the longest due first, and no more than asked for", async () => {
    const store = open();
    const due = [30, 10, 20, 40].map((dueAt) => insert(`at${dueAt}`, {}, { dueAt }));
    await store.commit([...due, insert("never")]);
    const found = await store.scan("checkout", { dueBefore: 30, limit: 2 });
    expect(found.map(({ key }) => key)).toEqual(["at10", "at20"]);
    const all = await store.scan("checkout", { dueBefore: 30, limit: 9 });
    expect(all.map(({ key }) => key)).toEqual(["at10", "at20", "at30"]);
  });

  it("lists by key, page by page", async () => {
    const store = open();
    await store.commit(["b", "a", "d", "c"].map((key) => insert(key)));
    const first = await store.scan("checkout", { limit: 3 });
    expect(first.map(({ key }) => key)).toEqual(["a", "b", "c"]);
    const next = await store.scan("checkout", { after: "c", limit: 3 });
    expect(next.map(({ key }) => key)).toEqual(["d"]);
  });

  it("gives the latest first: what was written last, be it a change", async () => {
    const store = open();
    await store.commit(["a", "b", "c", "d"].map((key) => insert(key)));
    const { version = ABSENT } = (await readRecord(store, "checkout", "b")) ?? {};
    await store.commit([{ ...insert("b"), expected: version }]);
    await store.commit([{ ...insert("other"), collection: "order" }]);
    const found = await store.scan("checkout", { newest: true, limit: 3 });
    expect(found.map(({ key }) => key)).toEqual(["b", "d", "c"]);
  });

  it("forgets what has expired, and takes its key again", async () => {
    const clock = testClock();
    const store = open({ now: clock.now });
    await store.commit([insert("c1", {}, { expiresAt: clock.now() + 10, dueAt: clock.now() })]);
    clock.advance(10);
    expect(await readRecord(store, "checkout", "c1")).toBeUndefined();
    expect(await store.scan("checkout", { limit: 9 })).toEqual([]);
    expect(await store.scan("checkout", { newest: true, limit: 9 })).toEqual([]);
    expect(await store.scan("checkout", { dueBefore: clock.now(), limit: 9 })).toEqual([]);
    expect(await store.commit([insert("c1")])).toEqual(COMMITTED);
  });

  it("refuses everything once it is closed", async () => {
    const store = open();
    await store.close();
    await expect(store.get([C1])).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.commit([insert("c1")])).rejects.toMatchObject(UNAVAILABLE);
    for (const order of [{}, { newest: true }, { dueBefore: 1 }] as const)
      await expect(store.scan("checkout", { ...order, limit: 1 })).rejects.toMatchObject(
        UNAVAILABLE,
      );
  });
});

describe("storage in memory", () => {
  it("refuses a new record when it is full, and takes changes to old ones", async () => {
    const store = createMemoryStorage({ maxRecords: 1 });
    await store.commit([insert("c1")]);
    await expect(store.commit([insert("c2")])).rejects.toMatchObject(UNAVAILABLE);
    const expected = (await readRecord(store, "checkout", "c1"))?.version ?? ABSENT;
    expect(await store.commit([{ ...C1, value: { at: 2 }, expected }])).toEqual(COMMITTED);
  });
});

describe("storage in a SQLite file", () => {
  it("is there for another connection, and after a restart", () =>
    withFile(async (file) => {
      const one = createSqliteStorage({ database: new Database(file) });
      const other = createSqliteStorage({ database: new Database(file) });
      await one.commit([insert("c1", { at: 1 })]);
      expect((await readRecord(other, "checkout", "c1"))?.value).toEqual({ at: 1 });
      expect(await other.commit([insert("c1")])).toEqual(CONFLICT);
      await one.close();
      await other.close();
      const again = createSqliteStorage({ database: new Database(file) });
      expect((await readRecord(again, "checkout", "c1"))?.value).toEqual({ at: 1 });
      await again.close();
    }));

  it("says so where the tables are those of another version", () =>
    withFile(async (file) => {
      const database = new Database(file);
      database.exec(
        "CREATE TABLE records_schema (version INTEGER); INSERT INTO records_schema VALUES (9)",
      );
      expect(() => createSqliteStorage({ database })).toThrow(/storage_unavailable/);
      database.close();
    }));
});
