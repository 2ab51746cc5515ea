/** What errors of idempotency say (§4.8, §7), and what they say it of. */

import {
  checkKey,
  createMemoryStore,
  type Effect,
  idempotent,
  type IdempotencyStore,
} from "@proto-gen/runtime/idempotency";
import { createSqliteStore } from "@proto-gen/runtime/idempotency/sqlite";
import Database from "libsql";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { answer, held, request, STORES, testClock } from "../support/idempotency-stores.js";

const effect: Effect = async () => ({ answer: answer(), store: true });

describe.each(STORES)("with a store %s, the error says", (_, open) => {
  it("which key came with other parameters", async () => {
    const store = open();
    await idempotent(store, request(), effect);
    const call = idempotent(store, request({ fingerprint: "f2" }), effect);
    await expect(call).rejects.toThrow("the key k1 came before with other parameters");
  });

  it("which key is still in use", async () => {
    const store = open();
    await store.claim(request());
    const call = idempotent(store, { ...request(), waitMs: 0 }, effect);
    await expect(call).rejects.toThrow("a call with the key k1 is still running");
  });

  it("that another call's answer counts", async () => {
    const store = open();
    const claim = held(await store.claim(request()));
    await store.release(claim);
    await expect(store.complete(claim, answer())).rejects.toThrow("another call took over");
  });

  it("that the store is closed", async () => {
    const store = open();
    store.close();
    await expect(store.claim(request())).rejects.toThrow("the store is closed");
  });

  it("which option is out of range, what it may be and what it is", () => {
    expect(() => open({ ttlMs: 1 })).toThrow(
      "ttlMs: expected an integer of at least 86400000, found 1",
    );
    expect(() => open({ leaseMs: 0.5 })).toThrow("leaseMs: expected an integer of at least 1");
  });
});

describe("the error of a key says", () => {
  it("what it was, where that is short enough", () => {
    expect(() => checkKey("a b")).toThrow('1 to 255 visible ASCII characters, found "a b"');
    const longest = `${"x".repeat(254)} `;
    expect(() => checkKey(longest)).toThrow(`found "${longest}"`);
  });

  it("how long it was, where it is too long", () => {
    expect(() => checkKey("x".repeat(256))).toThrow("found 256 characters");
  });
});

describe("the error of a call says", () => {
  it("that it needs a client", async () => {
    const call = idempotent(createMemoryStore(), request({ client: "" }), effect);
    await expect(call).rejects.toThrow("needs a client");
  });

  it("that a store of somebody's own could not claim the key", async () => {
    const store: IdempotencyStore = {
      ...createMemoryStore(),
      claim: () => Promise.reject(new Error("connection refused")),
    };
    await expect(idempotent(store, request(), effect)).rejects.toThrow("failed to claim a key");
  });

  it("to its effect, that another call took over", async () => {
    const clock = testClock();
    const store = createMemoryStore({ now: clock.now, leaseMs: 3 });
    let reason: unknown;
    const slow: Effect = async ({ lost }) => {
      clock.advance(3);
      await store.claim(request());
      await once(lost, "abort");
      reason = lost.reason;
      return { answer: answer(), store: false };
    };
    await idempotent(store, request(), slow);
    expect(reason).toMatchObject({ message: expect.stringContaining("another call took over") });
  });
});

describe("the error of the store in memory says", () => {
  it("how many bytes it is full of", async () => {
    const store = createMemoryStore({ maxBytes: 1 });
    const body = new Uint8Array(10);
    const { client, operation, key } = request();
    await store.complete(held(await store.claim(request())), {
      status: 200,
      headers: [["ab", "cde"]],
      body,
    });
    // An entry takes 768 bytes, and each character two: of the scope with the lengths of its parts, and of the headers.
    const scope = `${client.length} ${operation.length} ${client}${operation}${key}`;
    const bytes = 768 + 10 + 2 * (scope.length + "abcde".length);
    await expect(store.claim(request({ key: "k2" }))).rejects.toThrow(
      `the store is full: ${bytes} bytes`,
    );
  });

  it("which limit is out of range", () => {
    expect(() => createMemoryStore({ maxBytes: 0 })).toThrow("maxBytes: expected");
  });
});

describe("the error of the store in SQLite says", () => {
  it("that its file could not be set up, and why", () => {
    const database = new Database(":memory:");
    database.exec("PRAGMA query_only = ON");
    expect(() => createSqliteStore({ database })).toThrow("the store could not set up");
  });

  it("that busyTimeoutMs is out of range", () => {
    const database = new Database(":memory:");
    expect(() => createSqliteStore({ database, busyTimeoutMs: -1 })).toThrow("busyTimeoutMs");
    createSqliteStore({ database, busyTimeoutMs: 0 }).close();
  });

  it("what could not be done, with the library's error as its cause", async () => {
    const database = new Database(":memory:");
    const store = createSqliteStore({ database });
    const claim = held(await store.claim(request()));
    database.exec("DROP TABLE idempotency_entry");
    const cause = expect.any(Error);
    await expect(store.claim(request())).rejects.toMatchObject({
      message: expect.stringContaining("the store could not claim a key"),
      cause,
    });
    await expect(store.complete(claim, answer())).rejects.toMatchObject({
      message: expect.stringContaining("the store could not store an answer"),
      cause,
    });
    await expect(store.release(claim)).rejects.toMatchObject({
      message: expect.stringContaining("the store could not release a key"),
      cause,
    });
    await expect(store.renew(claim)).rejects.toMatchObject({
      message: expect.stringContaining("the store could not renew a lease"),
      cause,
    });
  });
});
