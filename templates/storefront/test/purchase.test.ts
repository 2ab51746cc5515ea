/** A purchase, as a platform makes it. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../src/generated/index.js";
import { HOME } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

const BUYER = { email: "ada@example.com" };

let open: TestShop;
beforeEach(async () => {
  open = await openTestShop();
});
afterEach(() => open.close());

function pay(token = "tok_ok") {
  const credential = { type: "token", token };
  return { instruments: [{ id: "card_1", handler_id: "tokenizer", type: "card", credential }] };
}

function totalOf({ totals }: Pick<Checkout, "totals">, type = "total"): number | undefined {
  return totals.find((each) => each.type === type)?.amount;
}

/** Something in stock that is shipped, and costs neither much nor little. */
async function something(): Promise<string> {
  const filters = { available: true, price: { min: 2_000, max: 30_000 } };
  const { products } = resource(await open.client.searchCatalog({ filters }));
  return products[0]?.variants?.[0]?.id ?? "";
}

async function ready(): Promise<Checkout> {
  const { client } = open;
  const line_items = [{ item: { id: await something() }, quantity: 1 }];
  const request = { line_items, currency: "USD", buyer: BUYER };
  const fulfillment = { methods: [{ type: "shipping" as const, destinations: [HOME] }] };
  const created = resource(await client.createCheckout({ ...request, fulfillment }));
  const [method] = created.fulfillment?.methods ?? [];
  const groups = (method?.groups ?? []).map(({ id, options = [] }) => ({
    id,
    selected_option_id: options[0]?.id ?? null,
  }));
  return resource(
    await client.updateCheckout({
      ...request,
      id: created.id,
      fulfillment: { methods: [{ ...method, groups }] },
    }),
  );
}

describe("a purchase", () => {
  it("is paid, ordered and confirmed by mail", async () => {
    const { client, sandbox, shop } = open;
    const checkout = await ready();
    expect(checkout.status).toBe("ready_for_complete");
    expect(totalOf(checkout, "fulfillment")).toBe(500);
    const completed = resource(await client.completeCheckout({ id: checkout.id, payment: pay() }));
    expect(completed.status).toBe("completed");
    expect([...sandbox.charges.values()]).toEqual([totalOf(checkout)]);
    await shop.housekeep();
    const [mail] = open.mails();
    expect(mail).toContain("To: ada@example.com");
    expect(mail).toContain(completed.order?.id);
    expect(open.mails()).toHaveLength(1);
  });

  it("goes on with another card where the first one is declined", async () => {
    const { client, sandbox } = open;
    const { id } = await ready();
    const declined = resource(await client.completeCheckout({ id, payment: pay("tok_declined") }));
    expect(declined.messages?.map(({ code }) => code)).toEqual(["payment_declined"]);
    expect(sandbox.charges.size).toBe(0);
    expect(resource(await client.completeCheckout({ id, payment: pay() })).status).toBe(
      "completed",
    );
  });

  it("charges nothing where nobody knows how the payment ended", async () => {
    const { client, sandbox, shop } = open;
    const { id } = await ready();
    await expect(
      client.completeCheckout({ id, payment: pay("tok_error") }, { signal: null as never }),
    ).rejects.toMatchObject({ code: "internal_error" });
    await shop.housekeep();
    await expect.poll(() => sandbox.charges.size).toBe(0);
    expect(resource(await client.getCheckout({ id })).status).toBe("ready_for_complete");
  });

  it("offers to pay later for a middling sum in the United States alone", async () => {
    const checkout = await ready();
    const instruments = Object.values(checkout.proto.payment_handlers ?? {}).flatMap((handlers) =>
      handlers.flatMap((each) => each.available_instruments ?? []),
    );
    const total = totalOf(checkout) ?? 0;
    const types = instruments.map(({ type }) => type);
    expect(types).toContain("card");
    expect(types.includes("pay_later")).toBe(total >= 5_000 && total <= 50_000);
  });
});
