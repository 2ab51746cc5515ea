/** Idempotency keys (§8): the random bits of those that a client makes. */

import { describe, expect, it } from "vitest";
import { countFreeBits } from "../support/random-bits.js";
import { connect, json, ORDERED, sample, scripted } from "../support/sample-client.js";

describe("a key that the client makes", () => {
  it("has more than 128 random bits over REST (§8)", async () => {
    const { fetch, calls } = scripted(() => json(sample, 201));
    const client = await connect({ fetch });
    for (let call = 0; call < 200; call += 1) await client.createCheckout(ORDERED);
    const keys = calls.map(({ headers }) => headers.get("idempotency-key") ?? "");
    expect(new Set(keys).size).toBe(200);
    expect(countFreeBits(keys)).toBeGreaterThanOrEqual(128);
  });
});
