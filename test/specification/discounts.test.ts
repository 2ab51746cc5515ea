/** Discounts (§1.2, §2.3): what a code gives, to which lines, and what is said of a code that gives nothing. */

import { describe, expect, it } from "vitest";
import { discountsFor } from "../../templates/storefront/src/checkout/discounts.js";
import type { Line } from "../../templates/storefront/src/checkout/lines.js";
import { DATA } from "../../templates/storefront/test/data-of-test.js";

const SHOP = { ...DATA, currency: "USD" };
const line = (price: number, quantity = 1): Line => ({ item: { price }, quantity }) as Line;
const codes = (...given: string[]) => ({ codes: given });

describe("a discount", () => {
  it.each([
    [[1000, 1000, 1000], 300],
    [[333, 333, 334], 100],
    [[1, 1, 1, 1, 1], 1],
    [[99_999, 1], 10_000],
    [[5, 0, 5], 1],
  ])("of lines of %j is allocated to them, to the last unit", (prices, amount) => {
    const { applied } = discountsFor(
      codes("TEN"),
      prices.map((price) => line(price)),
      SHOP,
    );
    const [discount] = applied;
    expect(discount?.amount).toBe(amount);
    const allocated = discount?.allocations ?? [];
    expect(allocated.reduce((sum, each) => sum + each.amount, 0)).toBe(amount);
    for (const each of allocated) {
      const index = Number(/^\$\.line_items\[(\d+)\]$/.exec(each.path)?.[1]);
      expect(each.amount).toBeGreaterThan(0);
      expect(each.amount).toBeLessThanOrEqual(Math.ceil((prices[index] as number) / 10));
    }
  });

  it("of nothing is allocated to nothing", () => {
    const { applied } = discountsFor(codes("TEN"), [line(0)], SHOP);
    expect(applied).toMatchObject([{ amount: 0, allocations: [] }]);
  });
});

describe("a code that does nothing", () => {
  const told = (...given: string[]) => {
    return discountsFor(codes(...given), [line(1000)], SHOP).messages.map(
      ({ type, code, path }) => `${type} ${code} ${path}`,
    );
  };

  it("is told so, by its place", () => {
    expect(told("TEN")).toEqual([]);
    expect(told("TEN", "NONE")).toEqual(["warning discount_code_invalid $.discounts.codes[1]"]);
    expect(told("WELCOME", "TEN", "TEN")).toEqual([
      "warning discount_code_combination_disallowed $.discounts.codes[0]",
      "warning discount_code_combination_disallowed $.discounts.codes[2]",
    ]);
    expect(told("constructor")).toEqual(["warning discount_code_invalid $.discounts.codes[0]"]);
  });
});
