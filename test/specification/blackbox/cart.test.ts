/** Carts (§2.7, §4.3): what a cart keeps of its request, where its buyer can go on, and when it ends. */

import { describe, expect, it } from "vitest";
import { needs, shopping } from "../../blackbox/opening.js";
import { codes, errors } from "../../blackbox/shapes.js";
import { overRest, TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER } from "../../blackbox/steps.js";

const CONTEXT = { address_country: "US", address_region: "CA", postal_code: "94016" };
const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const { line_items } = basket("presets");
const payload = { line_items, context: CONTEXT, buyer: BUYER };

describe.each(TRANSPORTS)("a cart over %s", (_, speak) => {
  it("has the context and the buyer that it is created with", async () => {
    const { body } = await (await shopping(speak)).ask("create_cart", { payload });
    expect(body).toMatchObject({ context: CONTEXT, buyer: BUYER });
  });

  it("has the context and the buyer of its update", async () => {
    const by = await shopping(speak);
    const { body } = await by.ask("create_cart", { payload: { line_items } });
    expect(body).not.toHaveProperty("context");
    const { body: updated } = await by.ask("update_cart", { id: body.id, payload });
    expect(updated).toMatchObject({ id: body.id, context: CONTEXT, buyer: BUYER });
  });

  it("stays as it was where an update leaves nothing of it: that is an error in its envelope", async () => {
    const by = await shopping(speak);
    const { body } = await by.ask("create_cart", { payload });
    const nothing = { line_items: basket("film_snap").line_items };
    const refused = await by.ask("update_cart", { id: body.id, payload: nothing });
    expect(refused.status).toBe(200);
    expect(refused.body.proto.status).toBe("error");
    expect(refused.body.line_items).toEqual(body.line_items);
    expect(codes(errors(refused.body))).toEqual(["out_of_stock"]);
    expect((await by.ask("get_cart", { id: body.id })).body.proto.status).toBe("success");
  });

  it("has a continue_url, which is absolute and https", async () => {
    needs("cart pages");
    const { body } = await (await shopping(speak)).ask("create_cart", { payload });
    expect(body.continue_url).toMatch(/^https:\/\/[^/]+/);
  });

  it("has an end in RFC 3339, which is to come", async () => {
    const { body } = await (await shopping(speak)).ask("create_cart", { payload });
    expect(body.expires_at).toMatch(RFC3339);
    expect(Date.parse(body.expires_at ?? "")).toBeGreaterThan(Date.now());
  });
});

describe("an id in the body of a cart's update", () => {
  it("§4.3: may be included over REST", async () => {
    const by = await shopping(overRest);
    const { body } = await by.ask("create_cart", { payload });
    const replaced = { id: body.id, line_items: basket("card_64").line_items };
    const updated = await by.ask("update_cart", { id: body.id, payload: replaced });
    expect(updated.status).toBe(200);
    expect(updated.body.id).toBe(body.id);
    expect(updated.body.line_items.map(({ item }) => item.id)).toEqual(["card_64"]);
  });
});
