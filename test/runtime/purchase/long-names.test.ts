/** Names that others choose may be longer than the key of a record: a record is then kept by their digest. */

import { createOwners } from "@proto-gen/runtime/codegen/v1/commerce";
import { approvedPlatforms, createRateLimiter, type CallContext } from "@proto-gen/runtime/server";
import { createMemoryStorage, recordKey } from "@proto-gen/runtime/storage";
import { MAX_KEY_LENGTH } from "../../../src/runtime/storage/storage.js";
import { describe, expect, it } from "vitest";
import {
  checkout,
  ORDERED,
  profile,
  REST_ENDPOINT,
  sampleServer,
} from "../../support/sample-business.js";

const LONG = "x".repeat(3_000);

describe("a long name", () => {
  it("has a short key of its own", async () => {
    const key = await recordKey(LONG);
    expect(key.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
    expect(await recordKey(LONG)).toBe(key);
    expect(await recordKey(`${LONG}y`)).not.toBe(key);
    expect(await recordKey("short")).toBe("short");
  });

  it("identifies the owner of a checkout", async () => {
    const owners = createOwners({ store: createMemoryStorage(), name: "proto" });
    const business = "https://shop.example/.well-known/proto";
    await owners.remember(LONG, business);
    const ownerOf = (checkoutId: string) =>
      owners.ownerOf({ checkoutId, orderId: "order_1", business });
    expect(await ownerOf(LONG)).toBe(business);
    expect(await ownerOf(`${LONG}y`)).toBeUndefined();
  });

  it("is counted by every process on the storage if it is a principal's", async () => {
    const store = createMemoryStorage();
    const limiters = [1, 2].map(() =>
      createRateLimiter({ store, principal: { perSecond: 1, burst: 1 } }),
    );
    const call = (at: number, id: string) =>
      limiters[at]?.({ principal: { kind: "bearer", id }, remoteAddress: undefined });
    expect(await call(0, LONG)).toBeUndefined();
    expect(await call(1, LONG)).toBeGreaterThan(0);
    expect(await call(1, `${LONG}y`)).toBeUndefined();
  });

  it("gives the calls of a platform ids that are valid keys", async () => {
    const agent = `https://agent.example/${"x".repeat(200)}`;
    const ids: (string | undefined)[] = [];
    const createCheckout = (_: unknown, { callId }: CallContext) => {
      ids.push(callId);
      return checkout;
    };
    const server = sampleServer(
      { created: [], entries: [] },
      { createCheckout },
      { platforms: approvedPlatforms({ [agent]: profile }) },
    );
    for (const key of ["one", "two"].map((each) => each + "\\".repeat(250))) {
      const { status } = await server.fetch(
        new Request(`${REST_ENDPOINT}/checkout-sessions`, {
          method: "POST",
          headers: {
            "Proto-Agent": `profile="${agent}"`,
            "Request-Id": "request_1",
            "Idempotency-Key": key,
            "Content-Type": "application/json",
          },
          body: JSON.stringify(ORDERED),
        }),
      );
      expect(status).toBe(201);
    }
    expect(new Set(ids).size).toBe(2);
    for (const id of ids) expect(id?.length).toBeLessThanOrEqual(MAX_KEY_LENGTH);
  });
});
