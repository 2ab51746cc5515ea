/** Addresses that something is sent to (§2.3, §3.1): a checkout with an incomplete one is neither ready nor paid. */

import { describe, expect, it } from "vitest";
import { business, expectCharges } from "../../blackbox/opening.js";
import { errors } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import {
  basket,
  choosing,
  HOME,
  pay,
  shipped,
  shopper,
  type Shopper,
} from "../../blackbox/steps.js";

const { address_region: _, ...WITHOUT_REGION } = HOME;

/** A checkout that goes there, with all choices made. */
async function sentTo(by: Shopper, address: object) {
  const fulfillment = { methods: [{ type: "shipping", destinations: [address] }] };
  const offered = await shipped(by, basket("tabletop"), { fulfillment });
  return by.update(offered.id, choosing(offered));
}

describe.each(TRANSPORTS)("an address over %s", (_, speak) => {
  it.each<[string, object, readonly string[]]>([
    ["empty", {}, ["street_address", "address_locality", "address_country"]],
    ["only spaces", { ...HOME, postal_code: "  " }, ["postal_code"]],
    ["American without its state", WITHOUT_REGION, ["address_region"]],
    [
      "British without its postal code, by the code of three letters",
      { ...WITHOUT_REGION, postal_code: undefined, address_country: "GBR" },
      ["postal_code"],
    ],
  ])("§3.1: that is %s is neither ready nor charged", async (_why, address, fields) => {
    const open = await business();
    const by = shopper(open, speak);
    const body = await sentTo(by, address);
    expect(body.status).toBe("incomplete");
    expect(errors(body).filter(({ code }) => code === "missing")).toMatchObject(
      fields.map((field) => ({
        severity: "recoverable",
        path: `$.fulfillment.methods[0].destinations[0].${field}`,
      })),
    );
    const paid = await by.ask("complete_checkout", { id: body.id, payload: pay() });
    expect(paid.body).toMatchObject({ status: "incomplete", proto: { status: "error" } });
    expect(paid.body.order).toBeUndefined();
    expectCharges(open, body.id, 0);
  });

  it.each([
    ["American", HOME],
    ["German, without a region", { ...WITHOUT_REGION, address_country: "DE" }],
  ])("§3.1: that is complete is ready: %s", async (_why, address) => {
    const body = await sentTo(shopper(await business(), speak), address);
    expect(body.status).toBe("ready_for_complete");
  });
});
