/** Fulfillment (§2.6) and what an update replaces (§4.2), as a platform meets them. */

import { describe, expect, it } from "vitest";
import { business, expectCharges, needs, shopping } from "./opening.js";
import {
  added,
  codes,
  errors,
  firstGroup,
  groups,
  lineOf,
  method,
  methods,
  option,
  there,
  total,
  warnings,
  type Body,
  type Option,
} from "./shapes.js";
import { overMcp } from "./speak-mcp.js";
import { overRest, TRANSPORTS } from "./speak.js";
import {
  basket,
  BUYER,
  choosing,
  chosen,
  HOME,
  kept,
  OFFICE,
  pay,
  PICKUP,
  readyShipped,
  shipped,
  shippingOption,
  shippingTo,
  shopper,
  UTAH,
} from "./steps.js";

const ANY_STRING: unknown = expect.any(String);

function price({ totals }: Option): readonly number[] {
  return totals.map(({ amount }) => amount);
}

/** The checkout's methods, all of them replaced by these. */
function withMethods(body: Body, ...replaced: readonly object[]) {
  return { ...kept(body), fulfillment: { methods: replaced } };
}

describe.each(TRANSPORTS)("fulfillment over %s", (_, speak) => {
  it("§4.2 (2): for methods with type and destinations the business returns method, destination, group and option ids and options", async () => {
    const body = await shipped(await shopping(speak), basket("tabletop"));
    const shipping = method(body, "shipping");
    const line_item_ids = [lineOf(body, "tabletop").id];
    expect(shipping).toMatchObject({ id: ANY_STRING, type: "shipping", line_item_ids });
    expect(shipping.destinations).toEqual([expect.objectContaining({ ...HOME, id: ANY_STRING })]);
    const options = there(firstGroup(shipping).options, "options");
    expect(firstGroup(shipping).id).toEqual(ANY_STRING);
    expect(new Set(options.map(({ id }) => id)).size).toBe(options.length);
    expect(price(option(firstGroup(shipping), "Standard"))).toContain(500);
    expect(price(option(firstGroup(shipping), "Express"))).toContain(1500);
  });

  it("§4.2 (2): fulfillment can be added by an update", async () => {
    const by = await shopping(speak);
    const { id } = await by.create({ ...basket("tabletop"), buyer: BUYER });
    const body = await by.update(id, {
      ...kept(await by.read(id)),
      fulfillment: shippingTo(HOME),
    });
    expect(shippingOption(body, "Standard")).toEqual(ANY_STRING);
  });

  it("§4.2 (3): the method with its id, selected_destination_id and groups with id and selected_option_id selects an option", async () => {
    const body = await readyShipped(await shopping(speak));
    const shipping = method(body, "shipping");
    expect(shipping.selected_destination_id).toBe(shipping.destinations?.[0]?.id);
    expect(firstGroup(shipping).selected_option_id).toBe(shippingOption(body, "Standard"));
    expect(codes(errors(body))).toEqual([]);
    expect(body.status).toBe("ready_for_complete");
  });

  it("§4.2 (3): selecting an option does not ask for the destinations again", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket("tabletop"));
    const { id, type, line_item_ids, destinations, groups: all } = method(offered, "shipping");
    const body = await by.update(
      offered.id,
      withMethods(offered, {
        id,
        type,
        line_item_ids,
        selected_destination_id: destinations?.[0]?.id,
        groups: [{ id: all?.[0]?.id, selected_option_id: shippingOption(offered, "Express") }],
      }),
    );
    expect(body.status).toBe("ready_for_complete");
    expect(total(body, "fulfillment")).toBe(1500);
  });

  it.each([
    ["Standard", 500],
    ["Express", 1500],
  ])("§2.3: the total holds the fulfillment of the option selected, %s", async (title, amount) => {
    const body = await readyShipped(await shopping(speak), basket("tabletop"), title);
    expect(total(body, "fulfillment")).toBe(amount);
    expect(total(body, "total")).toBe(2900 + amount);
    expect(added(body)).toBe(2900 + amount);
  });

  it("§2.6: the platform sets selected_option_id to choose an option, and may choose another", async () => {
    const by = await shopping(speak);
    const first = await readyShipped(by);
    const second = await by.update(first.id, choosing(first, "Express"));
    expect(firstGroup(method(second, "shipping")).selected_option_id).toBe(
      shippingOption(second, "Express"),
    );
    expect(total(second, "fulfillment")).toBe(1500);
  });

  it("§2.6: selected_option_id is a string or null, and null selects nothing", async () => {
    const by = await shopping(speak);
    const ready = await readyShipped(by);
    const { id, type, line_item_ids, destinations, ...more } = method(ready, "shipping");
    const { selected_destination_id } = more;
    const none = groups(method(ready, "shipping")).map((group) => ({
      id: group.id,
      selected_option_id: null,
    }));
    const body = await by.update(
      ready.id,
      withMethods(ready, {
        ...{ id, type, line_item_ids, destinations, selected_destination_id },
        groups: none,
      }),
    );
    expect(firstGroup(method(body, "shipping")).selected_option_id ?? null).toBeNull();
    expect(body.status).toBe("incomplete");
    expect(codes(errors(body))).toContain("missing");
    expect(total(body, "fulfillment") ?? 0).toBe(0);
  });

  it("§3.1: without a method chosen, a checkout with physical lines is incomplete, missing, recoverable, with a path", async () => {
    const by = await shopping(speak);
    const body = await by.create({ ...basket("tabletop"), buyer: BUYER });
    expect(body.status).toBe("incomplete");
    expect(errors(body)).toContainEqual(
      expect.objectContaining({ code: "missing", severity: "recoverable", path: ANY_STRING }),
    );
  });

  it("§2.6: only items needing physical delivery are assigned to a method", async () => {
    const body = await readyShipped(await shopping(speak), basket("tabletop", "presets"));
    const shipping = method(body, "shipping");
    expect(shipping.line_item_ids).toEqual([lineOf(body, "tabletop").id]);
    expect(groups(shipping).flatMap((each) => each.line_item_ids)).toEqual([
      lineOf(body, "tabletop").id,
    ]);
    expect(body.status).toBe("ready_for_complete");
  });

  it("§2.6: a digital item asked to be shipped is assigned to no method", async () => {
    const body = await shipped(await shopping(speak), basket("presets"));
    expect(methods(body).flatMap((each) => each.line_item_ids)).toEqual([]);
    expect(
      methods(body)
        .flatMap(groups)
        .flatMap((each) => each.line_item_ids),
    ).toEqual([]);
  });

  it("§2.6: a checkout of digital items alone needs no method", async () => {
    const by = await shopping(speak);
    const body = await by.create({ ...basket("presets"), buyer: BUYER });
    expect(body.status).toBe("ready_for_complete");
  });

  it("§2.6: a group holds the lines of its method, each once", async () => {
    const body = await shipped(await shopping(speak), basket("tabletop", "card_64"));
    const shipping = method(body, "shipping");
    const expected = body.line_items.map(({ id }) => id).sort();
    expect([...shipping.line_item_ids].sort()).toEqual(expected);
    expect(
      groups(shipping)
        .flatMap((each) => each.line_item_ids)
        .sort(),
    ).toEqual(expected);
  });

  it.each([[{}], [{ supportsMultiGroup: false }]])(
    "§2.6: when supports_multi_group is false or omitted (%o) items are consolidated into one group per method",
    async (options) => {
      const by = await shopping(speak, options);
      const body = await shipped(by, basket("tabletop", "sideboard"));
      expect(groups(method(body, "shipping"))).toHaveLength(1);
      expect([...firstGroup(method(body, "shipping")).line_item_ids].sort()).toEqual(
        body.line_items.map(({ id }) => id).sort(),
      );
    },
  );

  it("§2.6: when supports_multi_group is true the business may return several groups per method, each with a choice of its own", async () => {
    needs("pickup");
    const by = await shopping(speak, { supportsMultiGroup: true });
    const offered = await shipped(by, basket("tabletop", "sideboard"));
    const [one, other] = groups(method(offered, "shipping"));
    expect(groups(method(offered, "shipping"))).toHaveLength(2);
    const half = await by.update(
      offered.id,
      withMethods(offered, {
        ...chosen(method(offered, "shipping"), "Standard"),
        groups: [
          { id: one?.id, selected_option_id: option(there(one, "group"), "Standard").id },
          { id: other?.id, selected_option_id: null },
        ],
      }),
    );
    expect(codes(errors(half))).toContain("missing");
    const full = await by.update(offered.id, choosing(half, "Standard"));
    expect(codes(errors(full))).not.toContain("missing");
    expect(total(full, "fulfillment")).toBe(1000);
    expect(total(full, "total")).toBe(2900 + 164_900 + 1000);
  });

  it("§2.6: pickup destinations are retail locations, with id and name", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const body = await by.create({ ...basket("tabletop"), buyer: BUYER, fulfillment: PICKUP });
    const { destinations } = method(body, "pickup");
    expect(destinations).toHaveLength(2);
    for (const each of destinations ?? []) {
      expect(each).toMatchObject({ id: ANY_STRING, name: ANY_STRING });
    }
  });

  it("§2.6: a retail location and its one option make the checkout ready, and cost nothing here", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const offered = await by.create({ ...basket("tabletop"), buyer: BUYER, fulfillment: PICKUP });
    const pickup = method(offered, "pickup");
    const at = there(pickup.destinations?.[1], "second location").id;
    const first = await by.update(
      offered.id,
      withMethods(offered, {
        ...{ id: pickup.id, type: "pickup", line_item_ids: pickup.line_item_ids },
        ...{ destinations: pickup.destinations, selected_destination_id: at, groups: [] },
      }),
    );
    const replaced = chosen(method(first, "pickup"), undefined, at);
    const body = await by.update(offered.id, withMethods(first, replaced));
    expect(method(body, "pickup").selected_destination_id).toBe(at);
    expect(body.status).toBe("ready_for_complete");
    expect(total(body, "fulfillment") ?? 0).toBe(0);
    expect(total(body, "total")).toBe(2900);
  });

  it("§2.6 allows_method_combinations: one line may be shipped and another picked up", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const plain = await by.create({ ...basket("tabletop", "card_64"), buyer: BUYER });
    const [tabletop, card] = [lineOf(plain, "tabletop").id, lineOf(plain, "card_64").id];
    const offered = await by.update(
      plain.id,
      withMethods(
        plain,
        { type: "shipping", line_item_ids: [tabletop], destinations: [HOME] },
        { type: "pickup", line_item_ids: [card] },
      ),
    );
    expect(method(offered, "shipping").line_item_ids).toEqual([tabletop]);
    expect(method(offered, "pickup").line_item_ids).toEqual([card]);
    const [shipping, pickup] = [method(offered, "shipping"), method(offered, "pickup")];
    const placed = await by.update(plain.id, withMethods(offered, shipping, chosen(pickup)));
    // What can be picked up is known once it is known where.
    const body = await by.update(
      plain.id,
      withMethods(placed, chosen(shipping, "Standard"), chosen(method(placed, "pickup"))),
    );
    expect(body.status).toBe("ready_for_complete");
    expect(total(body, "fulfillment")).toBe(500);
  });

  it("§2.6 allows_multi_destination.pickup is false: two locations do not make a checkout ready", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const plain = await by.create({
      ...basket("tabletop", "card_64"),
      buyer: BUYER,
      fulfillment: PICKUP,
    });
    const [one, two] = method(plain, "pickup").destinations ?? [];
    const apart = [one, two].map((each, at) => ({
      type: "pickup",
      line_item_ids: [there(plain.line_items[at], "line").id],
      selected_destination_id: there(each, "location").id,
    }));
    const { id } = plain;
    await by.ask("update_checkout", { id, payload: withMethods(plain, ...apart) });
    const payload = withMethods(
      plain,
      ...methods(await by.read(id)).map((each) =>
        chosen(each, undefined, each.selected_destination_id ?? undefined),
      ),
    );
    await by.ask("update_checkout", { id, payload });
    const body = await by.read(id);
    const places = new Set(methods(body).map((each) => each.selected_destination_id));
    expect(body.status === "ready_for_complete" && places.size > 1).toBe(false);
  });

  it("§2.6 allows_multi_destination.shipping is true: two lines may go to two addresses", async () => {
    const by = await shopping(speak);
    const plain = await by.create({ ...basket("tabletop", "card_64"), buyer: BUYER });
    const to = (item: string, destination: object): object => ({
      ...{ type: "shipping", line_item_ids: [lineOf(plain, item).id] },
      destinations: [destination],
    });
    const offered = await by.update(
      plain.id,
      withMethods(plain, to("tabletop", HOME), to("card_64", OFFICE)),
    );
    expect(methods(offered)).toHaveLength(2);
    const body = await by.update(plain.id, choosing(offered, "Standard"));
    expect(body.status).toBe("ready_for_complete");
    expect(total(body, "fulfillment")).toBe(1000);
  });

  it("§2.6: among several destinations the one selected counts", async () => {
    const by = await shopping(speak);
    const offered = await by.create({
      ...basket("tabletop"),
      buyer: BUYER,
      fulfillment: shippingTo(HOME, OFFICE),
    });
    const shipping = method(offered, "shipping");
    expect(shipping.destinations).toHaveLength(2);
    const office = shipping.destinations?.find((each) => each["postal_code"] === "94105");
    const { id } = there(office, "office");
    const somewhere = withMethods(offered, {
      ...{ id: shipping.id, type: "shipping", line_item_ids: shipping.line_item_ids },
      ...{ destinations: shipping.destinations, selected_destination_id: id, groups: [] },
    });
    const reached = await by.update(offered.id, somewhere);
    const choice = chosen(method(reached, "shipping"), "Standard", id);
    const body = await by.update(offered.id, withMethods(reached, choice));
    expect(method(body, "shipping").selected_destination_id).toBe(id);
    expect(body.status).toBe("ready_for_complete");
  });

  it.each(["US", "USA", "United States"])(
    "§2.3: an address_country %s is accepted",
    async (address_country) => {
      const by = await shopping(speak);
      const to = shippingTo({ ...HOME, address_country });
      const body = await shipped(by, basket("tabletop"), { fulfillment: to });
      const ready = await by.update(body.id, choosing(body, "Standard"));
      expect(ready.status).toBe("ready_for_complete");
    },
  );
});

describe.each(TRANSPORTS)("what is offered over %s", (_, speak) => {
  it("§2.6 rendering: an option's title distinguishes it from its siblings", async () => {
    const body = await shipped(await shopping(speak), basket("tabletop"));
    const titles = (firstGroup(method(body, "shipping")).options ?? []).map(({ title }) => title);
    expect(titles.length).toBeGreaterThanOrEqual(2);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles.every((title) => title.trim() !== "")).toBe(true);
  });

  it("§2.6 rendering: an option's description does not repeat title or price", async () => {
    const body = await shipped(await shopping(speak), basket("tabletop"));
    for (const each of firstGroup(method(body, "shipping")).options ?? []) {
      const description = each.description ?? "";
      expect(description.toLowerCase()).not.toContain(each.title.toLowerCase());
      for (const amount of price(each)) {
        expect(description).not.toContain((amount / 100).toFixed(2));
      }
    }
  });

  it("§2.6 rendering: an available method's description is a sentence of its own", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const { fulfillment } = await by.create({ ...basket("tabletop"), buyer: BUYER });
    const descriptions = (fulfillment?.available_methods ?? []).flatMap(
      ({ description = [] }) => description,
    );
    expect(descriptions.length).toBeGreaterThan(0);
    for (const description of descriptions) expect(description).toMatch(/^\S+( \S+)+[.!?]$/);
  });

  it("§2.6: an available method has a type, lines of the checkout and a known fulfillable_on", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const body = await by.create({ ...basket("tabletop", "presets"), buyer: BUYER });
    const available = there(body.fulfillment?.available_methods, "available methods");
    expect(available.length).toBeGreaterThan(0);
    for (const each of available) {
      expect(["shipping", "pickup"]).toContain(each.type);
      expect(each.line_item_ids).toEqual([lineOf(body, "tabletop").id]);
      const on = each.fulfillable_on ?? "now";
      expect(on === "now" || !Number.isNaN(Date.parse(on))).toBe(true);
    }
  });
});

describe.each(TRANSPORTS)("hostile choices over %s", (_, speak) => {
  it("an unknown option is an error message, and is not selected", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket("tabletop"));
    const shipping = method(offered, "shipping");
    const asked = {
      ...chosen(shipping, "Standard"),
      groups: [{ id: firstGroup(shipping).id, selected_option_id: "no-such-option" }],
    };
    const body = await by.update(offered.id, withMethods(offered, asked));
    expect(body.status).toBe("incomplete");
    expect(errors(body)).not.toEqual([]);
    expect(firstGroup(method(body, "shipping")).selected_option_id).not.toBe("no-such-option");
    expect(total(body, "fulfillment") ?? 0).toBe(0);
  });

  it("an unknown destination is an error message, and is not selected", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket("tabletop"));
    const asked = chosen(method(offered, "shipping"), "Standard", "no-such-destination");
    const body = await by.update(offered.id, withMethods(offered, asked));
    expect(body.status).toBe("incomplete");
    expect(errors(body)).not.toEqual([]);
    expect(method(body, "shipping").selected_destination_id).not.toBe("no-such-destination");
  });

  it("the destination of another method is an error message, and is not selected", async () => {
    needs("pickup");
    const by = await shopping(speak);
    const plain = await by.create({ ...basket("tabletop", "card_64"), buyer: BUYER });
    const offered = await by.update(
      plain.id,
      withMethods(
        plain,
        {
          ...{ type: "shipping", line_item_ids: [lineOf(plain, "tabletop").id] },
          destinations: [HOME],
        },
        { type: "pickup", line_item_ids: [lineOf(plain, "card_64").id] },
      ),
    );
    const shop = there(method(offered, "pickup").destinations?.[0], "location").id;
    const wrong = chosen(method(offered, "shipping"), "Standard", shop);
    const right = chosen(method(offered, "pickup"));
    const body = await by.update(plain.id, withMethods(offered, wrong, right));
    expect(body.status).toBe("incomplete");
    expect(errors(body)).not.toEqual([]);
    expect(method(body, "shipping").selected_destination_id).not.toBe(shop);
  });

  it("a line that is not in the checkout is not fulfilled", async () => {
    const by = await shopping(speak);
    const plain = await by.create({ ...basket("tabletop"), buyer: BUYER });
    const body = await by.update(
      plain.id,
      withMethods(plain, {
        type: "shipping",
        line_item_ids: ["no-such-line"],
        destinations: [HOME],
      }),
    );
    expect(methods(body).flatMap((each) => each.line_item_ids)).not.toContain("no-such-line");
    expect(body.status).toBe("incomplete");
  });

  it("§2.6 enum: a method type that nobody declared is refused", async () => {
    const by = await shopping(speak);
    const answer = await by.ask("create_checkout", {
      payload: { ...basket("tabletop"), fulfillment: { methods: [{ type: "teleport" }] } },
    });
    expect(answer.refused).toBeDefined();
    if (answer.rpc === undefined) expect(answer.status).toBe(400);
  });

  it("names of Object.prototype are ids like others, and unknown", async () => {
    const by = await shopping(speak);
    const offered = await shipped(by, basket("tabletop"));
    const group = firstGroup(method(offered, "shipping")).id;
    for (const id of ["__proto__", "constructor", "toString"]) {
      const asked = {
        ...chosen(method(offered, "shipping"), "Standard"),
        groups: [{ id: group, selected_option_id: id }],
      };
      const body = await by.update(offered.id, withMethods(offered, asked));
      expect(body.status).toBe("incomplete");
    }
  });
});

describe.each(TRANSPORTS)("where the goods go, over %s", (_, speak) => {
  it("§2.3: eligibility is enforced from the shipping address, with the line's path", async () => {
    needs("sale limits");
    const body = await shipped(await shopping(speak), basket("developer", "tabletop"), {
      fulfillment: shippingTo(UTAH),
    });
    const path: unknown = expect.stringContaining("$.line_items[0]");
    expect(errors(body)).toContainEqual(
      expect.objectContaining({ code: "item_unavailable", severity: "recoverable", path }),
    );
    expect(body.status).toBe("incomplete");
  });

  it("§2.3: the same item to another address is sold", async () => {
    const body = await readyShipped(await shopping(speak), basket("developer"));
    expect(codes(errors(body))).not.toContain("item_unavailable");
    expect(body.status).toBe("ready_for_complete");
  });

  it("§2.3: higher-resolution data supersedes context", async () => {
    const context = { address_country: "US", address_region: "UT" };
    const body = await shipped(await shopping(speak), basket("developer"), { context });
    expect(codes([...errors(body), ...warnings(body)])).not.toContain("item_unavailable");
  });

  it("§3.1: replacing the address resolves the error", async () => {
    const by = await shopping(speak);
    const utah = await shipped(by, basket("developer"), { fulfillment: shippingTo(UTAH) });
    const home = await by.update(utah.id, { ...kept(utah), fulfillment: shippingTo(HOME) });
    const body = await by.update(utah.id, choosing(home, "Standard"));
    expect(body.status).toBe("ready_for_complete");
  });
});

describe.each(TRANSPORTS)("an update (§4.2) over %s", (_, speak) => {
  it("(1) is a full replacement: a buyer that is not sent again is gone", async () => {
    const by = await shopping(speak);
    const first = await by.create({ ...basket("presets"), buyer: BUYER });
    const body = await by.update(first.id, { ...kept(first), buyer: undefined });
    expect(body.buyer?.["email"]).toBeUndefined();
    expect(body.status).toBe("incomplete");
  });

  it("(1) is a full replacement: a buyer is not merged with the one before", async () => {
    const by = await shopping(speak);
    const first = await by.create({ ...basket("presets"), buyer: BUYER });
    const buyer = { email: "other@buyer.example" };
    const body = await by.update(first.id, { ...kept(first), buyer });
    expect(body.buyer).toMatchObject(buyer);
    expect(body.buyer?.["first_name"]).toBeUndefined();
  });

  it("(1) is a full replacement: fulfillment that is not sent again is gone", async () => {
    const by = await shopping(speak);
    const ready = await readyShipped(by);
    const body = await by.update(ready.id, { ...kept(ready), fulfillment: undefined });
    expect(body.status).toBe("incomplete");
    expect(total(body, "fulfillment") ?? 0).toBe(0);
    expect(total(body, "total")).toBe(2900);
  });

  it("(1) is a full replacement: discount codes that are not sent again are gone", async () => {
    const by = await shopping(speak);
    const first = await by.create({ ...basket("presets"), discounts: { codes: ["TEN"] } });
    expect(total(first, "discount")).toBe(290);
    expect(total(first, "total")).toBe(2610);
    const body = await by.update(first.id, { ...kept(first), discounts: undefined });
    expect(total(body, "discount") ?? 0).toBe(0);
    expect(total(body, "total")).toBe(2900);
  });

  it("(1) is a full replacement: the line items are those sent", async () => {
    const by = await shopping(speak);
    const first = await by.create({ ...basket("presets", "card_64"), buyer: BUYER });
    const body = await by.update(first.id, { ...basket(["card_64", 2]), buyer: BUYER });
    expect(body.line_items.map(({ item, quantity }) => [item.id, quantity])).toEqual([
      ["card_64", 2],
    ]);
    expect(total(body, "subtotal")).toBe(7800);
  });

  it("(1) keeps what is sent again, and answers as before", async () => {
    const by = await shopping(speak);
    const ready = await readyShipped(by);
    const body = await by.update(ready.id, kept(ready));
    expect(body.id).toBe(ready.id);
    expect(body.totals).toEqual(ready.totals);
    expect(body.line_items).toEqual(ready.line_items);
    expect(body.status).toBe("ready_for_complete");
    expect(total(body, "total")).toBe(added(body));
  });

  it.each(["line_items", "currency"])("(1) without %s is refused", async (field) => {
    const by = await shopping(speak);
    const first = await by.create(basket("presets"));
    const payload = { ...kept(first), [field]: undefined };
    const answer = await by.ask("update_checkout", { id: first.id, payload });
    expect(answer.refused).toBeDefined();
    if (answer.rpc === undefined) expect(answer.status).toBe(400);
    expect((await by.read(first.id)).line_items).toEqual(first.line_items);
  });

  it.each(["create", "update"])("(4) takes consent inside buyer on %s", async (when) => {
    const by = await shopping(speak);
    const consent = { analytics: false, marketing: true };
    const payload = { ...basket("presets"), buyer: { ...BUYER, consent } };
    const first = await by.create(when === "create" ? payload : basket("presets"));
    const body = when === "create" ? first : await by.update(first.id, payload);
    expect(body.buyer?.["consent"]).toEqual(consent);
  });

  it("(2.3) takes consent of booleans alone", async () => {
    const by = await shopping(speak);
    const buyer = { ...BUYER, consent: { marketing: "yes" } };
    const answer = await by.ask("create_checkout", { payload: { ...basket("presets"), buyer } });
    expect(answer.refused).toBeDefined();
  });
});

describe.each(TRANSPORTS)("a platform without the extension, over %s", (_, speak) => {
  it("§2.4: fulfillment is there with the fulfillment extension only", async () => {
    const by = await shopping(speak, { extensions: [] });
    const body = await by.create({ ...basket("presets"), buyer: BUYER });
    expect(body.fulfillment).toBeUndefined();
    expect(body.status).toBe("ready_for_complete");
  });

  it("§3.2: what is shipped needs an address that the API cannot take: the buyer is handed over", async () => {
    const open = await business({ extensions: [] });
    const by = shopper(open, speak);
    const body = await by.create({ ...basket("tabletop"), buyer: BUYER });
    expect(body.fulfillment).toBeUndefined();
    expect(body.status).toBe("requires_escalation");
    expect(errors(body)).toMatchObject([{ severity: "requires_buyer_input" }]);
    expect(body.continue_url).toMatch(/^https:/);
    const answer = await by.ask("complete_checkout", { id: body.id, payload: pay() });
    expect(answer.body).toMatchObject({ status: "requires_escalation" });
    expect(answer.body.order).toBeUndefined();
    expectCharges(open, body.id, 0);
  });

  it("§9: what it says of delivery all the same does not count", async () => {
    const by = await shopping(speak, { extensions: [] });
    const fulfillment = shippingTo(HOME);
    const body = await by.create({ ...basket("tabletop"), buyer: BUYER, fulfillment });
    expect(body.status).toBe("requires_escalation");
    expect(body.fulfillment).toBeUndefined();
  });

  it("§9.4: the active capabilities name the extension where it is active, and only there", async () => {
    const active = async (extensions: readonly string[]): Promise<string> => {
      const body = await (await shopping(speak, { extensions })).create(basket("presets"));
      return JSON.stringify(body.proto.capabilities);
    };
    expect(await active(["fulfillment"])).toContain("dev.proto.shopping.fulfillment");
    expect(await active([])).not.toContain("dev.proto.shopping.fulfillment");
  });
});

describe("an id in the payload of an update", () => {
  it("§4.2 (1): is deprecated, and accepted, over REST", async () => {
    const by = await shopping(overRest);
    const first = await by.create(basket("presets"));
    const body = await by.update(first.id, { id: first.id, ...kept(first), buyer: BUYER });
    expect(body).toMatchObject({ id: first.id, status: "ready_for_complete" });
  });

  it("§4.5: must not be there, and is refused, over MCP", async () => {
    const by = await shopping(overMcp);
    const first = await by.create(basket("presets"));
    const payload = { id: first.id, ...kept(first), buyer: BUYER };
    const answer = await by.ask("update_checkout", { id: first.id, payload });
    expect(answer.refused).toBeDefined();
    expect((await by.read(first.id)).status).toBe("incomplete");
  });
});

describe("two transports of one business", () => {
  it("§4.5: a checkout begun over REST is finished over MCP, as the same resource", async () => {
    const one = await business();
    const [rest, mcp] = [shopper(one, overRest), shopper(one, overMcp)];
    const offered = await shipped(rest, basket("tabletop"));
    const seen = await mcp.read(offered.id);
    expect(seen.fulfillment).toEqual(offered.fulfillment);
    const ready = await mcp.update(offered.id, choosing(seen, "Standard"));
    expect((await rest.read(offered.id)).totals).toEqual(ready.totals);
    expect((await mcp.complete(offered.id)).status).toBe("completed");
    expect((await rest.read(offered.id)).status).toBe("completed");
  });
});
