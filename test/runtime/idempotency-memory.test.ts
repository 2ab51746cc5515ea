/** What the store in memory does for speed, unseen: shelves for bodies, and digests without a wait. */

import { createHash } from "node:crypto";
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
});

describe("a fingerprint", () => {
  it.each([0, 1, 55, 56, 64, 65_000, 65_536, 70_000, 1_000_000])(
    "is a SHA-256, of %d bytes too",
    async (length) => {
      const body = new Uint8Array(length).fill(7);
      const expected = createHash("sha256")
        .update('["POST","/carts"]\n')
        .update(body)
        .digest("hex");
      expect(await fingerprintOf({ method: "POST", target: "/carts", body })).toBe(expected);
    },
  );
});
