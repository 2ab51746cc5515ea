/** The quotas of idempotency keys (§8): a client that has its share leaves the others theirs. */

import { IdempotencyError, type Idempotency } from "@proto-gen/runtime/server";
import type { ClaimRequest } from "../../../src/runtime/idempotency/claims.js";
import Database from "libsql";
import { beforeEach, describe, expect, it } from "vitest";
import {
  answer,
  CLAIMS,
  claimsInSqlite,
  held,
  HOUR,
  request,
  testClock,
  withFile,
} from "../../support/claims.js";

const BYTES = 100_000;
const MAX = 64 * BYTES;
/** In memory a character counts as two bytes. */
const BODIES: Readonly<Record<string, string>> = {
  "in memory": "x".repeat(BYTES / 2),
  "in SQLite": "x".repeat(BYTES),
};
let body = "";
const REFUSED = { code: "idempotency_quota_exceeded", status: 429 };
const FULL = { code: "idempotency_unavailable", status: 503 };

let keys = 0;

/** @returns what the store threw; undefined where the answer is kept */
async function keep(
  store: Idempotency,
  whose: Pick<ClaimRequest, "client" | "isAnonymous">,
): Promise<unknown> {
  keys += 1;
  try {
    const claim = held(await store.claim(request({ ...whose, key: `key ${keys}` })));
    return void (await store.complete(claim, answer(body)));
  } catch (error) {
    return error;
  }
}

/** Counts the answers that are kept before one is refused. */
async function fill(
  store: Idempotency,
  whose: Pick<ClaimRequest, "client" | "isAnonymous">,
): Promise<number> {
  for (let count = 0; ; count += 1) if ((await keep(store, whose)) !== undefined) return count;
}

describe.each(CLAIMS)("a storage %s", (name, open) => {
  beforeEach(() => void (body = BODIES[name] ?? ""));

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

  it("says when to come again, and has room once answers have expired", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, maxBytes: MAX, clientBytes: 2 * BYTES });
    await fill(store, { client: "late" });
    const refused = await keep(store, { client: "late" });
    expect(refused).toMatchObject({ ...REFUSED, retryAfterSeconds: 60 });
    clock.advance(48 * HOUR);
    expect(await keep(store, { client: "late" })).toBeUndefined();
  });

  it("replays what it has, and takes a key over, for a client that has its share", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, maxBytes: MAX, clientBytes: 2 * BYTES, leaseMs: 1_000 });
    const known = request({ client: "greedy", key: "known" });
    await store.complete(held(await store.claim(known)), answer(body));
    const left = request({ client: "greedy", key: "left" });
    await store.claim(left);
    await fill(store, { client: "greedy" });
    clock.advance(1_000);
    expect(await store.claim(known)).toMatchObject({ kind: "completed", answer: answer(body) });
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
      expect(await keep(store, { client: `many ${name}` })).toBeInstanceOf(IdempotencyError);
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

describe("a storage in SQLite", () => {
  it("knows what it keeps for whom when it is opened again", async () => {
    body = BODIES["in SQLite"] ?? "";
    await withFile(async (file) => {
      const options = { maxBytes: MAX, clientBytes: 2 * BYTES };
      const first = claimsInSqlite({ database: new Database(file), ...options });
      expect(await fill(first, { client: "greedy" })).toBe(2);
      first.close();
      const second = claimsInSqlite({ database: new Database(file), ...options });
      expect(await keep(second, { client: "greedy" })).toMatchObject(REFUSED);
      expect(await keep(second, { client: "other" })).toBeUndefined();
      second.close();
    });
  });
});
