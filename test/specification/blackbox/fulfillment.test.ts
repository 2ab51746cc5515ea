/** Fulfillment (§2.6): the methods that are available for the lines of a checkout. */

import { describe, expect, it } from "vitest";
import { needs, shopping } from "../../blackbox/opening.js";
import { codes, errors, lineOf, method } from "../../blackbox/shapes.js";
import { TRANSPORTS } from "../../blackbox/speak.js";
import { basket, BUYER, chosen, HOME, kept, readyShipped } from "../../blackbox/steps.js";

const RFC3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

describe.each(TRANSPORTS)("what is available over %s", (_, speak) => {
  it("§2.6: each available method is fulfillable now or from a time", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const body = await by.create({ ...basket("tabletop", "presets"), buyer: BUYER });
    const { available_methods: methods = [] } = body.fulfillment ?? {};
    expect(methods.map(({ type }) => type).sort()).toEqual(["pickup", "shipping"]);
    for (const { line_item_ids, fulfillable_on } of methods) {
      expect(line_item_ids).toEqual([lineOf(body, "tabletop").id]);
      if (fulfillable_on !== "now") expect(fulfillable_on).toMatch(RFC3339);
    }
  });
});

describe.each(TRANSPORTS)("a create that chooses already, over %s", (_, speak) => {
  it.each([
    ["an option", { groups: [{ id: "group_1", selected_option_id: "option_1" }] }],
    ["a method by its id", { id: "method_of_nobody" }],
    ["a destination", { selected_destination_id: "destination_of_nobody" }],
  ])("§2.6, §4.2: creates the checkout and reports the choice: %s", async (_what, chosen) => {
    const by = await shopping(speak);
    const methods = [{ type: "shipping", destinations: [HOME], ...chosen }];
    const answer = await by.ask("create_checkout", {
      payload: { ...basket("tabletop"), buyer: BUYER, fulfillment: { methods } },
    });
    expect(answer.refused).toBeUndefined();
    const { body } = answer;
    expect(body.proto.status).toBe("success");
    expect(body.status).toBe("incomplete");
    const reported = errors(body).filter(({ code }) => /_unknown$/.test(code));
    expect(reported).toMatchObject([
      { severity: "recoverable", path: expect.stringMatching(/^\$\.fulfillment\.methods\[0\]/) },
    ]);
    expect(await by.read(body.id)).toMatchObject({ id: body.id, status: "incomplete" });
  });
});

describe.each(TRANSPORTS)("the destination of a method over %s", (_, speak) => {
  it("§2.6: selected_destination_id may be null, which selects no destination", async () => {
    const by = await shopping(speak);
    const ready = await readyShipped(by);
    expect(ready.status).toBe("ready_for_complete");
    const shipping = { ...chosen(method(ready, "shipping")), selected_destination_id: null };
    const fulfillment = { methods: [shipping] };
    const body = await by.update(ready.id, { ...kept(ready), fulfillment });
    const { selected_destination_id: selected = null } = method(body, "shipping");
    expect(selected).toBeNull();
    expect(body.status).toBe("incomplete");
    expect(codes(errors(body))).toContain("missing");
  });
});
