/** Addresses that something is sent to (§2.3, §3.1): complete, as their country asks for it. */

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingChoices, type Fulfillment } from "@proto-gen/runtime/fulfillment";
import { HOME } from "../../templates/storefront/test/bought.js";
import {
  openTestShop,
  resource,
  type TestShop,
} from "../../templates/storefront/test/shop-of-test.js";

let open: TestShop;
beforeAll(async () => {
  open = await openTestShop();
});
afterAll(() => open.close());

const REQUEST = {
  currency: "USD",
  line_items: [{ item: { id: "tabletop" }, quantity: 1 }],
  buyer: { email: "ada@example.com" },
};

/** A checkout that goes there, its first option chosen. */
async function sentTo(address: object) {
  const { client } = open;
  const methods = [{ type: "shipping" as const, destinations: [address] }];
  const created = resource(await client.createCheckout({ ...REQUEST, fulfillment: { methods } }));
  const chosen = (created.fulfillment?.methods ?? []).map(({ groups = [], ...method }) => ({
    ...method,
    groups: groups.map(({ id, options }) => ({ id, selected_option_id: options?.[0]?.id ?? null })),
  }));
  const { id } = created;
  return resource(
    await client.updateCheckout({ ...REQUEST, id, fulfillment: { methods: chosen } }),
  );
}

describe("an address", () => {
  it.each<[string, object, readonly string[]]>([
    ["empty", {}, ["street_address", "address_locality", "address_country"]],
    ["only spaces", { ...HOME, postal_code: "  " }, ["postal_code"]],
    ["American without its state", { ...HOME, address_region: undefined }, ["address_region"]],
    [
      "British without its postal code, by the code of three letters",
      { ...HOME, address_region: undefined, postal_code: undefined, address_country: "GBR" },
      ["postal_code"],
    ],
  ])("that is %s is neither ready nor charged", async (_, address, fields) => {
    const { id, status, messages = [] } = await sentTo(address);
    expect(status).toBe("incomplete");
    const missing = messages.filter(({ code }) => code === "missing");
    expect(missing).toMatchObject(
      fields.map((field) => ({
        severity: "recoverable",
        path: `$.fulfillment.methods[0].destinations[0].${field}`,
      })),
    );
    const credential = { type: "token", token: "tok_ok" };
    const card = { id: "card_1", handler_id: "tokenizer", type: "card", credential };
    const paid = resource(
      await open.client.completeCheckout({ id, payment: { instruments: [card] } }),
    );
    expect(paid.status).toBe("incomplete");
    expect(paid.order).toBeUndefined();
  });

  it("that is complete is ready", async () => {
    expect((await sentTo(HOME)).status).toBe("ready_for_complete");
    const { address_region: _, ...german } = { ...HOME, address_country: "DE" };
    expect((await sentTo(german)).messages?.filter(({ code }) => code === "missing")).toEqual([]);
  });

  it("has to have what the business says, if it says so", () => {
    const fulfillment = (type: string): Fulfillment => ({
      methods: [
        {
          id: "m1",
          type,
          line_item_ids: [],
          destinations: [{ id: "d1", address_country: "IE" }],
          selected_destination_id: "d1",
          groups: [{ id: "g1", line_item_ids: [], selected_option_id: "o1", options: [OPTION] }],
        },
      ],
    });
    const addressFields = () => ["postal_code", "address_country"] as const;
    const paths = (type: string) =>
      missingChoices(fulfillment(type), { addressFields }).map(({ path }) => path);
    expect(paths("shipping")).toEqual(["$.fulfillment.methods[0].destinations[0].postal_code"]);
    // A business's own location is as it is.
    expect(paths("pickup")).toEqual([]);
  });
});

const OPTION = {
  id: "o1",
  title: "Standard delivery",
  totals: [{ type: "total", amount: 500 }],
};
