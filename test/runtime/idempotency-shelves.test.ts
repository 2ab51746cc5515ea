/** How the store in memory keeps answers (DESIGN §12): how much it allocates, and what it shares. */

import { createMemoryStore, type StoredAnswer } from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import Database from "libsql";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Account } from "../../src/runtime/quota/account.js";
import { Shelves } from "../../src/runtime/idempotency/shelves.js";
import { headOf } from "../../src/runtime/idempotency/stored-answer.js";
import { answer, held, HOUR, request, STORES, testClock } from "../support/idempotency-stores.js";

const LABEL = { fingerprint: "f", token: 1, expiresAt: 1, account: new Account("client") };

afterEach(() => vi.unstubAllGlobals());

/** The lengths of what is allocated for bodies from now on. */
function allocated(): readonly number[] {
  const lengths: number[] = [];
  const Original = SharedArrayBuffer;
  vi.stubGlobal(
    "SharedArrayBuffer",
    class extends Original {
      constructor(length: number) {
        super(length);
        lengths.push(length);
      }
    },
  );
  return lengths;
}

function ofBytes(length: number): StoredAnswer {
  return { status: 200, headers: [], body: new Uint8Array(length).fill(7) };
}

describe("the memory for answers", () => {
  it("is allocated once for a thousand small ones", () => {
    const lengths = allocated();
    const shelves = new Shelves();
    for (let count = 0; count < 1_000; count += 1) shelves.put(LABEL, ofBytes(10));
    expect(lengths).toEqual([262_144]);
  });

  it("is filled to the last byte", () => {
    const lengths = allocated();
    const shelves = new Shelves();
    for (let count = 0; count < 8; count += 1) shelves.put(LABEL, ofBytes(32_768));
    expect(lengths).toHaveLength(1);
    shelves.put(LABEL, ofBytes(1));
    expect(lengths).toHaveLength(2);
  });

  it("is of its own size for an answer of more than an eighth of a shelf", () => {
    const lengths = allocated();
    const shelves = new Shelves();
    shelves.put(LABEL, ofBytes(32_769));
    shelves.put(LABEL, ofBytes(1));
    expect(lengths).toEqual([32_769, 262_144]);
  });

  it("holds 4,096 answers at most, however small they are", () => {
    const lengths = allocated();
    const shelves = new Shelves();
    for (let count = 0; count < 4_096; count += 1) shelves.put(LABEL, ofBytes(0));
    expect(lengths).toHaveLength(1);
    shelves.put(LABEL, ofBytes(0));
    expect(lengths).toHaveLength(2);
  });

  it("goes with the last answer in it, and not before", () => {
    const shelves = new Shelves();
    const [first, second] = [shelves.put(LABEL, ofBytes(1)), shelves.put(LABEL, ofBytes(2))];
    shelves.remove(first);
    expect(shelves.at(second).bodyLength).toBe(2);
    shelves.remove(second);
    expect(() => shelves.at(second).head).toThrow(TypeError);
  });

  it("is not used again for what comes after the last answer has gone", () => {
    const lengths = allocated();
    const shelves = new Shelves();
    shelves.remove(shelves.put(LABEL, ofBytes(1)));
    const place = shelves.put(LABEL, ofBytes(2));
    expect(shelves.at(place).answer).toEqual(ofBytes(2));
    expect(lengths).toHaveLength(2);
  });

  it("goes with all answers when the shelves are cleared", () => {
    const shelves = new Shelves();
    const place = shelves.put(LABEL, ofBytes(1));
    shelves.clear();
    expect(() => shelves.at(place).head).toThrow(TypeError);
    expect(shelves.at(shelves.put(LABEL, ofBytes(3))).bodyLength).toBe(3);
  });

  it("is that of any buffer, where pages share none", async () => {
    vi.stubGlobal("SharedArrayBuffer", undefined);
    const store = createMemoryStore();
    await store.complete(held(await store.claim(request())), answer("kept"));
    expect(await store.claim(request())).toMatchObject({ answer: answer("kept") });
  });
});

describe("the headers of a stored answer", () => {
  it("are a copy where the given ones may change", async () => {
    const store = createMemoryStore();
    const pair: [string, string] = ["etag", "1"];
    const headers = [pair];
    await store.complete(held(await store.claim(request())), { ...answer(), headers });
    pair[1] = "2";
    headers.push(["x", "y"]);
    expect(await store.claim(request())).toMatchObject({ answer: { headers: [["etag", "1"]] } });
  });

  it("are a copy where the list is frozen, and a pair in it is not", () => {
    const headers = Object.freeze([["a", "b"]] as [string, string][]);
    expect(headOf({ ...answer(), headers }).headers).not.toBe(headers);
  });

  it("are shared where nobody can change them", () => {
    const headers = Object.freeze([Object.freeze(["a", "b"] as const)]);
    expect(headOf({ ...answer(), headers }).headers).toBe(headers);
  });

  it("are shared by answers on one shelf that have the same ones", () => {
    const shelves = new Shelves();
    const headers = Object.freeze([Object.freeze(["a", "b"] as const)]);
    const [first, second] = [1, 2].map((length) =>
      shelves.at(shelves.put(LABEL, { ...ofBytes(length), headers })),
    );
    expect(second!.head).toBe(first!.head);
  });

  it("are shared with the answer before, where status and headers are the same", () => {
    const before = headOf(answer());
    expect(headOf({ ...before, body: new Uint8Array() }, before)).toBe(before);
    expect(headOf({ ...before, status: 500, body: new Uint8Array() }, before).status).toBe(500);
    const other = headOf({ ...answer(), headers: [["a", "b"]] }, before);
    expect(other.headers).toEqual([["a", "b"]]);
  });
});

describe("the time that an answer is kept in memory (§8)", () => {
  it("does not depend on what expires before it", async () => {
    const clock = testClock();
    const store = createMemoryStore({ now: clock.now, ttlMs: 24 * HOUR, leaseMs: HOUR });
    await store.complete(held(await store.claim(request({ key: "early" }))), answer("early"));
    clock.advance(12 * HOUR);
    await store.complete(held(await store.claim(request({ key: "late" }))), answer("late"));
    clock.advance(12 * HOUR);
    expect((await store.claim(request({ key: "early" }))).kind).toBe("claimed");
    clock.advance(12 * HOUR - 1);
    expect((await store.claim(request({ key: "late" }))).kind).toBe("completed");
    clock.advance(1);
    expect((await store.claim(request({ key: "late" }))).kind).toBe("claimed");
  });

  it.each(STORES)("is over at its last millisecond, for a late answer too, %s", async (_, open) => {
    const clock = testClock();
    const times = { now: clock.now, ttlMs: 24 * HOUR, leaseMs: HOUR };
    const [early, late] = [open(times), open(times)];
    const claims = [held(await early.claim(request())), held(await late.claim(request()))] as const;
    clock.advance(25 * HOUR - 1);
    await early.complete(claims[0], answer());
    expect((await early.claim(request())).kind).toBe("completed");
    clock.advance(1);
    const lost = { code: "idempotency_lease_lost" };
    await expect(late.complete(claims[1], answer())).rejects.toMatchObject(lost);
    expect(await late.renew(claims[1])).toBe(false);
  });
});

describe("the bytes that the store in memory may have", () => {
  it("are reached by answers of just as many", async () => {
    const { client, operation, key } = request();
    const scope = `${client.length} ${operation.length} ${client}${operation}${key}`;
    const bytes = 768 + 10 + 2 * scope.length;
    for (const [maxBytes, kind] of [
      [bytes, "idempotency_unavailable"],
      [bytes + 1, "claimed"],
    ] as const) {
      const store = createMemoryStore({ maxBytes });
      await store.complete(held(await store.claim(request())), ofBytes(10));
      const next = store.claim(request({ client: "another" }));
      expect(
        await next.then(
          (claim) => claim.kind,
          ({ code }) => code as string,
        ),
      ).toBe(kind);
    }
  });
});

describe("the store in SQLite", () => {
  it("closes its database once", () => {
    const database = new Database(":memory:");
    let closed = 0;
    const store = createSqliteStore({
      database: {
        prepare: (sql) => database.prepare(sql),
        exec: (sql) => database.exec(sql),
        close: () => void (closed += 1),
      },
    });
    store.close();
    store.close();
    expect(closed).toBe(1);
  });
});
