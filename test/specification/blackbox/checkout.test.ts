/** Checkouts (§2.4, §2.5, §3.3): what a platform may send, and what it is answered while a payment runs. */

import { describe, expect, it } from "vitest";
import { business, expectCharges, shopping } from "../../blackbox/opening.js";
import { total } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import {
  basket,
  BUYER,
  HOME,
  pay,
  readyDownload,
  shippingTo,
  shopper,
} from "../../blackbox/steps.js";

describe.each(TRANSPORTS)("a checkout over %s", (_, speak) => {
  it.each(["dollars", "usd", "US", ""])(
    "§2.4: is not made in the currency %j",
    async (currency) => {
      const by = await shopping(speak);
      const payload = { ...basket("presets"), currency };
      const answer = await by.ask("create_checkout", { payload });
      expect(answer.refused?.code).toBe("invalid_request");
    },
  );

  it("§2.4: is answered in a currency of ISO 4217", async () => {
    const { currency } = await (await shopping(speak)).create(basket("presets"));
    expect(currency).toMatch(/^[A-Z]{3}$/);
    expect(Intl.supportedValuesOf("currency")).toContain(currency);
  });

  it("§2.3: has links, each with a type and an absolute URL", async () => {
    const { links } = await (await shopping(speak)).create(basket("presets"));
    expect(links.map(({ type }) => type)).toContain("privacy_policy");
    for (const { type, url } of links) {
      expect(type).toMatch(/\S/);
      expect(new URL(url).protocol).toMatch(/^https?:$/);
    }
  });

  it("§4.2: is created with a buyer, a payment and members of extensions", async () => {
    const by = await shopping(speak);
    const card = { id: "card_1", handler_id: "tokenizer", type: "card", selected: true };
    const body = await by.create({
      ...basket("tabletop"),
      buyer: { ...BUYER, consent: { marketing: true } },
      payment: { instruments: [card] },
      discounts: { codes: ["TEN"] },
      fulfillment: shippingTo(HOME),
    });
    expect(body).toMatchObject({
      buyer: { ...BUYER, consent: { marketing: true } },
      payment: { instruments: [card] },
      discounts: { codes: ["TEN"] },
      fulfillment: { methods: [{ type: "shipping", destinations: [HOME] }] },
    });
    expect(total(body, "discount")).toBe(290);
  });

  it("§2.5: is completed with risk signals of any form", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const risk_signals = { session: "s1", score: 0.2, network: { ip: ["192.0.2.1"], vpn: false } };
    const answer = await by.ask("complete_checkout", { id, payload: { ...pay(), risk_signals } });
    expect(answer.body.status).toBe("completed");
    expectCharges(open, id, 1);
  });

  it("§2.5: is not completed with risk signals that are no object", async () => {
    const open = await business();
    const by = shopper(open, speak);
    const { id } = await readyDownload(by);
    const payload = { ...pay(), risk_signals: "none" };
    const answer = await by.ask("complete_checkout", { id, payload });
    expect(answer.refused?.code).toBe("invalid_request");
    expectCharges(open, id, 0);
  });

  it("§3.3: has a continue_url while it is in progress", async () => {
    const by = await shopping(speak);
    const { id } = await readyDownload(by);
    const completing = by.complete(id, "tok_slow");
    let seen = await by.read(id);
    while (seen.status === "ready_for_complete") seen = await by.read(id);
    expect(seen.status).toBe("complete_in_progress");
    expect(seen.continue_url).toMatch(/^https:\/\/[^/]+/);
    await completing;
  });
});
