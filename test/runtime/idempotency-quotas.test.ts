/** The quotas of stores of idempotency keys (§8): a client that has its share leaves the others theirs. */

import {
  createMemoryStore,
  type ClaimRequest,
  type IdempotencyStore,
  type MemoryStoreOptions,
} from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import { answer, held, HOUR, request, testClock, withFile } from "../support/idempotency-stores.js";

const STORES: readonly (readonly [string, (options: MemoryStoreOptions) => IdempotencyStore])[] = [
  ["in memory", createMemoryStore],
  ["in SQLite", (options) => createSqliteStore({ database: new Database(":memory:"), ...options })],
];

const BYTES = 100_000;
const MAX = 64 * BYTES;
const BODY = "x".repeat(BYTES);
/** Two, in seconds. */
const DAYS = 48 * 60 * 60;
const REFUSED = { code: "idempotency_quota_exceeded", status: 429 };
const FULL = { code: "idempotency_unavailable", status: 503 };

let keys = 0;

/** @returns what the store threw; undefined where the answer is kept */
async function keep(
  store: IdempotencyStore,
  whose: Pick<ClaimRequest, "client" | "isAnonymous">,
): Promise<unknown> {
  keys += 1;
  try {
    const claim = held(await store.claim(request({ ...whose, key: `key ${keys}` })));
    return void (await store.complete(claim, answer(BODY)));
  } catch (error) {
    return error;
  }
}

/** Counts the answers that are kept before one is refused. */
async function fill(
  store: IdempotencyStore,
  whose: Pick<ClaimRequest, "client" | "isAnonymous">,
): Promise<number> {
  for (let count = 0; ; count += 1) if ((await keep(store, whose)) !== undefined) return count;
}

describe.each(STORES)("the store %s", (_, open) => {
  it("refuses a client that has its share, and no one else", async () => {
    const store = open({ maxBytes: MAX, clientBytes: 8 * BYTES });
    expect(await fill(store, { client: "greedy" })).toBe(8);
    expect(await keep(store, { client: "greedy" })).toMatchObject(REFUSED);
    expect(await keep(store, { client: "other" })).toBeUndefined();
    expect(await keep(store, { client: "anyone", isAnonymous: true })).toBeUndefined();
  });

  it("takes all anonymous clients for one, whatever they call themselves", async () => {
    const store = open({ maxBytes: MAX, anonymousBytes: 4 * BYTES });
    for (let count = 0; count < 4; count += 1)
      expect(await keep(store, { client: `name ${count}`, isAnonymous: true })).toBeUndefined();
    expect(await keep(store, { client: "another", isAnonymous: true })).toMatchObject(REFUSED);
    expect(await keep(store, { client: "another" })).toBeUndefined();
  });

  it("has a quarter for a client and an eighth for anonymous ones unless told", async () => {
    const store = open({ maxBytes: MAX });
    expect(await fill(store, { client: "greedy" })).toBe(16);
    expect(await fill(store, { client: "anyone", isAnonymous: true })).toBe(8);
  });

  it("says when the client's first answer ends, and has room then", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, maxBytes: MAX, clientBytes: 2 * BYTES });
    await keep(store, { client: "early" });
    clock.advance(HOUR);
    await keep(store, { client: "late" });
    clock.advance(HOUR);
    await keep(store, { client: "late" });
    const refused = await keep(store, { client: "late" });
    expect(refused).toMatchObject({ ...REFUSED, retryAfterSeconds: 47 * 60 * 60 });
    clock.advance(47 * HOUR);
    expect(await keep(store, { client: "late" })).toBeUndefined();
    expect(await keep(store, { client: "late" })).toMatchObject({ retryAfterSeconds: 60 * 60 });
  });

  it("replays what it has, and takes a key over, for a client that has its share", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, maxBytes: MAX, clientBytes: 2 * BYTES, leaseMs: 1_000 });
    const known = request({ client: "greedy", key: "known" });
    await store.complete(held(await store.claim(known)), answer(BODY));
    const left = request({ client: "greedy", key: "left" });
    await store.claim(left);
    await fill(store, { client: "greedy" });
    clock.advance(1_000);
    expect(await store.claim(known)).toMatchObject({ kind: "completed", answer: answer(BODY) });
    expect((await store.claim(left)).kind).toBe("claimed");
    expect((await store.claim({ ...known, fingerprint: "other" })).kind).toBe("mismatch");
  });

  it("counts claims without an answer, and no longer those that are released", async () => {
    const store = open({ maxBytes: MAX, clientBytes: 1 });
    const claim = held(await store.claim(request()));
    await expect(store.claim(request({ key: "k2" }))).rejects.toMatchObject(REFUSED);
    await store.renew(claim);
    await store.release(claim);
    expect((await store.claim(request({ key: "k2" }))).kind).toBe("claimed");
  });

  it("has room for who has little, though several have taken what they can", async () => {
    const store = open({ maxBytes: MAX });
    let kept = 0;
    for (let name = 0; name < 6; name += 1) kept += await fill(store, { client: `many ${name}` });
    expect(kept * BYTES).toBeLessThan(MAX);
    for (let name = 0; name < 6; name += 1)
      expect(await keep(store, { client: `many ${name}` })).toMatchObject({
        retryAfterSeconds: DAYS,
      });
    expect(await keep(store, { client: "many 5" })).toMatchObject(FULL);
    expect(await keep(store, { client: "new" })).toBeUndefined();
  });

  it("has all of its room again when everything has expired, however it came and went", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, maxBytes: MAX, leaseMs: 1_000 });
    for (let key = 0; key < 200; key += 1) {
      const client = `client ${key % 40}`;
      const claim = held(await store.claim(request({ client, key: `${key}` })));
      if (key % 4 === 0) await store.renew(claim);
      if (key % 5 === 0) await store.release(claim);
      else if (key % 3 > 0) await store.complete(claim, answer(`${key}`));
    }
    clock.advance(49 * HOUR);
    // Each claim sweeps some.
    for (let key = 0; key < 40; key += 1)
      await store.release(held(await store.claim(request({ key: `sweep ${key}` }))));
    expect(await fill(store, { client: "client 1" })).toBe(16);
  });

  it.each(["maxBytes", "clientBytes", "anonymousBytes"])("needs a %s of at least 1", (name) => {
    expect(() => open({ [name]: 0 })).toThrow(`${name}: expected an integer of at least 1`);
  });
});

describe("the store in memory", () => {
  it("counts what an entry takes beside its answer", async () => {
    const store = createMemoryStore({ maxBytes: 1_000_000 });
    let count = 0;
    for (let client = 0; client < 50; client += 1)
      for (;;) {
        const asked = store.claim(request({ client: `${client}`, key: `${count}` }));
        if (!(await asked.then(() => true).catch(() => false))) break;
        count += 1;
      }
    // 760 bytes were measured for one.
    expect(count).toBeLessThan(1_000_000 / 760);
    expect(count).toBeGreaterThan(500);
  });
});

describe("the store in SQLite", () => {
  it("knows what it keeps for whom when it is opened again", async () => {
    await withFile(async (file) => {
      const options = { maxBytes: MAX, clientBytes: 2 * BYTES };
      const first = createSqliteStore({ database: new Database(file), ...options });
      expect(await fill(first, { client: "greedy" })).toBe(2);
      first.close();
      const second = createSqliteStore({ database: new Database(file), ...options });
      expect(await keep(second, { client: "greedy" })).toMatchObject(REFUSED);
      expect(await keep(second, { client: "other" })).toBeUndefined();
      second.close();
    });
  });

  it("counts what was written before there were quotas, and by processes without them", async () => {
    await withFile(async (file) => {
      const database = new Database(file);
      database.exec(WITHOUT_QUOTAS);
      database.exec(rowOf("before"));
      const store = createSqliteStore({ database: new Database(file), maxBytes: MAX });
      database.exec(rowOf("beside"));
      expect(usedIn(database)).toMatchObject({ unknown: 106, total: 106 });
      expect((await store.claim(request())).kind).toBe("claimed");
      database.exec("DELETE FROM idempotency_entry");
      expect(usedIn(database)).toEqual({ total: 0 });
      store.close();
      database.close();
    });
  });
});

/** The tables as they were. */
const WITHOUT_QUOTAS = `
  CREATE TABLE idempotency_schema (version INTEGER NOT NULL) STRICT;
  INSERT INTO idempotency_schema (version) VALUES (1);
  CREATE TABLE idempotency_entry (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    scope TEXT NOT NULL UNIQUE,
    fingerprint TEXT NOT NULL,
    lease_ends_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    status INTEGER,
    headers TEXT,
    body BLOB
  ) STRICT;
  CREATE INDEX idempotency_entry_expires_at ON idempotency_entry (expires_at);`;

function rowOf(scope: string): string {
  return `INSERT INTO idempotency_entry (scope, fingerprint, lease_ends_at, expires_at, status, headers, body)
    VALUES ('${scope}', 'f', 1, 4102444800000, 200, '[]', zeroblob(98))`;
}

function usedIn(database: InstanceType<typeof Database>): Readonly<Record<string, number>> {
  const rows = database.prepare("SELECT account, bytes FROM idempotency_usage").all();
  return Object.fromEntries(
    (rows as { account: string; bytes: number }[]).map(({ account, bytes }) => [account, bytes]),
  );
}
