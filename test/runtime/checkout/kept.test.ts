/** When a kept checkout is looked at again and when it may be forgotten (§3.1), and what it is read from. */

import { Declined } from "@proto-gen/runtime/commerce";
import { itemsOf } from "../../../src/runtime/commerce/checkout/continue-url.js";
import { errorMessage } from "@proto-gen/runtime/error";
import { describe, expect, it } from "vitest";
import { requireOrderOf } from "../../../src/runtime/commerce/checkout/take-payment.js";
import { expiryOf } from "../../../src/runtime/commerce/checkout/evaluate.js";
import {
  withoutAttempt,
  withRelease,
  type RecordedPayment,
} from "../../../src/runtime/commerce/checkout/recorded-payment.js";
import {
  dueAt,
  keptUntil,
  type SessionRecord,
  asSessionRecord,
} from "../../../src/runtime/commerce/checkout/session-record.js";

const NOW = 1_000_000;
const EXPIRY = NOW + 5_000;

function payment(paymentKey: string, trigger: "complete" | "finish"): RecordedPayment {
  const attempt = { trigger, endsAt: NOW + 7_000 };
  return { paymentKey, amount: 100, currency: "EUR", beganAt: NOW, attempt };
}

const PLATFORM = payment("p1", "complete");
const BUYER = payment("p1", "finish");
const RELEASE = { ...payment("p1", "finish"), attempt: undefined, releaseId: "r1" };

const checkout = { id: "c1", status: "incomplete", currency: "EUR" } as SessionRecord["checkout"];
const record = { checkout, expiresAt: EXPIRY, payments: [] } as unknown as SessionRecord;
const completed = { ...record, checkout: { ...checkout, status: "completed" } } as SessionRecord;

describe("time changes something about a session", () => {
  it.each<[string, SessionRecord, number | undefined]>([
    ["when it expires", record, EXPIRY],
    [
      "when its payment ends, which comes before its expiry",
      { ...record, payments: [PLATFORM] },
      NOW + 7_000,
    ],
    [
      "when a payment on the business's page ends",
      { ...completed, payments: [BUYER] },
      NOW + 7_000,
    ],
    ["at the first of several times", { ...record, payments: [BUYER] }, EXPIRY],
    ["never, once it is over", completed, undefined],
  ])("%s", (_, kept, time) => {
    expect(dueAt(kept)).toBe(time);
  });
});

describe("the time that a session is kept", () => {
  const KEEP = 100;

  it("begins at the session's expiry if that is to come", () => {
    expect(keptUntil(record, NOW, KEEP)).toBe(EXPIRY + KEEP);
  });

  it("begins now if the session's expiry has passed", () => {
    expect(keptUntil(record, EXPIRY + 1, KEEP)).toBe(EXPIRY + 1 + KEEP);
  });

  it.each<[string, SessionRecord]>([
    ["a payment", { ...record, payments: [PLATFORM] }],
    ["a payment on the business's page", { ...record, payments: [BUYER] }],
    ["a release", { ...record, payments: [RELEASE] }],
  ])("has no end while the end of %s is open", (_, open) => {
    expect(keptUntil(open, NOW, KEEP)).toBeUndefined();
  });
});

describe("the payments of a session", () => {
  const other = payment("p2", "finish");

  it("lose the one whose attempt has ended, unless it is to be released", () => {
    const both = { ...record, payments: [BUYER, other] };
    expect(withoutAttempt(both, "p1").payments).toEqual([other]);
    const released = { ...record, payments: [{ ...BUYER, releaseId: "r1" }] };
    expect(withoutAttempt(released, "p1").payments).toEqual([RELEASE]);
  });

  it("list a released payment once, with another release than before", () => {
    const payments = [{ ...RELEASE, releaseId: "of p1" }, other];
    const released = withRelease({ ...record, payments }, "p1").payments;
    expect(released.map(({ paymentKey }) => paymentKey)).toEqual(["p2", "p1"]);
    // A charge may have come since.
    expect(released[1]?.releaseId).not.toBe("of p1");
    expect(released[1]?.attempt).toBeUndefined();
  });

  it("are read from the four members that former versions wrote", () => {
    const began = { amount: 100, currency: "EUR", beganAt: NOW };
    const { payments: _, ...session } = record;
    const former = {
      ...session,
      completion: { paymentKey: "p1", endsAt: NOW },
      finishing: [{ paymentKey: "p2", endsAt: NOW, by: "a", leaseEndsAt: 5, isGivenUp: true }],
      releases: [
        { id: "r2", paymentKey: "p2" },
        { id: "r3", paymentKey: "p3" },
      ],
      payments: [
        { paymentKey: "p1", ...began },
        { paymentKey: "p2", ...began },
      ],
    };
    const given = { endsAt: NOW, by: "a", leaseEndsAt: 5, isGivenUp: true };
    expect(asSessionRecord(former)).toEqual({
      ...record,
      payments: [
        { paymentKey: "p1", ...began, attempt: { trigger: "complete", endsAt: NOW } },
        {
          paymentKey: "p2",
          ...began,
          attempt: { trigger: "finish", ...given },
          releaseId: "r2",
        },
        { paymentKey: "p3", amount: undefined, currency: "EUR", beganAt: 0, releaseId: "r3" },
      ],
    });
    expect(asSessionRecord(record)).toBe(record);
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

describe("an order that is checked against its checkout (§2.9)", () => {
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
  ])("refuses an order because %s: %j", (said, change) => {
    const wrong = { ...order, ...change } as typeof order;
    const refused = expect.objectContaining({
      code: "order_mismatch",
      message: expect.stringContaining(said),
    });
    expect(() => requireOrderOf(checkout, wrong)).toThrow(refused);
  });

  it.each(["gid://shop/Order/1", "%2e", "a b", "..."])("accepts an order with the id %j", (id) => {
    expect(requireOrderOf(checkout, { ...order, id })).toBeUndefined();
  });

  it("accepts an order with the checkout's own id and currency", () => {
    const same = { ...order, checkout_id: "c1", currency: "EUR" };
    expect(requireOrderOf(checkout, same)).toBeUndefined();
  });
});
