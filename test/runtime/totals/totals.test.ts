/**
 * Lists of totals: making them, and checking them against the formula (§2.3, §2.7).
 * `TOTALS_SEED` brings a random failure back; `TOTALS_RUNS` makes it look longer.
 */

import { checkTotals, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { amountOf, sumOf, type Total } from "@proto-gen/runtime/commerce";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Checkout } from "../../../generated/index.js";
import { propertyOptions } from "../../support/sizes.js";

const MAX = Number.MAX_SAFE_INTEGER;

function codes(totals: readonly Total[], options = {}): readonly string[] {
  return checkTotals(totals, options).map(({ code, path }) => `${code} ${path}`);
}

function list(...entries: readonly (readonly [type: string, amount: number])[]): Total[] {
  return entries.map(([type, amount]) => ({ type, amount }));
}

const amounts = fc.record(
  {
    items_discount: fc.nat(),
    subtotal: fc.integer({ min: 0, max: 2 ** 50 }),
    fulfillment: fc.nat(),
    tax: fc.nat(),
    fee: fc.nat(),
  },
  { requiredKeys: ["subtotal"] },
);

describe("totalsOf (§2.3)", () => {
  it("writes what is given in one order, and the total last", () => {
    const totals = totalsOf({
      fee: 5,
      tax: 40,
      fulfillment: 30,
      discount: 20,
      subtotal: 100,
      items_discount: 7,
      labels: { fulfillment: "Express", total: "To pay" },
    });
    expect(totals).toEqual([
      { type: "items_discount", amount: 7 },
      { type: "subtotal", amount: 100 },
      { type: "discount", amount: 20 },
      { type: "fulfillment", display_text: "Express", amount: 30 },
      { type: "tax", amount: 40 },
      { type: "fee", amount: 5 },
      { type: "total", display_text: "To pay", amount: 155 },
    ]);
  });

  it("has no entry for what is not given, and one for nothing", () => {
    expect(totalsOf({ subtotal: 0, tax: undefined, fee: 0 }).map(({ type }) => type)).toEqual([
      "subtotal",
      "fee",
      "total",
    ]);
  });

  it.each([
    [{ subtotal: 1.5 }],
    [{ subtotal: Number.NaN }],
    [{ subtotal: MAX + 1 }],
    [{ subtotal: MAX, tax: 1 }],
    [{ subtotal: 100, discount: -1 }],
    [{ subtotal: 100, discount: 101 }],
  ])("refuses what gives no amount: %j", (given) => {
    expect(() => totalsOf(given)).toThrow(RangeError);
  });

  it("is exact where a sum of numbers on the way is not", () => {
    const totals = totalsOf({ subtotal: MAX, tax: MAX, discount: MAX, fee: 0 });
    expect(amountOf(totals, "total")).toBe(MAX);
  });

  it("passes checkTotals, whatever the amounts", () => {
    fc.assert(
      fc.property(amounts, (given) => checkTotals(totalsOf(given)).length === 0),
      propertyOptions("TOTALS", { quick: 100, full: 10_000 }),
    );
  });

  it("does not once an amount of the formula is another one", () => {
    fc.assert(
      fc.property(amounts, fc.nat(), fc.integer(), (given, at, by) => {
        const totals = totalsOf({ ...given, items_discount: undefined });
        const index = at % totals.length;
        const mutated = totals.map((each, place) =>
          place === index ? { ...each, amount: each.amount + by } : each,
        );
        expect(checkTotals(mutated).length > 0).toBe(by !== 0);
      }),
      propertyOptions("TOTALS", { quick: 100, full: 10_000 }),
    );
  });

  it("gives what generated types take", () => {
    expectTypeOf(totalsOf).returns.toExtend<Checkout["totals"]>();
    expectTypeOf<Checkout["totals"]>().toExtend<Parameters<typeof checkTotals>[0]>();
    expectTypeOf<Checkout["line_items"]>().toExtend<
      NonNullable<NonNullable<Parameters<typeof checkTotals>[1]>["lines"]>
    >();
  });
});

describe("checkTotals (§2.3)", () => {
  it.each<[string, Total[], readonly string[]]>([
    ["no total", list(["subtotal", 5]), ["total_missing $.totals"]],
    ["nothing", [], ["total_missing $.totals"]],
    [
      "two totals",
      list(["subtotal", 5], ["total", 5], ["total", 5]),
      ["total_repeated $.totals[2]"],
    ],
    ["a wrong total", list(["subtotal", 5], ["total", 6]), ["total_mismatch $.totals[1].amount"]],
    ["a total of nothing", list(["total", 6]), ["total_mismatch $.totals[0].amount"]],
    [
      "a discount that was added",
      list(["subtotal", 5], ["discount", 1], ["total", 6]),
      ["total_mismatch $.totals[2].amount"],
    ],
    ["several of one type", list(["subtotal", 5], ["tax", 1], ["tax", 2], ["total", 8]), []],
    ["a discount in the items", list(["items_discount", 9], ["subtotal", 5], ["total", 5]), []],
    [
      "a negative total",
      list(["subtotal", 5], ["discount", 6], ["total", -1]),
      ["total_negative $.totals[2].amount"],
    ],
    [
      "half a unit",
      list(["subtotal", 0.5], ["total", 0.5]),
      ["amount_unsafe $.totals[0].amount", "amount_unsafe $.totals[1].amount"],
    ],
    ["an amount that is lost", list(["subtotal", MAX + 1]), ["amount_unsafe $.totals[0].amount"]],
    ["a text", list(["subtotal", "5" as unknown as number]), ["amount_unsafe $.totals[0].amount"]],
    [
      "a sum that is lost",
      list(["subtotal", MAX], ["tax", 2], ["total", MAX]),
      ["total_mismatch $.totals[2].amount"],
    ],
  ])("%s", (_, totals, expected) => {
    expect(codes(totals)).toEqual(expected);
  });

  it("says what it expected and what it found", () => {
    expect(checkTotals(list(["subtotal", 5], ["total", 6]))).toEqual([
      { code: "total_mismatch", path: "$.totals[1].amount", expected: "5", found: "6" },
    ]);
  });

  it("looks at each line, and at the sum of their subtotals", () => {
    const lines = [totalsOf({ subtotal: 3 }), list(["subtotal", 4], ["total", 3])].map(
      (totals) => ({ totals }),
    );
    expect(codes(totalsOf({ subtotal: 7, tax: 1 }), { lines })).toEqual([
      "total_mismatch $.line_items[1].totals[1].amount",
    ]);
    expect(
      codes(totalsOf({ subtotal: 8 }), { lines: [{ totals: totalsOf({ subtotal: 7 }) }] }),
    ).toEqual(["subtotal_mismatch $.totals"]);
  });

  it("takes a line's subtotal before its discount, and after it", () => {
    const before = [{ totals: list(["subtotal", 10], ["items_discount", 3], ["total", 7]) }];
    const after = [{ totals: list(["subtotal", 7], ["items_discount", 3], ["total", 7]) }];
    const neither = [{ totals: list(["subtotal", 9], ["items_discount", 3], ["total", 7]) }];
    for (const lines of [before, after])
      expect(codes(totalsOf({ subtotal: 7 }), { lines })).toEqual([]);
    expect(codes(totalsOf({ subtotal: 7 }), { lines: neither })).toEqual([
      "total_mismatch $.line_items[0].totals[2].amount",
      "subtotal_mismatch $.totals",
    ]);
  });

  it("does not ask a line for a total of its own", () => {
    const lines = [{ totals: list(["subtotal", 7]) }];
    expect(codes(totalsOf({ subtotal: 7 }), { lines })).toEqual([]);
  });

  it("does not sum subtotals that are no amounts", () => {
    const lines = [{ totals: list(["subtotal", 0.5]) }];
    expect(codes(totalsOf({ subtotal: 0 }), { lines })).toEqual([
      "amount_unsafe $.line_items[0].totals[0].amount",
    ]);
  });

  it("passes lists of lines and their sum, whatever the amounts", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 20 }), (subtotals) => {
        const lines = subtotals.map((subtotal) => ({ totals: totalsOf({ subtotal }) }));
        const totals = totalsOf({ subtotal: sumOf(subtotals), fulfillment: 5 });
        expect(checkTotals(totals, { lines })).toEqual([]);
      }),
      propertyOptions("TOTALS", { quick: 100, full: 10_000 }),
    );
  });

  it.each<[string, Total[], readonly string[]]>([
    ["may lack a total", list(["subtotal", 5]), []],
    ["may lack everything", [], []],
    [
      "has no wrong total",
      list(["subtotal", 5], ["total", 6]),
      ["total_mismatch $.totals[1].amount"],
    ],
    ["has no wrong subtotal", list(["subtotal", 6], ["total", 6]), ["subtotal_mismatch $.totals"]],
  ])("knows that a cart (§2.7) %s", (_, totals, expected) => {
    const lines = [{ totals: list(["subtotal", 5], ["total", 5]) }];
    expect(codes(totals, { lines, partial: true })).toEqual(expected);
  });
});

describe("sumOf and amountOf", () => {
  it("add up the entries of a type, and tell none from an amount of zero", () => {
    const totals = list(["tax", 1], ["tax", 2], ["fee", 0]);
    expect(["tax", "fee", "discount"].map((type) => amountOf(totals, type))).toEqual([
      3,
      0,
      undefined,
    ]);
  });

  it("refuse what is not exact", () => {
    expect(() => sumOf([MAX, 1])).toThrow(RangeError);
    expect(() => sumOf([0.5])).toThrow(RangeError);
    expect(sumOf([MAX, 1, -1])).toBe(MAX);
  });
});

describe("a release that writes discounts below zero", () => {
  const rules = { discounts: "negative" } as const;

  it("has lists that add up, with the sign of what is taken off", () => {
    const totals = totalsOf({ subtotal: 10, discount: 3, items_discount: 2, tax: 1 }, rules);
    expect(totals.map(({ type, amount }) => [type, amount])).toEqual([
      ["items_discount", -2],
      ["subtotal", 10],
      ["discount", -3],
      ["tax", 1],
      ["total", 8],
    ]);
    expect(checkTotals(totals, rules)).toEqual([]);
    expect(codes(totals)).toEqual(["total_mismatch $.totals[4].amount"]);
  });

  it("has no discount of nothing: it would not be below zero", () => {
    expect(totalsOf({ subtotal: 1, discount: 0 }, rules).map(({ type }) => type)).toEqual([
      "subtotal",
      "total",
    ]);
  });

  it("refuses an amount to take off that is negative itself", () => {
    expect(() => totalsOf({ subtotal: 1, discount: -1 }, rules)).toThrow(RangeError);
  });

  it("holds for lines, whose discounts their subtotal may have taken off", () => {
    const lines = [{ totals: totalsOf({ subtotal: 10, items_discount: 4 }, rules) }];
    for (const subtotal of [10, 6])
      expect(checkTotals(totalsOf({ subtotal }, rules), { ...rules, lines })).toEqual([]);
  });
});
