/** Where the buyer is: what supersedes what, and what binds (§2.3, §2.7). */

import { billingAddress, buyerLocation, shippingAddress } from "@proto-gen/runtime/commerce";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import type { Checkout, CheckoutUpdateRequest } from "../../../generated/index.js";

const shipping = { address_country: "DE", postal_code: "10115" };
const billing = { address_country: "FR" };
const context = { address_country: "US", address_region: "ME" };
const guess = { address_country: "CA" };

describe("buyerLocation (§2.3)", () => {
  it.each([
    ["shipping, before all", { shipping, billing, context }, "shipping", true, shipping],
    ["billing, before the context", { billing, context }, "billing", true, billing],
    ["context, before a guess", { context }, "context", false, context],
    ["a guess, before nothing", {}, "geo_ip", false, guess],
  ])("is that of %s", async (_, known, source, binding, place) => {
    const geoIp = vi.fn(async () => guess);
    expect(await buyerLocation({ ...known, geoIp })).toEqual({ source, binding, place });
    expect(geoIp).toHaveBeenCalledTimes(source === "geo_ip" ? 1 : 0);
  });

  it("is undefined where nothing is known", async () => {
    expect(await buyerLocation({})).toBeUndefined();
    expect(await buyerLocation({ context: {}, geoIp: () => undefined })).toBeUndefined();
  });

  it.each([
    ["nothing", {}],
    ["blank texts", { address_country: " ", postal_code: "" }],
    ["a person alone", { first_name: "Ada", phone_number: "+12075550100" }],
    ["members of its prototype", Object.create({ address_country: "DE" }) as object],
    ["no texts", { address_country: 49 as unknown as string }],
  ])("passes over an address of %s", async (_, address) => {
    const found = await buyerLocation({ shipping: address, context });
    expect(found?.source).toBe("context");
  });

  it("never mixes what binds with what does not", async () => {
    const found = await buyerLocation({ shipping: { postal_code: "04101" }, context });
    expect(found?.place).toEqual({ postal_code: "04101" });
  });

  it("says where, and not who", async () => {
    const found = await buyerLocation({ shipping: { ...shipping, last_name: "Byrne" } });
    expect(found?.place).toEqual(shipping);
  });

  it("lets an error of the guess through", async () => {
    const geoIp = () => Promise.reject(new Error("down"));
    await expect(buyerLocation({ geoIp })).rejects.toThrow("down");
  });
});

describe("shippingAddress (§2.6)", () => {
  const home = { id: "home", ...shipping };
  const method = { id: "m1", type: "shipping", line_item_ids: [], destinations: [home] };

  it.each([
    ["the chosen destination", { ...method, selected_destination_id: "home" }, home],
    ["nothing while none is chosen", { ...method, selected_destination_id: null }, undefined],
    ["nothing where it is not there", { ...method, selected_destination_id: "x" }, undefined],
    [
      "no place of the business",
      { ...method, type: "pickup", selected_destination_id: "home" },
      undefined,
    ],
    [
      "no place of the business, whatever its type",
      {
        ...method,
        type: "locker",
        destinations: [{ id: "home", name: "Station", address: shipping }],
        selected_destination_id: "home",
      },
      undefined,
    ],
  ])("is %s", (_, each, expected) => {
    expect(shippingAddress({ methods: [each] })).toEqual(expected);
  });

  it("is the first one of several", () => {
    const chosen = { ...method, selected_destination_id: "home" };
    const pickup = { ...chosen, id: "m0", type: "pickup" };
    expect(shippingAddress({ methods: [pickup, method, chosen] })).toEqual(home);
    expect(shippingAddress({})).toBeUndefined();
    expect(shippingAddress(undefined)).toBeUndefined();
  });
});

describe("billingAddress (§2.5)", () => {
  const card = { id: "pi_1", billing_address: billing };

  it.each([
    ["that of the selected instrument", [{ ...card, selected: true }], undefined, billing],
    ["that of the earlier form", [card], "pi_1", billing],
    ["none of one that is not selected", [{ ...card, selected: false }], "pi_1", undefined],
    ["none where nobody says which", [card], undefined, undefined],
  ])("is %s", (_, instruments, selected, expected) => {
    expect(billingAddress({ instruments, selected_instrument_id: selected })).toEqual(expected);
  });

  it("takes what generated types have", () => {
    expectTypeOf<Checkout["payment"]>().toExtend<Parameters<typeof billingAddress>[0]>();
    expectTypeOf<CheckoutUpdateRequest["payment"]>().toExtend<
      Parameters<typeof billingAddress>[0]
    >();
    expectTypeOf<Checkout["fulfillment"]>().toExtend<Parameters<typeof shippingAddress>[0]>();
    expectTypeOf<CheckoutUpdateRequest["context"]>().toExtend<
      Parameters<typeof buyerLocation>[0]["context"]
    >();
  });
});
