/** Discounts (§1.2): amounts and their allocations, what is granted together, and what is said of the other codes. */

import {
  calculateDiscounts,
  lineTargets,
  type DiscountOptions,
  type DiscountRule,
} from "@proto-gen/runtime/commerce";
import type { DiscountTarget } from "../../../src/runtime/commerce/discount/rule.js";
import { WRITTEN_MESSAGES } from "@proto-gen/runtime/error";
import { checkTotals, totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Discounts } from "../../../generated/index.js";

type Options = DiscountOptions<DiscountTarget>;

const pathOf = (at: number): string => `$.line_items[${at}]`;
const pricesOf = (...amounts: number[]): DiscountTarget[] =>
  amounts.map((amount, at) => ({ path: pathOf(at), amount }));

const RULES: Readonly<Record<string, DiscountRule>> = {
  TEN: { title: "Ten percent", percent: 10 },
  FIVE: { title: "Five dollars", amount: 500 },
  ALL: { title: "All of it", percent: 100 },
  FIRST: { title: "First", percent: 50, priority: 1 },
  LINE1: { title: "On the second", percent: 20, appliesTo: ({ path }) => path === pathOf(1) },
};

/** @param codes of the request, by RULES */
function granted(amounts: number[], codes: string[], more: Partial<Options> = {}) {
  const result = calculateDiscounts({
    codes,
    targets: pricesOf(...amounts),
    find: (code) => (Object.hasOwn(RULES, code) ? RULES[code] : undefined),
    ...more,
  });
  expect(Discounts.check({ codes, applied: result.applied })).toEqual([]);
  return result;
}

/** One rule without a code: what it takes off, and of which price how much. */
function off(rule: DiscountRule, targets: readonly DiscountTarget[]): [number, number[]] {
  const options = { targets, find: () => undefined, automatic: [rule] };
  const { applied, messages } = calculateDiscounts(options);
  expect(messages).toEqual([]);
  const [{ amount, allocations } = { amount: 0, allocations: [] }] = applied;
  const parts = targets.map(({ path }) => allocations.find((each) => each.path === path)?.amount);
  return [amount, parts.map((part) => part ?? 0)];
}

const told = ({ messages }: ReturnType<typeof granted>): string[] =>
  messages.map(({ type, code, path }) => `${type} ${code} ${path}`);

describe("a discount", () => {
  it.each<[string, Partial<DiscountRule>, number[], number, number[]]>([
    ["a percentage", { percent: 10 }, [1000, 1000, 1000], 300, [100, 100, 100]],
    ["rounded once: half a unit up", { percent: 10 }, [333, 333, 339], 101, [34, 33, 34]],
    ["units go to the largest fractions", { percent: 10 }, [1, 1, 1, 1, 1], 1, [1, 0, 0, 0, 0]],
    ["with decimals", { percent: 12.5 }, [1000, 600], 200, [125, 75]],
    ["with two decimals", { percent: 33.33 }, [10_000], 3333, [3333]],
    ["also if the last lost most", { amount: 5 }, [33, 67, 65], 5, [1, 2, 2]],
    ["also if the second lost most", { amount: 4 }, [12, 17, 11], 4, [1, 2, 1]],
    ["all", { percent: 100 }, [7, 0, 5], 12, [7, 0, 5]],
    ["of what is free", { percent: 10 }, [0, 0], 0, [0, 0]],
    ["an amount", { amount: 500 }, [1000, 500], 500, [333, 167]],
    ["an amount above the price", { amount: 5000 }, [1000, 500], 1500, [1000, 500]],
    ["nothing", { amount: 0 }, [1000], 0, [0]],
    ["each: rounded by itself", { percent: 10, method: "each" }, [5, 5, 4], 2, [1, 1, 0]],
    ["each: an amount", { amount: 700, method: "each" }, [1000, 500], 1200, [700, 500]],
    ["across, by name", { percent: 10, method: "across" }, [5, 5, 4], 1, [1, 0, 0]],
    ["of large prices", { percent: 50 }, [2 ** 52, 2 ** 52 - 1], 2 ** 52, [2 ** 51, 2 ** 51]],
  ])("is allocated to the last unit: %s", (_, rule, prices, amount, parts) => {
    expect(off({ title: "T", ...rule } as DiscountRule, pricesOf(...prices))).toEqual([
      amount,
      parts,
    ]);
  });

  it("is taken off each unit of a line", () => {
    const lines = lineTargets([
      { item: { price: 300 }, quantity: 3 },
      { item: { price: 50 }, quantity: 2 },
    ]);
    expect(lines.map(({ path, amount, quantity }) => [path, amount, quantity])).toEqual([
      ["$.line_items[0]", 900, 3],
      ["$.line_items[1]", 100, 2],
    ]);
    expect(off({ title: "T", amount: 100, method: "each" }, lines)).toEqual([400, [300, 100]]);
  });

  it("is sent with what its rule says of it, and no more", () => {
    const { applied } = granted([1000], ["TEN"], {
      automatic: [{ title: "Sale", amount: 100, method: "each", priority: 3 }],
    });
    expect(applied).toStrictEqual([
      {
        title: "Sale",
        amount: 100,
        automatic: true,
        method: "each",
        priority: 3,
        allocations: [{ path: pathOf(0), amount: 100 }],
      },
      {
        title: "Ten percent",
        code: "TEN",
        amount: 90,
        allocations: [{ path: pathOf(0), amount: 90 }],
      },
    ]);
  });

  it("may be taken off the delivery", () => {
    const delivery = { path: "$.fulfillment", amount: 499 };
    const rule: DiscountRule = {
      title: "Free delivery",
      percent: 100,
      appliesTo: ({ path }) => path === delivery.path,
    };
    expect(off(rule, [...pricesOf(1000), delivery])).toEqual([499, [0, 499]]);
  });

  it.each([
    { percent: 0 },
    { percent: -1 },
    { percent: 100.01 },
    { percent: 33.333 },
    { percent: Number.NaN },
    { amount: -1 },
    { amount: 0.5 },
  ])("is no %j", (rule) => {
    expect(() => off({ title: "T", ...rule }, pricesOf(1000))).toThrow(RangeError);
  });

  it.each([-1, 0.5, Number.NaN, 2 ** 53])("is not taken off a price of %d", (amount) => {
    expect(() => off({ title: "T", percent: 10 }, pricesOf(amount))).toThrow(RangeError);
  });
});

describe("several discounts", () => {
  it("are each taken off what the ones before have left, in the order of their priority", () => {
    const { applied, amount } = granted([1000, 1000], ["TEN", "LINE1", "FIRST"]);
    expect(applied.map(({ code, amount: each }) => [code, each])).toEqual([
      ["FIRST", 1000],
      ["TEN", 100],
      ["LINE1", 90],
    ]);
    expect(amount).toBe(1190);
  });

  it("have the same order whichever was sent first; equal priorities are in the order of the request", () => {
    const rules: Readonly<Record<string, DiscountRule>> = {
      a: { title: "A", amount: 1, priority: 1 },
      b: { title: "B", amount: 1, priority: 2 },
      c: { title: "C", amount: 1, priority: 2 },
      d: { title: "D", amount: 1 },
    };
    const orderOf = (...codes: string[]) =>
      granted([1000], codes, { find: (code) => rules[code] }).applied.map(({ code }) => code);
    expect(orderOf("a", "b", "c", "d")).toEqual(["a", "b", "c", "d"]);
    expect(orderOf("d", "c", "b", "a")).toEqual(["a", "c", "b", "d"]);
    expect(orderOf("b", "d", "a", "c")).toEqual(["a", "b", "c", "d"]);
    expect(orderOf("c", "a", "d", "b")).toEqual(["a", "c", "b", "d"]);
  });

  it("are all granted unless the business chooses, and say nothing", () => {
    const result = granted([1000], ["TEN", "FIVE"]);
    expect(result).toMatchObject({ amount: 600, applied: [{ code: "TEN" }, { code: "FIVE" }] });
    expect(result.messages).toEqual([]);
  });

  it("take nothing off what is free, and are granted", () => {
    expect(granted([0, 0], ["TEN"])).toEqual({
      applied: [{ title: "Ten percent", code: "TEN", amount: 0, allocations: [] }],
      amount: 0,
      messages: [],
    });
  });

  it("never take off more than there is: one that finds nothing left is not granted", () => {
    const result = granted([1000], ["ALL", "FIVE"]);
    expect(result).toMatchObject({ amount: 1000, applied: [{ code: "ALL" }] });
    expect(told(result)).toEqual([
      "warning discount_code_combination_disallowed $.discounts.codes[1]",
    ]);
    expect(granted([1000, 0], ["ALL", "FIVE"])).toMatchObject({ applied: [{ code: "ALL" }] });
    expect(granted([1000, 0], ["ALL", "FIVE"]).messages).toHaveLength(1);
  });

  it("are those that the business combines", () => {
    const seen: unknown[] = [];
    const result = granted([1000], ["TEN", "FIVE", "NONE"], {
      automatic: [{ title: "Sale", percent: 1 }],
      combine(candidates) {
        seen.push(...candidates.map(({ rule, code }) => [rule.title, code]));
        return candidates.filter(({ code }) => code === "FIVE");
      },
    });
    expect(seen).toEqual([
      ["Sale", undefined],
      ["Ten percent", "TEN"],
      ["Five dollars", "FIVE"],
    ]);
    expect(result).toMatchObject({ amount: 500, applied: [{ code: "FIVE" }] });
    expect(told(result)).toEqual([
      "warning discount_code_combination_disallowed $.discounts.codes[0]",
      "warning discount_code_invalid $.discounts.codes[2]",
    ]);
  });

  it("are not made of candidates that there are not", () => {
    const foreign = { rule: { title: "Foreign", percent: 50 }, code: "FOREIGN" };
    expect(granted([1000], ["TEN"], { combine: () => [foreign] })).toMatchObject({
      applied: [],
      amount: undefined,
    });
  });

  it("count once for one rule, whatever its codes are", () => {
    const sale: DiscountRule = { title: "Sale", percent: 10 };
    const find = (code: string) => (code.toUpperCase() === "SALE" ? sale : undefined);
    const result = granted([1000], ["SALE", "sale", "SALE"], { find });
    expect(result.amount).toBe(100);
    expect(told(result)).toEqual([
      "warning discount_code_combination_disallowed $.discounts.codes[1]",
      "warning discount_code_combination_disallowed $.discounts.codes[2]",
    ]);
    expect(granted([1000], ["SALE"], { find, automatic: [sale] })).toMatchObject({
      amount: 100,
      applied: [{ automatic: true }],
      messages: [{ code: "discount_code_combination_disallowed" }],
    });
    // Also where each answer is a value of its own.
    const another = () => ({ title: "Sale", percent: 10 });
    expect(granted([1000], ["A", "A"], { find: another }).amount).toBe(100);
  });
});

describe("a code that does nothing", () => {
  it.each([
    ["expired", "discount_code_expired"],
    ["not_applicable", "discount_code_not_applicable"],
    ["user_ineligible", "discount_code_user_ineligible"],
    ["user_not_logged_in", "discount_code_user_not_logged_in"],
  ] as const)("is told why: %s", (refused, code) => {
    const result = granted([1000], ["TEN", "OLD"], {
      find: (each) => (each === "TEN" ? RULES["TEN"] : { refused }),
    });
    expect(result.applied).toHaveLength(1);
    expect(result.messages).toEqual([
      {
        type: "warning",
        code,
        content: WRITTEN_MESSAGES.warning[code],
        path: "$.discounts.codes[1]",
      },
    ]);
    const [own] = granted([1000], ["OLD"], {
      find: () => ({ refused, content: "It ended yesterday." }),
    }).messages;
    expect(own).toMatchObject({ code, content: "It ended yesterday." });
  });

  it("applies to nothing in the checkout", () => {
    const result = granted([1000], ["LINE1"]);
    expect(result).toMatchObject({ applied: [], amount: undefined });
    expect(told(result)).toEqual(["warning discount_code_not_applicable $.discounts.codes[0]"]);
  });

  it("is unknown: of several, each is told", () => {
    const result = granted([1000], ["constructor", "constructor", ""]);
    expect(told(result)).toEqual(
      [0, 1, 2].map((at) => `warning discount_code_invalid $.discounts.codes[${at}]`),
    );
  });

  it("is one too many", () => {
    const codes = Array.from({ length: 101 }, (_, at) => `CODE${at}`);
    expect(granted([1000], codes.slice(1)).messages).toHaveLength(100);
    const tooLarge = expect.objectContaining({ code: "request_too_large", status: 400 });
    expect(() => granted([1000], codes)).toThrow(tooLarge);
    expect(() => granted([1000], codes)).toThrow("$.discounts.codes must have at most 100 items");
    expect(() => granted([1000], ["A", "B"], { maxCodes: 1 })).toThrow(tooLarge);
  });

  it("is none without codes", () => {
    expect(granted([1000], [])).toEqual({ applied: [], amount: undefined, messages: [] });
  });
});

describe("any discounts", () => {
  const price = fc.oneof(fc.nat(20), fc.nat(1_000_000), fc.nat(2 ** 49));
  const method = fc.constantFrom<"across" | "each" | undefined>("across", "each", undefined);
  const rule = fc
    .record({
      percent: fc.option(fc.integer({ min: 1, max: 10_000 })),
      amount: price,
      method,
      priority: fc.option(fc.integer({ min: 1, max: 3 })),
      odd: fc.boolean(),
    })
    .map(({ percent, amount, method: how, priority, odd }): DiscountRule => ({
      title: "T",
      ...(percent === null ? { amount } : { percent: percent / 100 }),
      ...(how === undefined ? {} : { method: how }),
      ...(priority === null ? {} : { priority }),
      ...(odd ? { appliesTo: ({ path }) => /[13579]\]$/.test(path) } : {}),
    }));
  const prices = fc.array(price, { maxLength: 6 });

  it("have allocations that add up, and leave no price and no total below zero", () => {
    const property = fc.property(prices, fc.array(rule, { maxLength: 4 }), (amounts, automatic) => {
      const targets = pricesOf(...amounts);
      const options = { targets, find: () => undefined, automatic };
      const { applied, amount: discount } = calculateDiscounts(options);
      expect(calculateDiscounts(options).applied).toEqual(applied);
      for (const { amount, allocations } of applied)
        expect(allocations.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
      const allocations = applied.flatMap((each) => each.allocations);
      expect(allocations.every(({ amount }) => amount > 0)).toBe(true);
      for (const { path, amount } of targets) {
        const own = allocations.filter((each) => each.path === path);
        expect(own.reduce((sum, each) => sum + each.amount, 0)).toBeLessThanOrEqual(amount);
      }
      const subtotal = amounts.reduce((sum, each) => sum + each, 0);
      for (const discounts of ["positive", "negative"] as const) {
        const totals = totalsOf({ subtotal, discount }, { discounts });
        expect(checkTotals(totals, { discounts })).toEqual([]);
      }
    });
    fc.assert(property);
  });
});
