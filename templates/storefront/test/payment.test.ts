/** What pays (§2.5): one instrument of a handler that was offered for this cart, with a token. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../src/generated/index.js";
import { createPaymentHandlers } from "../src/payment/payment-handlers.js";
import { readyCheckout } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";
import { DATA } from "./data-of-test.js";

let open: TestShop;
beforeEach(async () => {
  open = await openTestShop();
});
afterEach(() => open.close());

type Instruments = NonNullable<
  NonNullable<Parameters<TestShop["client"]["completeCheckout"]>[0]["payment"]>["instruments"]
>;

const CARD = { id: "card_1", handler_id: "tokenizer", type: "card" };
const CREDENTIAL = { type: "token", token: "tok_ok" };
const PAYING = { ...CARD, credential: CREDENTIAL };

async function paidWith(instruments: Instruments, items: readonly string[] = ["presets"]) {
  const { id } = await readyCheckout(open.client, { shipped: items });
  return resource(await open.client.completeCheckout({ id, payment: { instruments } }));
}

function expectRefused({ status, order, messages }: Checkout, path: string): void {
  expect({ status, order }).toEqual({ status: "ready_for_complete", order: undefined });
  expect(messages).toMatchObject([
    { type: "error", severity: "recoverable", path: `$.payment.instruments${path}` },
  ]);
  expect(open.sandbox.charges.size).toBe(0);
}

describe("a payment", () => {
  it.each<readonly [what: string, instruments: Instruments, path: string]>([
    ["no instrument", [], ""],
    ["no credential", [CARD], ""],
    ["a credential without a token", [{ ...CARD, credential: { type: "token", token: "" } }], ""],
    ["a handler that there is not", [{ ...PAYING, handler_id: "other" }], "[0].handler_id"],
    ["a type that there is not", [{ ...PAYING, type: "wallet" }], "[0].type"],
    ["a type that is not for this cart", [{ ...PAYING, type: "pay_later" }], "[0].type"],
    ["an instrument that is not chosen", [{ ...PAYING, selected: false }], ""],
    ["several of which none is chosen", [PAYING, { ...PAYING, id: "card_2" }], ""],
  ])("with %s charges nothing", async (_what, instruments, path) => {
    expectRefused(await paidWith(instruments), path);
  });

  it("with what is offered for the cart is an order", async () => {
    const later = { ...PAYING, type: "pay_later" };
    const { status } = await paidWith([later], ["tripod_carbon"]);
    expect(status).toBe("completed");
  });

  it("is taken from the one that is selected", async () => {
    const declined = { ...CARD, credential: { type: "token", token: "tok_declined" } };
    const selected = { ...PAYING, id: "card_2", selected: true };
    expect((await paidWith([declined, selected])).status).toBe("completed");
  });
});

describe("payment handlers", () => {
  const cheap = { totals: [{ type: "total" as const, amount: 100 }] };

  it("say nothing of instruments where the profile does not", () => {
    const handler = { id: "x", version: "2026-11-27" };
    expect(createPaymentHandlers({ "com.x.pay": [handler] }, DATA.prices)(cheap)).toEqual({
      "com.x.pay": [handler],
    });
  });
});
