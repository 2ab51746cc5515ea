/** Addresses that something is sent to (§2.3, §3.1): the fields that a business may ask for by itself. */

import { describe, expect, it } from "vitest";
import { missingChoices, type Fulfillment } from "@proto-gen/runtime/commerce";

describe("an address", () => {
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
