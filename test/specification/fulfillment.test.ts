/** Fulfillment (§2.6): what a buyer reads of options. */

import { expect, it } from "vitest";
import { evaluate, keeper, type Evaluated } from "../support/checkout-keeper.js";

/** A way to send the line, with this to say of it. */
function shipped(description: string) {
  const option = {
    id: "o1",
    title: "Standard delivery",
    description,
    totals: [{ type: "total" as const, amount: 500 }],
  };
  const group = { id: "g1", line_item_ids: ["line_1"], options: [option] };
  const method = { id: "m1", type: "shipping" as const, line_item_ids: ["line_1"] };
  return { methods: [{ ...method, groups: [group] }] };
}

it.each([
  ["In three days for $5.00.", ["description_repeats_price"]],
  ["In three to five days.", []],
])("an option that says %j is answered, and the log has %j", async (description, codes) => {
  const logged: unknown[] = [];
  const { create } = keeper({
    log: (error) => void logged.push(error),
    evaluate: async (request, session) => ({
      ...((await evaluate(request, session)) as Evaluated),
      fulfillment: shipped(description),
    }),
  });
  const { fulfillment } = (await create()) as { readonly fulfillment?: unknown };
  expect(fulfillment).toMatchObject(shipped(description));
  expect(logged.map(String)).toEqual(codes.map((code) => expect.stringContaining(code)));
});
