/** Part 7 of the specification, errors: what an answer promises is what the business does. */

import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "@proto-gen/runtime/error";
import { createOverRest, sampleServer } from "../support/sample-business.js";

describe("an error that nobody expected (§4.8, §7)", () => {
  it("is answered again to its key, and says so: it is not one to be repeated", async () => {
    let calls = 0;
    const fails = (): never => {
      calls += 1;
      throw new Error("out of order");
    };
    const server = sampleServer({ created: [], entries: [] }, { createCheckout: fails });
    const [first, second] = [
      await createOverRest(server, "key_1"),
      await createOverRest(server, "key_1"),
    ];
    expect([first.status, second.status]).toEqual([500, 500]);
    expect(await second.json()).toEqual(await first.json());
    expect(calls).toBe(1);
    expect(ERROR_CODES.internal_error.retry).toBe(false);
  });
});
