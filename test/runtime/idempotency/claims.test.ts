/**
 * What claims do on every storage (§4.8, §8). `IDEMPOTENCY_SEED` brings a failure of the
 * random calls back; `IDEMPOTENCY_RUNS` makes them look longer.
 */

import { createIdempotency, type Idempotency } from "@proto-gen/runtime/server";
import { createMemoryStorage, StorageError } from "@proto-gen/runtime/storage";
import fc from "fast-check";
import Database from "libsql";
import { describe, expect, it } from "vitest";
import {
  answer,
  CLAIMS,
  claimsInMemory,
  claimsInSqlite,
  held,
  HOUR,
  request,
  testClock,
  withFile,
} from "../../support/claims.js";
import { conflictOf } from "../../support/failing-storage.js";
import { propertyOptions } from "../../support/sizes.js";

const UNAVAILABLE = { code: "idempotency_unavailable", status: 503 };
const LOST = { code: "idempotency_lease_lost" };

describe.each(CLAIMS)("claims on a storage %s", (_, open) => {
  it("gives one of many the claim", async () => {
    const store = open();
    const claims = await Promise.all(Array.from({ length: 50 }, () => store.claim(request())));
    const kinds = claims.map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "claimed")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "pending")).toHaveLength(49);
  });

  it("replays status, headers in their order and body byte for byte", async () => {
    const store = open();
    const body = Uint8Array.from({ length: 256 }, (_value, index) => index);
    const headers: [string, string][] = [
      ["Set-Cookie", "b=2"],
      ["set-cookie", 'a="\u00e9\\'],
      ["X-Empty", ""],
    ];
    const claim = held(await store.claim(request()));
    await store.complete(claim, { status: 201, headers, body });
    expect(await store.claim(request())).toEqual({
      kind: "completed",
      answer: { status: 201, headers, body },
    });
  });

  it("keeps an empty body", async () => {
    const store = open();
    const empty = { status: 204, headers: [], body: new Uint8Array() };
    await store.complete(held(await store.claim(request())), empty);
    expect(await store.claim(request())).toEqual({ kind: "completed", answer: empty });
  });

  it("replays what was stored, not what became of the bytes", async () => {
    const store = open();
    const given = answer("abc");
    await store.complete(held(await store.claim(request())), given);
    given.body.fill(0);
    const first = await store.claim(request());
    if (first.kind === "completed") first.answer.body.fill(1);
    expect(await store.claim(request())).toEqual({ kind: "completed", answer: answer("abc") });
  });

  it.each([
    ["a list that grows", (headers: [string, string][]) => headers],
    [
      "a frozen list of fields that change",
      (headers: [string, string][]) => Object.freeze(headers),
    ],
  ])("replays the headers that were stored, not what became of %s", async (_name, given) => {
    const store = open();
    const type: [string, string] = ["content-type", "application/json"];
    const headers = given([type]);
    await store.complete(held(await store.claim(request())), { ...answer(), headers });
    type[1] = "text/html";
    if (!Object.isFrozen(headers)) (headers as [string, string][]).push(["x-late", "1"]);
    expect(await store.claim(request())).toEqual({ kind: "completed", answer: answer() });
  });

  it("keeps the scopes of clients, operations and keys apart", async () => {
    const store = open();
    const scopes = [
      request(),
      request({ client: "other" }),
      request({ operation: "cancel_checkout" }),
      request({ key: "K1" }),
      request({ client: "a\u0000b", operation: "c" }),
      request({ client: "a\u0000c", operation: "c" }),
      request({ client: "a", operation: 'b","c' }),
      request({ client: 'a","b', operation: "c" }),
    ];
    for (const each of scopes) expect((await store.claim(each)).kind).toBe("claimed");
  });

  it("tells other parameters apart, pending, left behind and completed", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: 1000 });
    const claim = held(await store.claim(request()));
    const other = request({ fingerprint: "f2" });
    expect(await store.claim(other)).toEqual({ kind: "mismatch" });
    clock.advance(1000);
    expect(await store.claim(other)).toEqual({ kind: "mismatch" });
    await store.complete(claim, answer());
    expect(await store.claim(other)).toEqual({ kind: "mismatch" });
  });

  it("forgets a claim that is released, with its parameters", async () => {
    const store = open();
    const first = held(await store.claim(request()));
    await store.release(first);
    const second = held(await store.claim(request({ fingerprint: "f2" })));
    expect(second.token).toBeGreaterThan(first.token);
    await expect(store.complete(first, answer())).rejects.toMatchObject(LOST);
  });

  it("lets another take over when the lease has ended, and refuses the first one's answer", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: 1000 });
    const first = held(await store.claim(request()));
    clock.advance(999);
    expect(await store.claim(request())).toEqual({ kind: "pending", leaseMs: 1 });
    clock.advance(1);
    const second = held(await store.claim(request()));
    expect(second.token).toBeGreaterThan(first.token);
    await expect(store.complete(first, answer("first"))).rejects.toMatchObject(LOST);
    expect(await store.renew(first)).toBe(false);
    await store.release(first);
    expect((await store.claim(request())).kind).toBe("pending");
    await store.complete(second, answer("second"));
    await expect(store.complete(first, answer("first"))).rejects.toMatchObject(LOST);
    expect(await store.claim(request())).toMatchObject({ answer: answer("second") });
  });

  it("takes a late answer, as long as nobody has taken over", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: 1000 });
    const claim = held(await store.claim(request()));
    clock.advance(24 * HOUR);
    await store.complete(claim, answer());
    expect((await store.claim(request())).kind).toBe("completed");
  });

  it("starts the lease anew when it is renewed", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: 1000 });
    const claim = held(await store.claim(request()));
    clock.advance(800);
    expect(await store.renew(claim)).toBe(true);
    clock.advance(800);
    expect(await store.claim(request())).toEqual({ kind: "pending", leaseMs: 200 });
    await store.complete(claim, answer());
    expect(await store.renew(claim)).toBe(false);
  });

  it("lets the first answer stand", async () => {
    const store = open();
    const claim = held(await store.claim(request()));
    await store.complete(claim, answer("one"));
    await store.complete(claim, answer("two"));
    await store.release(claim);
    expect(await store.claim(request())).toMatchObject({ answer: answer("one") });
  });

  it("keeps an answer for 24 hours from its completion (§8)", async () => {
    const clock = testClock();
    const store = open({ now: clock.now, leaseMs: HOUR, ttlMs: 24 * HOUR });
    const claim = held(await store.claim(request()));
    clock.advance(HOUR - 1);
    await store.complete(claim, answer());
    clock.advance(24 * HOUR - 1);
    expect((await store.claim(request())).kind).toBe("completed");
    clock.advance(1);
    expect((await store.claim(request({ fingerprint: "f2" }))).kind).toBe("claimed");
  });

  it("keeps it for 48 hours when nothing is said", async () => {
    const clock = testClock();
    const store = open({ now: clock.now });
    await store.complete(held(await store.claim(request())), answer());
    clock.advance(48 * HOUR - 1);
    expect((await store.claim(request())).kind).toBe("completed");
    clock.advance(1);
    expect((await store.claim(request())).kind).toBe("claimed");
  });

  it("refuses to keep it for less", () => {
    expect(() => open({ ttlMs: 24 * HOUR - 1 })).toThrow(RangeError);
    expect(() => open({ ttlMs: Number.NaN })).toThrow(RangeError);
    expect(() => open({ leaseMs: 0 })).toThrow(RangeError);
  });

  it("is unavailable once it is closed", async () => {
    const store = open();
    const claim = held(await store.claim(request()));
    store.close();
    store.close();
    await expect(store.claim(request())).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.complete(claim, answer())).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.release(claim)).rejects.toMatchObject(UNAVAILABLE);
    await expect(store.renew(claim)).rejects.toMatchObject(UNAVAILABLE);
  });
});

describe("claims on a storage in memory", () => {
  it("refuses new keys when its answers take too many bytes", async () => {
    const clock = testClock();
    const store = claimsInMemory({ maxBytes: 1000, now: clock.now });
    await store.complete(held(await store.claim(request())), answer("x".repeat(1000)));
    await expect(store.claim(request({ key: "c" }))).rejects.toMatchObject(UNAVAILABLE);
    clock.advance(48 * HOUR);
    expect((await store.claim(request({ key: "c" }))).kind).toBe("claimed");
  });
});

describe("a claim whose commit rejects", () => {
  function failing(after: "commit" | "nothing"): Idempotency {
    const storage = createMemoryStorage();
    let failures = 1;
    return createIdempotency({
      ...storage,
      async commit(writes) {
        if (failures === 0) return storage.commit(writes);
        failures -= 1;
        if (after === "commit") await storage.commit(writes);
        throw new StorageError("the connection was lost");
      },
    });
  }

  it("is held where the commit has happened all the same", async () => {
    const claims = failing("commit");
    const claim = held(await claims.claim(request()));
    expect((await claims.claim(request())).kind).toBe("pending");
    await claims.complete(claim, answer());
    expect((await claims.claim(request())).kind).toBe("completed");
  });

  it("is none where nothing has happened, and the key is free", async () => {
    const claims = failing("nothing");
    await expect(claims.claim(request())).rejects.toMatchObject(UNAVAILABLE);
    expect((await claims.claim(request())).kind).toBe("claimed");
  });
});

describe("a claim that meets another one", () => {
  it("is made where the other one is gone before it is read", async () => {
    const storage = createMemoryStorage();
    let conflicts = 1;
    const claims = createIdempotency({
      ...storage,
      commit: async (writes) => (conflicts-- > 0 ? conflictOf(writes) : storage.commit(writes)),
    });
    expect((await claims.claim(request())).kind).toBe("claimed");
    expect((await claims.claim(request())).kind).toBe("pending");
  });
});

describe("claims on a storage in SQLite", () => {
  it("keeps answers and claims in the file", async () => {
    await withFile(async (file) => {
      const first = claimsInSqlite({ database: new Database(file) });
      await first.complete(held(await first.claim(request())), answer("kept"));
      await first.claim(request({ key: "left" }));
      first.close();
      const second = claimsInSqlite({ database: new Database(file) });
      expect(await second.claim(request())).toMatchObject({ answer: answer("kept") });
      expect((await second.claim(request({ key: "left" }))).kind).toBe("pending");
      second.close();
    });
  });

  it("never gives a fencing token twice, not even after its row is gone", async () => {
    await withFile(async (file) => {
      const tokens: number[] = [];
      for (let run = 0; run < 3; run += 1) {
        const store = claimsInSqlite({ database: new Database(file) });
        const claim = held(await store.claim(request()));
        tokens.push(claim.token);
        await store.release(claim);
        store.close();
      }
      expect(tokens).toEqual([1, 2, 3]);
    });
  });

  it("is unavailable while another process has the write lock, and has no effect then", async () => {
    await withFile(async (file) => {
      const store = claimsInSqlite({ database: new Database(file), busyTimeoutMs: 20 });
      const other = new Database(file);
      other.exec("BEGIN IMMEDIATE");
      await expect(store.claim(request())).rejects.toMatchObject(UNAVAILABLE);
      other.exec("COMMIT");
      expect((await store.claim(request())).kind).toBe("claimed");
      other.close();
      store.close();
    });
  });

  it("replays from a file that cannot be written, but claims nothing", async () => {
    const database = new Database(":memory:");
    const store = claimsInSqlite({ database });
    await store.complete(held(await store.claim(request())), answer());
    database.exec("PRAGMA query_only = ON");
    expect((await store.claim(request())).kind).toBe("completed");
    await expect(store.claim(request({ key: "new" }))).rejects.toMatchObject(UNAVAILABLE);
  });
});

/** One step of an interleaving: on one of two keys, with one of two fingerprints. */
const STEP = fc.record({
  act: fc.constantFrom("claim", "claim", "complete", "release", "renew", "wait", "waitLong"),
  key: fc.constantFrom("a", "b"),
  fingerprint: fc.constantFrom("f1", "f1", "f1", "f2"),
  /** Which of the key's claims: 0 is the last one. */
  age: fc.nat({ max: 2 }),
  ms: fc.nat({ max: 1500 }),
});

type Step = typeof STEP extends fc.Arbitrary<infer Value> ? Value : never;

describe("any interleaving of calls", () => {
  it("is the same on every storage, and replays each answer until it expires", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { maxLength: 60 }), interleave),
      propertyOptions("IDEMPOTENCY", { quick: 150, full: 5_000 }),
    );
  });
});

async function interleave(steps: readonly Step[]): Promise<void> {
  const clock = testClock();
  const times = { now: clock.now, leaseMs: 1000, ttlMs: 24 * HOUR };
  const stores = CLAIMS.map(([, open]) => open(times));
  const claims = new Map<string, ReturnType<typeof held>[]>();
  const answers = new Map<string, { readonly body: string; readonly until: number }>();
  async function both(act: (store: (typeof stores)[number]) => Promise<unknown>): Promise<unknown> {
    const [one, other] = await Promise.all(
      stores.map((store) => act(store).catch((error: unknown) => ({ thrown: codeOf(error) }))),
    );
    expect(other).toEqual(one);
    return one;
  }
  for (const [index, { act, key, fingerprint, age, ms }] of steps.entries()) {
    const mine = claims.get(key) ?? [];
    const claim = mine.at(-1 - age);
    const stands = answers.get(key);
    const live = stands !== undefined && stands.until > clock.now();
    if (act === "wait") clock.advance(ms);
    if (act === "waitLong") clock.advance(ms * 100_000);
    if (act === "claim") {
      const got = (await both((store) => store.claim(request({ key, fingerprint })))) as {
        kind: string;
        token: number;
      };
      if (live) {
        const expected = mine.at(-1)?.request.fingerprint === fingerprint;
        expect(got).toMatchObject(
          expected ? { kind: "completed", answer: answer(stands.body) } : { kind: "mismatch" },
        );
      }
      if (got.kind === "claimed") {
        expect(got.token).toBeGreaterThan(mine.at(-1)?.token ?? 0);
        claims.set(key, [...mine, held(got as ReturnType<typeof held>)]);
      }
    }
    if (claim === undefined) continue;
    if (act === "complete") {
      const body = `${index}`;
      const got = await both((store) => store.complete(claim, answer(body)));
      if (age > 0) expect(got).toEqual({ thrown: "idempotency_lease_lost" });
      else if (got === undefined && !live) {
        answers.set(key, { body, until: clock.now() + 24 * HOUR });
      }
    }
    if (act === "release") await both((store) => store.release(claim));
    if (act === "renew") await both((store) => store.renew(claim));
  }
  for (const store of stores) store.close();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : error;
}
