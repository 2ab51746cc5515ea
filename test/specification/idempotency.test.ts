/** Idempotency keys (§8): how much chance is in those that a client makes, and what a key is unique for. */

import { describe, expect, it } from "vitest";
import { business } from "../blackbox/opening.js";
import { overRest } from "../blackbox/speak.js";
import { basket, shopper } from "../blackbox/steps.js";
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

describe("a key", () => {
  it("is of one type of operation: another one has its own effect under it (§8)", async () => {
    const by = shopper(await business(), overRest);
    const key = "key-of-two-operations";
    const { line_items } = basket("presets");
    const checkout = await by.ask("create_checkout", { payload: basket("presets"), key });
    const cart = await by.ask("create_cart", { payload: { line_items }, key });
    expect([checkout.status, cart.status]).toEqual([201, 201]);
    expect(cart.body.id).not.toBe(checkout.body.id);
  });
});
