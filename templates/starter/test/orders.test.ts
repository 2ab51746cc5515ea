import { expect, it } from "vitest";
import { deliver, refund, ship } from "../src/orders.js";
import { complete, openTest, readyCheckout } from "./platform.js";

it("tells the platform of an order and of its parcel, signed and in order", async () => {
  const { business, client, events } = await openTest();
  const { id } = await readyCheckout(client);
  await complete(client, id);
  await business.sweep();
  await ship(business, `order_${id}`, "PARCEL1");
  await business.sweep();
  expect(events).toHaveLength(2);
  for (const { headers } of events) {
    const names = [...headers.keys()].map((name) => name.toLowerCase());
    expect(names).toEqual(expect.arrayContaining(["signature", "signature-input"]));
  }
  expect(JSON.stringify(events[0]?.body)).not.toContain("PARCEL1");
  expect(JSON.stringify(events[1]?.body)).toContain("PARCEL1");
});

it("tells the platform of what arrives, and of money that goes back", async () => {
  const { business, client, events } = await openTest();
  const { id } = await readyCheckout(client);
  await complete(client, id);
  await deliver(business, `order_${id}`, "PARCEL1", [{ id: "mug", quantity: 1 }]);
  await refund(business, `order_${id}`, 100);
  await business.sweep();
  expect(events).toHaveLength(3);
  const order = await business.orders.get(`order_${id}`);
  expect(order?.line_items[0]?.status).toBe("partial");
  expect(JSON.stringify(events[2]?.body)).toContain("refund");
});
