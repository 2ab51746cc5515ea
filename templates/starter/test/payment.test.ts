import { expect, it } from "vitest";
import { complete, openTest, readyCheckout } from "./platform.js";

it("is paid, and becomes an order", async () => {
  const { business, client } = await openTest();
  const { id } = await readyCheckout(client);
  const completed = await complete(client, id);
  expect(completed.status).toBe("completed");
  expect(await business.orders.get(`order_${id}`)).toMatchObject({ checkout_id: id });
});

it("can be paid in another way if a payment is declined", async () => {
  const { client } = await openTest();
  const { id } = await readyCheckout(client);
  const declined = await complete(client, id, "tok_declined");
  expect(declined.messages?.map(({ code }) => code)).toEqual(["payment_declined"]);
  expect((await complete(client, id)).status).toBe("completed");
});
