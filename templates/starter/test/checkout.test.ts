import { BusinessOutcome } from "@proto-gen/runtime/error";
import { expect, it } from "vitest";
import { BASKET, openTest, readyCheckout, resource, totalOf } from "./platform.js";

it("costs what its lines and its delivery cost", async () => {
  const { client } = await openTest();
  const checkout = await readyCheckout(client);
  expect(checkout.status).toBe("ready_for_complete");
  //: if fulfillment
  expect(totalOf(checkout)).toBe(2 * 1_800 + 500);
  //: else
  expect(totalOf(checkout)).toBe(2 * 1_800);
  //: end
});

it("has no more of a product than there is", async () => {
  const { client } = await openTest();
  const line_items = [{ item: { id: "lamp" }, quantity: 9 }];
  const checkout = resource(await client.createCheckout({ ...BASKET, line_items }));
  expect(checkout.line_items[0]?.quantity).toBe(3);
  expect(checkout.messages?.map(({ code }) => code)).toContain("quantity_adjusted");
});

it("is not created without a product", async () => {
  const { client } = await openTest();
  const line_items = [{ item: { id: "none" }, quantity: 1 }];
  const answer = await client.createCheckout({ ...BASKET, line_items });
  expect(answer).toBeInstanceOf(BusinessOutcome);
});
//: if discount

it("takes off what a code gives", async () => {
  const { client } = await openTest();
  const discounts = { codes: ["ten", "other"] };
  const checkout = resource(await client.createCheckout({ ...BASKET, discounts }));
  expect(checkout.discounts?.applied?.map(({ amount }) => amount)).toEqual([360]);
});
//: end
