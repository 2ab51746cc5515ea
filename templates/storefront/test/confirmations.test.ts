/** The text of a confirmation (§1.8): amounts as people of the currency write them. */

import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import { createConfirmations } from "../src/mail/confirmations.js";
import type { Mail } from "../src/mail/mailer.js";
import type { NewOrder } from "../src/orders/new-order.js";

async function mailOf(currency: string, amount: number): Promise<Mail | undefined> {
  const mails: Mail[] = [];
  const store = createMemoryStorage();
  const confirmations = createConfirmations({
    store,
    mailer: { send: async (mail) => void mails.push(mail) },
    addressOf: async () => "ada@example.com",
    home: "USD",
    now: Date.now,
    log: (error) => {
      throw error;
    },
  });
  const order: NewOrder = {
    id: "order_1",
    checkout_id: "checkout_1",
    permalink_url: "https://shop.example.com/orders/order_1",
    line_items: [],
    fulfillment: { expectations: [], events: [] },
    currency,
    totals: [{ type: "total", amount }],
  };
  await store.commit(confirmations.writesFor(order));
  await confirmations.sendDue();
  return mails[0];
}

describe("an amount in a confirmation", () => {
  it.each([
    ["USD", 2_900, "$29.00"],
    ["JPY", 2_900, "¥2,900"],
    ["KWD", 2_900, "KWD\u00a02.900"],
  ])("of %s, %d in minor units, is %s", async (currency, amount, text) => {
    expect((await mailOf(currency, amount))?.text).toContain(`total: ${text}\n`);
  });
});
