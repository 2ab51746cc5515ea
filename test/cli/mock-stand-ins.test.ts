/** What stands in for code that the mock's business does not have: examples, and members that come back. */

import { describe, expect, it } from "vitest";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import type { StandIns } from "../../src/mock/messages.js";
import { withStandIns } from "../../templates/mock/stand-ins.js";
import type { Handlers } from "../../templates/storefront/src/generated/server.js";

type Handler = (request: object, context?: unknown) => Promise<Record<string, unknown>>;

function standIn(given: Partial<StandIns>, own: Readonly<Record<string, unknown>> = {}) {
  const standIns = {
    examples: {},
    added: {},
    anyInstrument: false,
    webhookHeaders: [],
    texts: [],
    ...given,
  };
  const handlers = withStandIns(standIns)(own as unknown as Handlers);
  return handlers as unknown as Readonly<Record<string, Handler>>;
}

const CAPABILITY = "com.example.gift";
const GIFT = { capability: CAPABILITY, path: ["gift"] };
const WRAP = { capability: CAPABILITY, path: ["line_items", "*", "wrap"], example: "plain" };

/** A shop that knows nothing of gifts. */
const shop = {
  createCheckout: () => ({ id: "1", line_items: [{ id: "a" }, { id: "b" }] }),
  getCheckout: ({ id }: { readonly id: string }) => ({
    id,
    line_items: [{ id: "a" }, { id: "b" }],
  }),
};
const added = { create_checkout: [GIFT, WRAP], get_checkout: [GIFT, WRAP] };

describe("an operation without code", () => {
  it("answers with its example, under the id that was asked for", async () => {
    const { getWish } = standIn({ examples: { get_wish: { id: "example", text: "a camera" } } });
    expect(await getWish?.({ id: "wish_7" })).toEqual({ id: "wish_7", text: "a camera" });
  });
});

describe("a member of an extension that the business does not know", () => {
  it("comes back as it was sent, then and later", async () => {
    const { createCheckout, getCheckout } = standIn({ added }, shop);
    const request = {
      gift: { note: "hello" },
      line_items: [{ item: {}, wrap: "red" }, { item: {} }],
    };
    const expected = {
      id: "1",
      gift: { note: "hello" },
      line_items: [
        { id: "a", wrap: "red" },
        { id: "b", wrap: "plain" },
      ],
    };
    expect(await createCheckout?.(request)).toEqual(expected);
    expect(await getCheckout?.({ id: "1" })).toEqual(expected);
  });

  it("is an example where nobody has sent one and an answer must have it", async () => {
    const { getCheckout } = standIn({ added }, shop);
    expect(await getCheckout?.({ id: "2" })).toEqual({
      id: "2",
      line_items: [
        { id: "a", wrap: "plain" },
        { id: "b", wrap: "plain" },
      ],
    });
  });

  it("is not added to an outcome without a resource", async () => {
    const outcome = new BusinessOutcome([]);
    const { createCheckout } = standIn({ added }, { createCheckout: () => outcome });
    expect(await createCheckout?.({ gift: 1 })).toBe(outcome);
  });

  it("never replaces what the business itself says", async () => {
    const own = { createCheckout: () => ({ id: "1", gift: "ours", line_items: [] }) };
    const { createCheckout } = standIn({ added }, own);
    expect(await createCheckout?.({ gift: "theirs", line_items: [] })).toMatchObject({
      gift: "ours",
    });
  });
});
