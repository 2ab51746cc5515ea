import { expect, it } from "vitest";
import { complete, openTest, readyCheckout, SHOP, totalOf, type Test } from "./platform.js";

function open({ business }: Test, id: string, form?: Record<string, string>): Promise<Response> {
  const init = form && {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin" },
    body: new URLSearchParams(form),
  };
  return business.fetch(
    new Request(`${SHOP}/checkout-sessions/${id}`, init),
  ) as unknown as Promise<Response>;
}

it("lets the buyer order where the platform has no page of its own", async () => {
  const test = await openTest(false);
  const { id } = await readyCheckout(test.client);
  // The platform cannot: its buyer has to look the order over.
  const escalated = await complete(test.client, id);
  expect(escalated.status).toBe("requires_escalation");
  expect(await (await open(test, id)).text()).toContain("Complete your order");
  const ordered = await open(test, id, { total: String(totalOf(escalated)) });
  expect(ordered.status).toBe(303);
  expect((await test.business.checkouts.get(id)).status).toBe("completed");
});

it("charges nothing but the total that the buyer saw", async () => {
  const test = await openTest(false);
  const { id } = await readyCheckout(test.client);
  await complete(test.client, id);
  expect(await (await open(test, id, { total: "1" })).text()).toContain("check the new total");
  expect((await test.business.checkouts.get(id)).status).toBe("requires_escalation");
});
