/** The currency and the availability of carts (§2.3, §2.7): by their context, or by the country that a proxy says in a header. */

import { beforeEach, describe, expect, it } from "vitest";
import { needs, shopping } from "../../blackbox/opening.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket } from "../../blackbox/steps.js";
import { by, SNAP, costs, from } from "../../support/currencies.js";

beforeEach(() => needs("currencies"));

const { line_items } = basket("snap_mint");
const UNAVAILABLE = { type: "warning", code: "item_unavailable" };
/** Film developer, which is not sold in Japan. */
const developer = basket("developer");

describe.each(TRANSPORTS)("a cart with context over %s", (_, speak) => {
  it.each([
    ["DE", "EUR"],
    ["Germany", "EUR"],
    ["DEU", "EUR"],
    ["JP", "JPY"],
    ["US", "USD"],
    ["BR", "USD"],
  ] as const)("§2.7: has the currency of its country: in %s %s", async (country, currency) => {
    const { body } = await (await shopping(speak)).ask("create_cart", { payload: from(country) });
    expect(costs(body)).toEqual([currency, SNAP[currency], SNAP[currency]]);
  });

  it.each([
    ["JP", "JPY"],
    ["BR", "USD"],
  ])("§2.3: does not follow geo-IP: in %s %s", async (country, currency) => {
    const platform = await shopping(speak);
    const { body } = await platform.ask("create_cart", { payload: from(country), ...by("FR") });
    expect(body.currency).toBe(currency);
  });

  it("§2.7: warns of an item that is not available there", async () => {
    const platform = await shopping(speak);
    const messagesFor = async (address_country: string, header: string) => {
      const payload = { ...developer, context: { address_country } };
      return (await platform.ask("create_cart", { payload, ...by(header) })).body.messages;
    };
    expect(await messagesFor("JP", "FR")).toMatchObject([UNAVAILABLE]);
    expect(await messagesFor("FR", "JP")).toEqual([]);
  });

  it("§2.7: follows the context of an update", async () => {
    const platform = await shopping(speak);
    const { id } = (await platform.ask("create_cart", { payload: from("JP") })).body;
    const { body } = await platform.ask("update_cart", { id, payload: from("DE") });
    expect(costs(body)).toEqual(["EUR", SNAP.EUR, SNAP.EUR]);
  });
});

describe.each(TRANSPORTS)("a cart without context over %s", (_, speak) => {
  it.each([
    ["FR", "EUR"],
    ["JP", "JPY"],
    ["BR", "USD"],
    ["XX", "USD"],
    ["T1", "USD"],
    ["fr", "USD"],
    ["France", "USD"],
    ["", "USD"],
    ["FR, JP", "USD"],
  ] as const)("§2.7: has the currency of geo-IP: by %j %s", async (country, currency) => {
    const platform = await shopping(speak);
    const { body } = await platform.ask("create_cart", { payload: { line_items }, ...by(country) });
    expect(costs(body)).toEqual([currency, SNAP[currency], SNAP[currency]]);
  });

  it("§2.7: warns of an item that geo-IP says is not available, and has it all the same", async () => {
    const platform = await shopping(speak);
    const { body } = await platform.ask("create_cart", { payload: developer, ...by("JP") });
    expect(body.messages).toMatchObject([UNAVAILABLE]);
    expect(body.line_items).toHaveLength(1);
    const french = await platform.ask("create_cart", { payload: developer, ...by("FR") });
    expect(french.body.messages).toEqual([]);
  });

  it("§2.7: is one whose context has a postal code alone", async () => {
    const platform = await shopping(speak);
    const payload = { ...developer, context: { postal_code: "100-0001" } };
    const { body } = await platform.ask("create_cart", { payload, ...by("JP") });
    expect(body).toMatchObject({ currency: "JPY", messages: [UNAVAILABLE] });
  });

  it.each([null, "X-Vercel-IP-Country"])(
    "§2.7: follows no header that the business was not told to trust, but %j",
    async (geoIpCountryHeader) => {
      needs("proxy header");
      const platform = await shopping(speak, { geoIpCountryHeader });
      const { body } = await platform.ask("create_cart", { payload: developer, ...by("JP") });
      expect(body).toMatchObject({ currency: "USD", messages: [] });
    },
  );

  it("§2.7: keeps the currency that it had, whatever geo-IP says of an update", async () => {
    const platform = await shopping(speak);
    for (const created of [from("JP"), { line_items }]) {
      const { body } = await platform.ask("create_cart", { payload: created, ...by("JP") });
      const update = { id: body.id, payload: { line_items }, ...by("FR") };
      const updated = await platform.ask("update_cart", update);
      expect(costs(updated.body)).toEqual(["JPY", SNAP.JPY, SNAP.JPY]);
    }
  });
});
