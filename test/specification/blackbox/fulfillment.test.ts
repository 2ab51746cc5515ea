/** Fulfillment (§2.6): the methods that are available for the lines of a checkout. */

import { describe, expect, it } from "vitest";
import { shopping } from "../../blackbox/opening.js";
import { lineOf } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER } from "../../blackbox/steps.js";

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe.each(TRANSPORTS)("what is available over %s", (_, speak) => {
  it("§2.6: each available method is fulfillable now or from a time", async () => {
    const by = await shopping(speak);
    const body = await by.create({ ...basket("tabletop", "presets"), buyer: BUYER });
    const { available_methods: methods = [] } = body.fulfillment ?? {};
    expect(methods.map(({ type }) => type).sort()).toEqual(["pickup", "shipping"]);
    for (const { line_item_ids, fulfillable_on } of methods) {
      expect(line_item_ids).toEqual([lineOf(body, "tabletop").id]);
      if (fulfillable_on !== "now") expect(fulfillable_on).toMatch(RFC3339);
    }
  });
});
