/** The context of a buyer (§2.3): a hint, which counts for less than a regulation of the place that goods are sent to. */

import { describe, expect, it } from "vitest";
import { business, expectCharges, needs } from "../../blackbox/opening.js";
import { codes, errors } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, choosing, HOME, pay, shipped, shopper, UTAH } from "../../blackbox/steps.js";

const { address_country, address_region } = HOME;
const { address_region: forbidden } = UTAH;

describe.each(TRANSPORTS)("the context of a checkout over %s", (_, speak) => {
  it("§2.3: does not count against a regulation of where the goods go", async () => {
    needs("sale limits");
    const open = await business();
    const by = shopper(open, speak);
    // Film developer may not be sent to Utah; the context names California, where it may.
    const context = { address_country, address_region };
    const more = {
      context,
      fulfillment: { methods: [{ type: "shipping", destinations: [UTAH] }] },
    };
    const offered = await shipped(by, basket("developer"), more);
    const body = await by.update(offered.id, { ...choosing(offered, "Standard"), context });
    expect(codes(errors(body))).toContain("item_unavailable");
    expect(body.status).not.toBe("ready_for_complete");
    const paid = await by.ask("complete_checkout", { id: body.id, payload: pay() });
    expect(paid.body.order).toBeUndefined();
    expectCharges(open, body.id, 0);
  });

  it("§2.3: does not forbid what may be sent to where the goods go", async () => {
    const by = shopper(await business(), speak);
    const context = { address_country, address_region: forbidden };
    const offered = await shipped(by, basket("developer"), { context });
    const body = await by.update(offered.id, { ...choosing(offered, "Standard"), context });
    expect(body.status).toBe("ready_for_complete");
  });
});
