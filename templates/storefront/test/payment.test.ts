/** What pays (§2.5): one instrument of a handler that was offered for this cart, with a token. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "../src/generated/index.js";
import { createPaymentHandlers } from "../src/payment/payment-handlers.js";
import { chosenInstrument } from "../src/payment/chosen-instrument.js";
import { isOffered } from "../src/payment/is-offered.js";
import { readyCheckout } from "./bought.js";
import { openTestShop, resource, type TestShop } from "./shop-of-test.js";

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

async function paidWith(instruments: Instruments, items: readonly string[] = ["presets"]) {
  const { id } = await readyCheckout(open.client, { shipped: items });
  return resource(await open.client.completeCheckout({ id, payment: { instruments } }));
}

function expectRefused({ status, order, messages }: Checkout): void {
  expect({ status, order }).toEqual({ status: "ready_for_complete", order: undefined });
  expect(messages).toMatchObject([
    { type: "error", severity: "recoverable", path: "$.payment.instruments" },
  ]);
  expect(open.sandbox.charges.size).toBe(0);
}

describe("a payment", () => {
  it.each<readonly [string, Instruments]>([
    ["no instrument", []],
    ["no credential", [CARD]],
    ["a credential without a token", [{ ...CARD, credential: { type: "token", token: "" } }]],
    ["a handler that there is not", [{ ...CARD, handler_id: "other", credential: CREDENTIAL }]],
    ["a type that there is not", [{ ...CARD, type: "wallet", credential: CREDENTIAL }]],
    ["a type that is not for this cart", [{ ...CARD, type: "pay_later", credential: CREDENTIAL }]],
    ["an instrument that is not chosen", [{ ...CARD, selected: false, credential: CREDENTIAL }]],
    [
      "several of which none is chosen",
      [
        { ...CARD, credential: CREDENTIAL },
        { ...CARD, id: "card_2", credential: CREDENTIAL },
      ],
    ],
  ])("with %s charges nothing", async (_, instruments) => {
    expectRefused(await paidWith(instruments));
  });

  it("with what is offered for the cart is an order", async () => {
    const later = { ...CARD, type: "pay_later", credential: CREDENTIAL };
    const { status } = await paidWith([later], ["tripod_carbon"]);
    expect(status).toBe("completed");
  });

  it("is taken from the one that is selected", async () => {
    const declined = { ...CARD, credential: { type: "token", token: "tok_declined" } };
    const selected = { ...CARD, id: "card_2", selected: true, credential: CREDENTIAL };
    expect((await paidWith([declined, selected])).status).toBe("completed");
  });
});

describe("the chosen instrument", () => {
  it("is the selected one, by whichever form, or the only one", () => {
    const [one, two] = [CARD, { ...CARD, id: "card_2" }];
    expect(chosenInstrument({ instruments: [one, { ...two, selected: true }] })?.id).toBe("card_2");
    const earlier = { instruments: [one, two], selected_instrument_id: "card_2" };
    expect(chosenInstrument(earlier)?.id).toBe("card_2");
    expect(chosenInstrument({ instruments: [one] })?.id).toBe("card_1");
    expect(chosenInstrument({ instruments: [one, two] })).toBeUndefined();
    expect(chosenInstrument({ instruments: [{ ...one, selected: false }] })).toBeUndefined();
    expect(chosenInstrument(undefined)).toBeUndefined();
  });
});

describe("payment handlers", () => {
  const cheap = { totals: [{ type: "total" as const, amount: 100 }] };

  it("say nothing of instruments where the profile does not", () => {
    const handler = { id: "x", version: "2026-11-20" };
    expect(createPaymentHandlers({ "com.x.pay": [handler] })(cheap)).toEqual({
      "com.x.pay": [handler],
    });
  });

  it("take any type where none is named, but none that is not for the cart", () => {
    const handler = { id: "x", version: "2026-11-20" };
    for (const offer of [
      { registry: { "com.x.pay": [handler] }, listed: [] },
      { registry: {}, listed: [handler] },
    ]) {
      const offered = (type: string) => isOffered({ ...CARD, handler_id: "x", type }, offer, cheap);
      expect(offered("card")).toBe(true);
      expect(offered("pay_later")).toBe(false);
    }
  });
});
