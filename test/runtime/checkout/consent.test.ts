/** Consent (§2.3): each purpose by itself, and only a yes is one. */

import { hasConsent } from "@proto-gen/runtime/commerce";
import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../generated/index.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER, kept, shopper } from "../../blackbox/steps.js";
import { openPurchase } from "../../support/purchase/in-process.js";

describe("hasConsent", () => {
  it.each([
    ["no buyer", {}],
    ["a buyer who was not asked", { buyer: {} }],
    ["another purpose", { buyer: { consent: { analytics: true } } }],
    ["a no", { buyer: { consent: { marketing: false } } }],
    [
      "a purpose of the prototype",
      { buyer: { consent: Object.create({ marketing: true }) as object } },
    ],
  ])("is no for %s", (_, checkout) => {
    expect(hasConsent(checkout, "marketing")).toBe(false);
  });

  it("is yes for a yes", () => {
    const checkout: Pick<Checkout, "buyer"> = { buyer: { consent: { marketing: true } } };
    expect(hasConsent(checkout, "marketing")).toBe(true);
    expect(hasConsent(checkout, "sale_of_data")).toBe(false);
  });
});

describe.each(TRANSPORTS)("consent over %s (§4.2, rule 4)", (_, speak) => {
  it("is kept as it was given, and gone with an update that has none", async () => {
    const business = await openPurchase();
    const by = shopper(business, speak);
    const consent = { marketing: true, analytics: false };
    const made = await by.create({ ...basket("presets"), buyer: { ...BUYER, consent } });
    expect(made).toMatchObject({ buyer: { consent } });
    const updated = await by.update(made.id, { ...kept(made), buyer: BUYER });
    expect(updated).toMatchObject({ buyer: BUYER });
    expect(updated).not.toMatchObject({ buyer: { consent } });
    await business.close();
  });

  it("is not shown to a platform without the extension", async () => {
    const business = await openPurchase({ extensions: [] });
    const by = shopper(business, speak);
    const consent = { marketing: true };
    const made = await by.create({ ...basket("presets"), buyer: { ...BUYER, consent } });
    expect(made).not.toMatchObject({ buyer: { consent } });
    await business.close();
  });
});
