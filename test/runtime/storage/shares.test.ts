/** The shares of clients in a storage: a client that has its share loses its oldest, and no one else's. */

import Database from "libsql";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  ABSENT,
  createMemoryStorage,
  readRecord,
  type RecordOwner,
  type Storage,
} from "@proto-gen/runtime/storage";
import type { MemoryStorageOptions } from "../../../src/runtime/storage/memory-storage.js";
import type { QuotaOptions } from "../../../src/runtime/storage/quota.js";
import { createSqliteStorage } from "@proto-gen/runtime/storage/sqlite";
import { testClock, withFile } from "../../support/claims.js";
import { CONTEXT, keeper, READY } from "../../support/checkout-keeper.js";

const BYTES = 100_000;
const FULL = { code: "storage_unavailable" };

/** Each with a value that counts as `BYTES`, about. */
const CLAIMS = [
  ["in memory", openMemory, { text: "x".repeat(BYTES / 2) }],
  ["in SQLite", openSqlite, { text: "x".repeat(BYTES) }],
] as const;
const [[, , VALUE]] = CLAIMS;

let keys = 0;
let value: { readonly text: string } = VALUE;

/** Under a key of its own. */
async function add(store: Storage, owner?: RecordOwner, more: object = {}) {
  keys += 1;
  const key = `record ${keys}`;
  const write = { collection: "checkout", key, value, expected: ABSENT, owner, ...more };
  return { key, result: await store.commit([write]) };
}

async function keep(store: Storage, owner?: RecordOwner, more: object = {}): Promise<string> {
  const { key, result } = await add(store, owner, more);
  expect(result).toMatchObject({ kind: "committed" });
  return key;
}

async function keepMany(store: Storage, count: number, owner?: RecordOwner) {
  const made: string[] = [];
  for (let each = 0; each < count; each += 1) made.push(await keep(store, owner));
  return made;
}

/** Counts those that are still there. */
async function left(store: Storage, made: readonly string[]): Promise<number> {
  const found = await store.get(made.map((key) => ({ collection: "checkout", key })));
  return found.filter((each) => each !== undefined).length;
}

function openMemory(options: MemoryStorageOptions = {}): Storage {
  return createMemoryStorage({ maxBytes: 64 * BYTES, maxRecords: 1_000, ...options });
}

function openSqlite(options: QuotaOptions = {}): Storage {
  const database = new Database(":memory:");
  return createSqliteStorage({ database, maxBytes: 64 * BYTES, ...options });
}

describe.each(CLAIMS)("records of a storage %s", (_, open, each) => {
  beforeEach(() => void (value = each));
  afterEach(() => void (value = VALUE));

  it("are forgotten if their owner exceeds its share, those written longest ago first", async () => {
    const store = open({ clientBytes: 4.5 * BYTES });
    const [first = "", ...others] = await keepMany(store, 4, { client: "greedy" });
    const expected = (await readRecord(store, "checkout", first))?.version ?? ABSENT;
    const again = {
      collection: "checkout",
      key: first,
      value: VALUE,
      owner: { client: "greedy" },
    };
    await store.commit([{ ...again, expected }]);
    const more = await keepMany(store, 2, { client: "greedy" });
    expect(await left(store, [first, ...more])).toBe(3);
    expect(await left(store, others.slice(0, 2))).toBe(0);
    expect(await left(store, others.slice(2))).toBe(1);
  });

  it("stay however much another client, or all anonymous ones together, have", async () => {
    const store = open();
    const mine = await keepMany(store, 10, { client: "platform" });
    const anonymous: string[] = [];
    for (let each = 0; each < 100; each += 1)
      anonymous.push(await keep(store, { client: `name ${each}`, isAnonymous: true }));
    await keepMany(store, 100, { client: "greedy" });
    expect(await left(store, mine)).toBe(10);
    // An eighth.
    expect(await left(store, anonymous)).toBe(7);
  });

  it("stay where they have no owner, and no longer count for the one that they had", async () => {
    const store = open({ clientBytes: 4.5 * BYTES });
    const paid = await keep(store, { client: "greedy" });
    const expected = (await readRecord(store, "checkout", paid))?.version ?? ABSENT;
    await store.commit([{ collection: "checkout", key: paid, value, expected }]);
    const more = await keepMany(store, 4, { client: "greedy" });
    expect(await left(store, [paid, ...more])).toBe(5);
    await keepMany(store, 20, { client: "greedy" });
    expect(await left(store, [paid])).toBe(1);
  });

  it("leave room for the business and for who has little, however many clients there are", async () => {
    const store = open();
    for (let client = 0; client < 6; client += 1)
      await keepMany(store, 40, { client: `many ${client}` });
    const orders = await keepMany(store, 1);
    expect(await left(store, orders)).toBe(1);
  });

  it.each(["maxBytes", "clientBytes", "anonymousBytes"])("need a %s of at least 1", (name) => {
    expect(() => open({ [name]: 0 })).toThrow(`${name}: expected`);
  });
});

describe("records of a storage in memory", () => {
  it("are refused where all that is kept may not be forgotten", async () => {
    const store = openMemory();
    await keepMany(store, 64);
    await expect(add(store)).rejects.toMatchObject(FULL);
  });

  it("have all of their room again when everything has expired", async () => {
    const clock = testClock();
    const store = openMemory({ now: clock.now });
    const expiresAt = clock.now() + 1_000;
    for (let each = 0; each < 40; each += 1) await keep(store, undefined, { expiresAt });
    for (let each = 0; each < 8; each += 1) await keep(store, { client: "some" }, { expiresAt });
    clock.advance(1_000);
    // Each commit sweeps some.
    const gone = { collection: "checkout", key: "none", value: undefined, expected: ABSENT };
    for (let each = 0; each < 10; each += 1) await store.commit([gone]);
    await keepMany(store, 64);
    await expect(add(store)).rejects.toMatchObject(FULL);
  });

  it("need a maxRecords of at least 1", () => {
    expect(() => openMemory({ maxRecords: 0 })).toThrow("maxRecords: expected");
  });
});

describe("records of a storage in SQLite", () => {
  it("are counted when the file is opened again, without those that it had before there were shares", () =>
    withFile(async (file) => {
      const database = new Database(file);
      database.exec(WITHOUT_SHARES);
      database.exec("INSERT INTO record (collection, key, value) VALUES ('checkout', 'old', '{}')");
      const options = { maxBytes: 64 * BYTES, clientBytes: 3.5 * BYTES };
      const openFile = () => createSqliteStorage({ database: new Database(file), ...options });
      const first = openFile();
      value = { text: "x".repeat(BYTES) };
      const made = await keepMany(first, 3, { client: "greedy" });
      await first.close();
      const second = openFile();
      const more = await keepMany(second, 2, { client: "greedy" });
      value = VALUE;
      expect(await left(second, [...made, ...more])).toBe(3);
      expect(await left(second, ["old"])).toBe(1);
      database.exec("DELETE FROM record");
      expect(database.prepare("SELECT account, bytes FROM record_usage").all()).toEqual([
        { account: "total", bytes: 0 },
      ]);
      await second.close();
      database.close();
    }));
});

/** The tables as they were. */
const WITHOUT_SHARES = `
  CREATE TABLE records_schema (version INTEGER NOT NULL) STRICT;
  INSERT INTO records_schema (version) VALUES (1);
  CREATE TABLE record (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    collection TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    due_at INTEGER,
    expires_at INTEGER,
    UNIQUE (collection, key)
  ) STRICT;
  CREATE INDEX record_due_at ON record (collection, due_at) WHERE due_at IS NOT NULL;
  CREATE INDEX record_expires_at ON record (expires_at) WHERE expires_at IS NOT NULL;`;

describe("checkouts in memory", () => {
  it("are forgotten for newer ones of anonymous callers, except those that were paid", async () => {
    const shares = { maxRecords: 1_000, anonymousBytes: 20 * BYTES, maxBytes: 1_000 * BYTES };
    const store = createMemoryStorage(shares);
    const { create, complete, get, checkouts } = keeper({ store });
    const known = { ...CONTEXT, principal: { kind: "api_key", id: "platform" } };
    const mine = await checkouts.handlers.createCheckout(READY, known);
    const paid = await create();
    await complete(paid.id);
    const old = await create();
    const flood = [];
    for (let each = 0; each < 40; each += 1) flood.push(await create());
    await expect(get(old.id)).rejects.toMatchObject({ code: "not_found" });
    expect((await get(paid.id)).status).toBe("completed");
    expect((await get(flood.at(-1)?.id ?? "")).status).toBe("ready_for_complete");
    const { id } = mine as { readonly id: string };
    expect(await checkouts.handlers.getCheckout({ id }, known)).toMatchObject({ id });
  });
});
