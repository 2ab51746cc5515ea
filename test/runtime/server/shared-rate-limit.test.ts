/** A rate of calls that several processes on one storage keep together. */

import type { Principal } from "@proto-gen/runtime/auth";
import { createRateLimiter } from "@proto-gen/runtime/server";
import { createMemoryStorage, StorageError, type Storage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { STORAGES } from "../../support/storages.js";

const AGENT: Principal = { kind: "bearer", id: "agent" };

function limiters(
  open: (options: { readonly now: () => number }) => Storage,
  count: number,
  burst = 100,
) {
  let time = Date.UTC(2026, 10, 28);
  const store = open({ now: () => time });
  const all = Array.from({ length: count }, () =>
    createRateLimiter({ store, principal: { perSecond: 10, burst }, now: () => time }),
  );
  return {
    call: async (index: number, principal = AGENT) =>
      all[index % count]?.({ principal, remoteAddress: undefined }),
    advance: (ms: number) => void (time += ms),
  };
}

describe.each(STORAGES)("processes on a storage %s", (_, open) => {
  it("let a principal call as often as its burst together, and no oftener", async () => {
    const { call } = limiters(open, 4);
    const waits = await Promise.all(Array.from({ length: 300 }, (_each, index) => call(index)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(100);
    for (const wait of waits.filter((each) => each !== undefined)) expect(wait).toBeCloseTo(0.1);
  });

  it("let a principal call at its rate after its burst", async () => {
    const { call, advance } = limiters(open, 2, 10);
    for (let index = 0; index < 10; index += 1) expect(await call(index)).toBeUndefined();
    for (let second = 0; second < 5; second += 1) {
      expect(await call(second)).toBeGreaterThan(0);
      advance(1_000);
      for (let index = 0; index < 10; index += 1) expect(await call(index)).toBeUndefined();
    }
  });

  it("count each principal for itself", async () => {
    const { call } = limiters(open, 2, 1);
    expect(await call(0)).toBeUndefined();
    expect(await call(1)).toBeGreaterThan(0);
    expect(await call(1, { kind: "bearer", id: "other" })).toBeUndefined();
  });
});

describe("a process that has taken calls", () => {
  it("loses those that it has not let through within a second", async () => {
    const { call, advance } = limiters(createMemoryStorage, 1);
    // It takes ten.
    expect(await call(0)).toBeUndefined();
    advance(1_000);
    const waits = await Promise.all(Array.from({ length: 200 }, () => call(0)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(100);
  });

  it("asks the storage for each tenth of a burst, and not for each call", async () => {
    const storage = createMemoryStorage();
    let commits = 0;
    const counting: Storage = {
      ...storage,
      commit: (writes) => {
        commits += 1;
        return storage.commit(writes);
      },
    };
    const { call } = limiters(() => counting, 1);
    await Promise.all(Array.from({ length: 100 }, () => call(0)));
    expect(commits).toBe(10);
  });
});

describe("a storage that cannot be asked", () => {
  it("leaves each process to its own count", async () => {
    const down: Storage = {
      ...createMemoryStorage(),
      get: () => Promise.reject(new StorageError("down")),
    };
    const { call } = limiters(() => down, 1, 5);
    const waits = await Promise.all(Array.from({ length: 8 }, () => call(0)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(5);
  });
});
