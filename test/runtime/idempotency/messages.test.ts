/** What errors of idempotency say (§4.8, §7), and what they say it of. */

import { checkKey, type Effect } from "../../../src/runtime/idempotency/idempotent.js";
import { idempotent, type Idempotency } from "@proto-gen/runtime/server";
import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { answer, CLAIMS, claimsInMemory, held, request, testClock } from "../../support/claims.js";

const effect: Effect = async () => ({ answer: answer(), store: true });

describe.each(CLAIMS)("the error of a storage %s", (_, open) => {
  it("names the key that came with other parameters", async () => {
    const store = open();
    await idempotent(store, request(), effect);
    const call = idempotent(store, request({ fingerprint: "f2" }), effect);
    await expect(call).rejects.toThrow("the key k1 was used before with other parameters");
  });

  it("names the key that is still in use", async () => {
    const store = open();
    await store.claim(request());
    const call = idempotent(store, { ...request(), waitMs: 0 }, effect);
    await expect(call).rejects.toThrow("a call with the key k1 is still running");
  });

  it("says that another call took over", async () => {
    const store = open();
    const claim = held(await store.claim(request()));
    await store.release(claim);
    await expect(store.complete(claim, answer())).rejects.toThrow("another call took over");
  });

  it("says that the storage is closed", async () => {
    const store = open();
    await store.close();
    await expect(store.claim(request())).rejects.toMatchObject({
      message: expect.stringContaining("the storage failed"),
      cause: { message: expect.stringContaining("the storage is closed") },
    });
  });

  it("names the option that is out of range, its limit and its value", () => {
    expect(() => open({ ttlMs: 1 })).toThrow(
      "ttlMs: expected an integer of at least 86400000, found 1",
    );
    expect(() => open({ leaseMs: 0.5 })).toThrow("leaseMs: expected an integer of at least 1");
  });
});

describe("the error of an invalid key", () => {
  it("quotes the key if it is short enough", () => {
    expect(() => checkKey("a b")).toThrow('1 to 255 visible ASCII characters, found "a b"');
    const longest = `${"x".repeat(254)} `;
    expect(() => checkKey(longest)).toThrow(`found "${longest}"`);
  });

  it("says how long the key was if it is too long", () => {
    expect(() => checkKey("x".repeat(256))).toThrow("found 256 characters");
  });
});

describe("the error of a call", () => {
  it("says that the call needs a client", async () => {
    const call = idempotent(claimsInMemory(), request({ client: "" }), effect);
    await expect(call).rejects.toThrow("client must not be empty");
  });

  it("says that the storage could not claim the key", async () => {
    const store: Idempotency = {
      ...claimsInMemory(),
      claim: () => Promise.reject(new Error("connection refused")),
    };
    await expect(idempotent(store, request(), effect)).rejects.toThrow(
      "failed while claiming the key",
    );
  });

  it("tells the running effect that another call took over", async () => {
    const clock = testClock();
    const store = claimsInMemory({ now: clock.now, leaseMs: 3 });
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
