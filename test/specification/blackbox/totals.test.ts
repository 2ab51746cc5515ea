/** Totals (§2.3, §2.4): those of lines and options, and those of a checkout before a delivery is chosen. */

import { describe, expect, it } from "vitest";
import { shopping } from "../../blackbox/opening.js";
import { added, firstGroup, method, total } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, choosing, shipped } from "../../blackbox/steps.js";

describe.each(TRANSPORTS)("totals over %s", (_, speak) => {
  it("§2.3: of a line have its subtotal and its total", async () => {
    const body = await shipped(await shopping(speak), basket(["tabletop", 3], "presets"));
    const amounts = body.line_items.map((line) => [total(line, "subtotal"), total(line, "total")]);
    expect(amounts).toEqual([
      [8700, 8700],
      [2900, 2900],
    ]);
  });

  it("§2.3: of a cart's line have its total", async () => {
    const { line_items } = basket(["tabletop", 3]);
    const { body } = await (await shopping(speak)).ask("create_cart", { payload: { line_items } });
    expect(body.line_items.map((line) => total(line, "total"))).toEqual([8700]);
    expect(total(body, "total")).toBe(8700);
  });

  it("§2.3: of an option have its total", async () => {
    const body = await shipped(await shopping(speak), basket("tabletop"));
    const { options = [] } = firstGroup(method(body, "shipping"));
    expect(options.map((option) => total(option, "total"))).toEqual([500, 1500]);
  });

  it("§2.3: have no price for a delivery that is not chosen, and the one of that which is", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket("tabletop"));
    expect(total(offered, "fulfillment")).toBeUndefined();
    expect(total(offered, "total")).toBe(2900);
    const chosen = await by.update(offered.id, choosing(offered, "Express"));
    expect(total(chosen, "fulfillment")).toBe(1500);
    expect([total(chosen, "total"), added(chosen)]).toEqual([4400, 4400]);
  });
});
