/** What the store in memory does for speed, unseen: shelves for bodies, and digests without a wait. */

import { createHash } from "node:crypto";
import { getHeapStatistics } from "node:v8";
import { describe, expect, it } from "vitest";
import { createMemoryStore, fingerprintOf, type HeldClaim } from "@proto-gen/runtime/idempotency";

describe("the store in memory", () => {
  it("gives back bodies of all sizes as they were, whatever becomes of what it was given", async () => {
    const store = createMemoryStore();
    const sizes = [0, 1, 4_096, 32_767, 32_768, 32_769, 262_144, 300_000];
    const request = (key: number) => ({
      client: "client",
      operation: "create",
      key: String(key),
      fingerprint: "f",
    });
    const bodyOf = (key: number): Uint8Array =>
      new Uint8Array(sizes[key % sizes.length] ?? 0).fill(key);
    const keys = Array.from({ length: 100 }, (_, key) => key);
    for (const key of keys) {
      const claim = (await store.claim(request(key))) as HeldClaim;
      const body = bodyOf(key);
      await store.complete(claim, { status: 200, headers: [["a", String(key)]], body });
      body.fill(255);
    }
    for (const key of keys) {
      const claim = await store.claim(request(key));
      expect(claim.kind).toBe("completed");
      if (claim.kind !== "completed") return;
      expect(claim.answer.headers).toEqual([["a", String(key)]]);
      expect(Buffer.compare(claim.answer.body, bodyOf(key))).toBe(0);
      // Its own bytes: who changes them changes nobody else's.
      expect(claim.answer.body.buffer.byteLength).toBe(claim.answer.body.length);
      claim.answer.body.fill(254);
    }
    const again = await store.claim(request(1));
    expect(again).toMatchObject({ answer: { body: bodyOf(1) } });
  });

  it("keeps thousands of small answers apart, and has room again once they have expired", async () => {
    let time = 0;
    const count = 5_000;
    const store = createMemoryStore({ now: () => time });
    const complete = async (key: string, text: string): Promise<void> => {
      const request = { client: "client", operation: "create", key, fingerprint: key };
      const claim = (await store.claim(request)) as HeldClaim;
      const body = new TextEncoder().encode(text);
      await store.complete(claim, { status: 200, headers: [], body });
      await store.complete(claim, { status: 500, headers: [], body });
    };
    for (let index = 0; index < count; index += 1) await complete(`${index}`, `answer ${index}`);
    for (const key of ["0", "4095", "4096", "4999"]) {
      const request = { client: "client", operation: "create", key, fingerprint: key };
      const body = new TextEncoder().encode(`answer ${key}`);
      expect(await store.claim(request)).toEqual({
        kind: "completed",
        answer: { status: 200, headers: [], body },
      });
      expect(await store.claim({ ...request, fingerprint: "" })).toEqual({ kind: "mismatch" });
    }
    time += 3 * 24 * 60 * 60 * 1_000;
    for (let index = 0; index < count; index += 1) await complete(`${index}`, `again ${index}`);
    const last = { client: "client", operation: "create", key: "4999", fingerprint: "4999" };
    const body = new TextEncoder().encode("again 4999");
    expect(await store.claim(last)).toMatchObject({ kind: "completed", answer: { body } });
  });
});

describe("what the store in memory keeps", () => {
  it("is no reason for the garbage collector to run more often", async () => {
    const store = createMemoryStore();
    const body = new Uint8Array(32_000);
    const before = getHeapStatistics().external_memory;
    for (let key = 0; key < 1_000; key += 1) {
      const scope = { client: "client", operation: "create", key: String(key) };
      const claim = (await store.claim({ ...scope, fingerprint: "f" })) as HeldClaim;
      await store.complete(claim, { status: 200, headers: [], body });
    }
    const megabytes = (getHeapStatistics().external_memory - before) / 2 ** 20;
    expect(megabytes).toBeLessThan(8);
    store.close();
  });
});

describe("a fingerprint", () => {
  it.each([0, 1, 55, 56, 64, 65_000, 65_536, 70_000, 1_000_000])(
    "is a SHA-256, of %d bytes too",
    async (length) => {
      const value = "7".repeat(length);
      const expected = createHash("sha256")
        .update('["POST","/carts"]\n')
        .update(JSON.stringify(value))
        .digest("hex");
      expect(await fingerprintOf({ method: "POST", target: "/carts", value })).toBe(expected);
    },
  );
});
