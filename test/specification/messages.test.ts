/** Messages (§2.3, §3.2): what agents read fits the state of the checkout. */

import { describe, expect, it } from "vitest";
import { CONTEXT, keeper } from "../support/checkout-keeper.js";
import { HOUR, testClock } from "../support/idempotency-stores.js";

describe("a session that is over", () => {
  it("has no error that somebody could still resolve, once it is canceled", async () => {
    const { create, checkouts } = keeper();
    const created = await create({ buyer: {} } as never);
    expect(created.messages).toContainEqual(
      expect.objectContaining({ type: "error", severity: "recoverable" }),
    );
    const canceled = await checkouts.handlers.cancelCheckout({ id: created.id }, CONTEXT);
    expect(canceled).toMatchObject({ status: "canceled", messages: [] });
  });

  it("says that it has expired, and nothing else is wrong", async () => {
    const clock = testClock();
    const { create, checkouts } = keeper({ now: () => clock.now() });
    const { id } = await create({ buyer: {} } as never);
    clock.advance(7 * HOUR);
    const found = (await checkouts.handlers.getCheckout({ id }, CONTEXT)) as {
      readonly messages: readonly { readonly type: string; readonly code: string }[];
    };
    const errors = found.messages.filter(({ type }) => type === "error");
    expect(errors.map(({ code }) => code)).toEqual(["session_expired"]);
  });
});
