/** Idempotency keys (§8): the random bits of those that a client makes. */

import { describe, expect, it } from "vitest";
import { connect, json, ORDERED, sample, scripted } from "../support/sample-client.js";

describe("a key that the client makes", () => {
  it("has more than 128 random bits over REST (§8)", async () => {
    const { fetch, calls } = scripted(() => json(sample, 201));
    const client = await connect({ fetch });
    for (let call = 0; call < 200; call += 1) await client.createCheckout(ORDERED);
    const keys = calls.map(({ headers }) => headers.get("idempotency-key") ?? "");
    expect(new Set(keys).size).toBe(200);
    const bytes = keys.map((key) => Buffer.from(key, "base64url"));
    const bits = Array.from({ length: Math.min(...bytes.map(({ length }) => length)) * 8 });
    // Each bit is set in some keys, and not in others: none of them is fixed.
    const free = bits.filter((_, at) => {
      const set = bytes.filter((key) => ((key[at >> 3] ?? 0) >> (at & 7)) & 1).length;
      return set > 40 && set < 160;
    });
    expect(free.length).toBeGreaterThanOrEqual(128);
  });
});
