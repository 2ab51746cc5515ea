/** When a kept checkout is looked at again and when it may be forgotten (§3.1), and what it is read from. */

import { Declined, itemsOf } from "@proto-gen/runtime/checkout";
import { errorMessage } from "@proto-gen/runtime/envelope";
import { describe, expect, it } from "vitest";
import { requireOrderOf } from "../../../src/runtime/checkout/attempt.js";
import { expiryOf } from "../../../src/runtime/checkout/evaluate.js";
import {
  dueAt,
  keptUntil,
  withoutFinishing,
  withRelease,
  type SessionRecord,
} from "../../../src/runtime/checkout/session-record.js";

const NOW = 1_000_000;
const EXPIRY = NOW + 5_000;
const PAYMENT = { paymentKey: "p1", endsAt: NOW + 7_000 };

const checkout = { id: "c1", status: "incomplete", currency: "EUR" } as SessionRecord["checkout"];
const record = { checkout, expiresAt: EXPIRY, releases: [] } as unknown as SessionRecord;
const completed = { ...record, checkout: { ...checkout, status: "completed" } } as SessionRecord;

describe("time changes something about a session", () => {
  it.each<[string, SessionRecord, number | undefined]>([
    ["when it expires", record, EXPIRY],
    [
      "when its payment ends, which comes before its expiry",
      { ...record, completion: PAYMENT },
      NOW + 7_000,
    ],
    [
      "when a payment on the business's page ends",
      { ...completed, finishing: [PAYMENT] },
      NOW + 7_000,
    ],
    ["at the first of several times", { ...record, finishing: [PAYMENT] }, EXPIRY],
    ["never, once it is over", completed, undefined],
  ])("%s", (_, kept, time) => {
    expect(dueAt(kept)).toBe(time);
  });
});

describe("a session is kept", () => {
  const KEEP = 100;

  it("from its expiry on, where that is to come", () => {
    expect(keptUntil(record, NOW, KEEP)).toBe(EXPIRY + KEEP);
  });

  it("from now on, where its expiry has passed", () => {
    expect(keptUntil(record, EXPIRY + 1, KEEP)).toBe(EXPIRY + 1 + KEEP);
  });

  it.each<[string, SessionRecord]>([
    ["a payment", { ...record, completion: PAYMENT }],
    ["a payment on the business's page", { ...record, finishing: [PAYMENT] }],
    ["a release", { ...record, releases: [{ id: "r1", paymentKey: "p1" }] }],
  ])("as long as the end of %s is open", (_, open) => {
    expect(keptUntil(open, NOW, KEEP)).toBeUndefined();
  });
});

describe("the payments on the business's page", () => {
  const other = { paymentKey: "p2", endsAt: NOW };

  it("lose the one that has ended, and leave no empty list", () => {
    const both = { ...record, finishing: [PAYMENT, other] };
    expect(withoutFinishing(both, "p1").finishing).toEqual([other]);
    expect(
      Object.hasOwn(withoutFinishing({ ...record, finishing: [PAYMENT] }, "p1"), "finishing"),
    ).toBe(false);
  });

  it("lose the one that is released, whose key is listed once", () => {
    const releases = ["p1", "p0"].map((paymentKey) => ({ id: `of ${paymentKey}`, paymentKey }));
    const released = withRelease({ ...record, finishing: [PAYMENT], releases }, "p1");
    expect(released.releases.map(({ paymentKey }) => paymentKey)).toEqual(["p0", "p1"]);
    // Another one than before: a charge may have come since.
    expect(released.releases[1]?.id).not.toBe("of p1");
    expect(Object.hasOwn(released, "finishing")).toBe(false);
  });
});

describe("the items of lines", () => {
  it("are those with an id and a quantity", () => {
    const lines = [
      { item: { id: "roses" }, quantity: 2 },
      { item: { id: "roses" } },
      { item: { id: 1 }, quantity: 2 },
      { item: "roses", quantity: 2 },
      { quantity: 2 },
      null,
    ];
    expect(itemsOf(lines)).toEqual([{ id: "roses", quantity: 2 }]);
  });
});

describe("expires_at", () => {
  const expiry = (expires_at?: string) =>
    expiryOf({ ...checkout, ...(expires_at === undefined ? {} : { expires_at }) }, NOW);

  it("is the time that it says, or the session's own", () => {
    expect(expiry("2026-01-01T00:00:01Z")).toBe(Date.UTC(2026, 0, 1, 0, 0, 1));
    expect(expiry()).toBe(NOW);
  });

  it("may be in a leap second, which counts as the one before", () => {
    expect(expiry("2016-12-31T23:59:60Z")).toBe(Date.UTC(2016, 11, 31, 23, 59, 59));
    expect(expiry("2016-12-31T23:59:60.5+00:00")).toBe(Date.UTC(2016, 11, 31, 23, 59, 59, 500));
  });
});

describe("a declined request", () => {
  it("needs an error among its messages", () => {
    const info = { type: "info", code: "a", content: "b" } as const;
    const error = errorMessage({ code: "a", content: "b", severity: "recoverable" });
    expect(() => new Declined([])).toThrow(TypeError);
    expect(() => new Declined([info])).toThrow(TypeError);
    expect(new Declined([info, error]).messages).toEqual([info, error]);
  });
});

describe("an order that is not of the checkout (§2.9) is refused, with what is wrong", () => {
  const order = { id: "o1", permalink_url: "https://shop.example/o1" };

  it.each<[string, object]>([
    ["the order needs an id and a permalink_url", { id: 1 }],
    ["the order needs an id and a permalink_url", { permalink_url: undefined }],
    ...["", ".", "..", "a/../b", "..\\a", "\n", "\ud800", "a".repeat(9_000)].map(
      (id): [string, object] => ["id cannot be used as a URL path segment", { id }],
    ),
    ["permalink_url must be an absolute URL", { permalink_url: "/o1" }],
    ["checkout_id must be c1", { checkout_id: "c2" }],
    ["currency must be EUR", { currency: "USD" }],
  ])("%s: %j", (said, change) => {
    const wrong = { ...order, ...change } as typeof order;
    const refused = expect.objectContaining({
      code: "order_mismatch",
      message: expect.stringContaining(said),
    });
    expect(() => requireOrderOf(checkout, wrong)).toThrow(refused);
  });

  it.each(["gid://shop/Order/1", "%2e", "a b", "..."])("but not for its id %j", (id) => {
    expect(requireOrderOf(checkout, { ...order, id })).toMatchObject({ id });
  });

  it("but one that says the same of both is not", () => {
    const same = { ...order, checkout_id: "c1", currency: "EUR" };
    expect(requireOrderOf(checkout, same)).toBe(same);
  });
});
