/** Discounts (§1.2, §2.3): the lines that an amount is allocated to, and codes that give nothing. */

import { describe, expect, it } from "vitest";
import { shopping } from "../../blackbox/opening.js";
import { total, warnings, type Body } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket } from "../../blackbox/steps.js";

interface Applied {
  readonly amount: number;
  readonly allocations: readonly { readonly path: string; readonly amount: number }[];
}

function applied(body: Body): readonly Applied[] {
  const { applied = [] } = (body.discounts ?? {}) as { readonly applied?: readonly Applied[] };
  return applied;
}

describe.each(TRANSPORTS)("discount codes over %s", (_, speak) => {
  it("§1.2: take an amount off that is allocated to lines, to the last unit", async () => {
    const by = await shopping(speak);
    const items = basket("tabletop", ["card_64", 3], "presets");
    const body = await by.create({ ...items, discounts: { codes: ["TEN"] } });
    expect(applied(body)).toHaveLength(1);
    const [{ amount, allocations } = { amount: 0, allocations: [] }] = applied(body);
    expect(amount).toBe(1750);
    expect(total(body, "discount")).toBe(1750);
    expect(allocations.map((each) => each.path)).toEqual([
      "$.line_items[0]",
      "$.line_items[1]",
      "$.line_items[2]",
    ]);
    expect(allocations.map((each) => each.amount)).toEqual([290, 1170, 290]);
  });

  it("§2.3: that nobody knows or that do not combine are told of, each at its place", async () => {
    const by = await shopping(speak);
    const codes = ["NO-SUCH-CODE", "WELCOME", "TEN", "constructor"];
    const body = await by.create({ ...basket("presets"), discounts: { codes } });
    expect(warnings(body).map(({ code, path }) => `${code} ${path}`)).toEqual([
      "discount_code_invalid $.discounts.codes[0]",
      "discount_code_combination_disallowed $.discounts.codes[1]",
      "discount_code_invalid $.discounts.codes[3]",
    ]);
    expect(total(body, "discount")).toBe(290);
  });
});
