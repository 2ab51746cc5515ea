/** Whether an answer keeps the rules of fulfillment (§2.6), what is chosen in it, and what that costs. */

import { readFileSync } from "node:fs";
import path from "node:path";
import {
  checkFulfillment,
  fulfillmentRules,
  fulfillmentTotal,
  missingChoices,
  type Fulfillment,
  type FulfillmentOption,
} from "@proto-gen/runtime/commerce";
import { isFulfillmentChosen } from "../../../src/runtime/commerce/fulfillment/choices.js";
import type {
  AvailableMethod,
  FulfillmentGroup,
  FulfillmentMethod,
} from "../../../src/runtime/commerce/fulfillment/fulfillment.js";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { describe, expect, it } from "vitest";
import type { Checkout } from "../../../generated/index.js";
import { repository } from "../../support/published.js";

const LINES = [
  { id: "camera", physical: true },
  { id: "lens", physical: true },
  { id: "warranty", physical: false },
];
const NOTHING = fulfillmentRules(undefined, undefined);
const EVERYTHING = fulfillmentRules(
  { supports_multi_group: true },
  {
    allows_multi_destination: { shipping: true },
    allows_method_combinations: [["shipping", "pickup"]],
  },
);
const PLACE = { address_locality: "Port Ellis", address_country: "NA" };
const HOME = { id: "home", street_address: "12 Harbour Street", ...PLACE };
const OFFICE = { id: "office", street_address: "80 Exchange Street", ...PLACE };

function option(more: Partial<FulfillmentOption> = {}): FulfillmentOption {
  return {
    id: "o1",
    title: "Standard delivery",
    totals: totalsOf({ subtotal: 0, fulfillment: 500 }),
    ...more,
  };
}

function group(more: Partial<FulfillmentGroup> = {}): FulfillmentGroup {
  return { id: "g1", line_item_ids: ["camera", "lens"], options: [option()], ...more };
}

function method(more: Partial<FulfillmentMethod> = {}): FulfillmentMethod {
  return {
    id: "m1",
    type: "shipping",
    line_item_ids: ["camera", "lens"],
    destinations: [HOME, OFFICE],
    selected_destination_id: "home",
    groups: [group()],
    ...more,
  };
}

/** Two methods, with one line each. */
function both(more: Partial<FulfillmentMethod>): readonly FulfillmentMethod[] {
  const first = method({ line_item_ids: ["camera"], groups: [] });
  return [first, { ...first, id: "m2", line_item_ids: ["lens"], ...more }];
}

function found(
  methods: readonly FulfillmentMethod[],
  rules = NOTHING,
  available: readonly AvailableMethod[] = [],
): readonly string[] {
  const answer = { methods, available_methods: available };
  const breaches = checkFulfillment(answer, { lines: LINES, rules, currency: "USD" });
  return breaches.map((each) => `${each.code} ${each.path.replace("$.fulfillment.", "")}`);
}

describe("fulfillmentRules (§2.6)", () => {
  it.each([
    [undefined, undefined],
    [null, []],
    [{ supports_multi_group: "true" }, { allows_multi_destination: [true] }],
    [Object.create({ supports_multi_group: true }), { allows_method_combinations: {} }],
    [{}, { allows_multi_destination: { shipping: 1 }, allows_method_combinations: [[1], "x"] }],
  ])("allow nothing where they are not there: %j, %j", (platform, business) => {
    expect(fulfillmentRules(platform, business)).toEqual({
      multiGroup: false,
      multiDestination: new Set(),
      combinations: [],
    });
  });

  it("know types that an extension adds", () => {
    const rules = fulfillmentRules(
      { supports_multi_group: true },
      {
        allows_multi_destination: { drone: true, shipping: false },
        allows_method_combinations: [["drone", "pickup"]],
      },
    );
    expect(rules).toEqual({
      multiGroup: true,
      multiDestination: new Set(["drone"]),
      combinations: [new Set(["drone", "pickup"])],
    });
  });
});

describe("checkFulfillment (§2.6)", () => {
  it("finds nothing in an answer as it should be", () => {
    expect(found([method()])).toEqual([]);
    expect(checkFulfillment({}, { lines: LINES, rules: NOTHING })).toEqual([]);
  });

  const halves = [
    group({ line_item_ids: ["camera"] }),
    group({ id: "g2", line_item_ids: ["lens"] }),
  ];

  it.each<[string, readonly FulfillmentMethod[], readonly string[]]>([
    ["several groups", [method({ groups: halves })], ["groups_not_consolidated methods[0].groups"]],
    ["types together", both({ type: "pickup" }), ["combination_not_allowed methods"]],
    [
      "several destinations",
      both({ selected_destination_id: "office" }),
      ["multi_destination_not_allowed methods[1].selected_destination_id"],
    ],
  ])("finds %s, unless the parties allow it", (_, methods, expected) => {
    expect(found(methods)).toEqual(expected);
    expect(found(methods, EVERYTHING)).toEqual([]);
  });

  it.each<[string, readonly FulfillmentMethod[], readonly string[]]>([
    ["methods of a type to one place", both({}), []],
    [
      "one place under two ids",
      both({ destinations: [{ ...HOME, id: "h2" }], selected_destination_id: "h2" }),
      [],
    ],
    [
      "a method whose destination is not chosen",
      both({ selected_destination_id: null, destinations: [OFFICE] }),
      [],
    ],
    [
      "a line that needs no delivery",
      [method({ line_item_ids: ["warranty"], groups: [] })],
      ["line_not_physical methods[0].line_item_ids[0]"],
    ],
    [
      "a line that is not there",
      [method({ line_item_ids: ["toString"], groups: [] })],
      ["line_unknown methods[0].line_item_ids[0]"],
    ],
    [
      "a line in two methods",
      both({ line_item_ids: ["camera"] }),
      ["line_repeated methods[1].line_item_ids[0]"],
    ],
    [
      "a line in no group",
      [method({ groups: [group({ line_item_ids: ["lens"] })] })],
      ["line_without_group methods[0].groups"],
    ],
    [
      "a line twice in a group",
      [method({ groups: [group({ line_item_ids: ["lens", "camera", "lens"] })] })],
      ["line_repeated methods[0].groups[0].line_item_ids[2]"],
    ],
    [
      "a line of another method in a group",
      [method({ line_item_ids: ["camera"] })],
      ["line_of_other_method methods[0].groups[0].line_item_ids[1]"],
    ],
    ["a method without groups yet", [method({ groups: undefined })], []],
    [
      "a choice of no destination",
      [method({ selected_destination_id: "x" })],
      ["selected_destination_unknown methods[0].selected_destination_id"],
    ],
    [
      "a choice of no option",
      [method({ groups: [group({ selected_option_id: "x" })] })],
      ["selected_option_unknown methods[0].groups[0].selected_option_id"],
    ],
    ["one id for two methods", both({ id: "m1" }), ["id_repeated methods[1].id"]],
    [
      "one id for two destinations",
      [method({ destinations: [HOME, HOME] })],
      ["id_repeated methods[0].destinations[1].id"],
    ],
    [
      "one id for two places",
      both({ destinations: [{ ...OFFICE, id: "home" }], selected_destination_id: null }),
      ["id_repeated methods[1].destinations[0].id"],
    ],
    [
      "a destination without an id",
      [method({ destinations: [HOME, { name: "Station" }] })],
      ["id_repeated methods[0].destinations[1].id"],
    ],
    [
      "one id for two groups",
      both({ groups: [group({ line_item_ids: ["lens"] })] }).map((each, index) =>
        index > 0 ? each : { ...each, groups: [group({ line_item_ids: ["camera"] })] },
      ),
      ["id_repeated methods[1].groups[0].id"],
    ],
  ])("looks at %s", (_, methods, expected) => {
    expect(found(methods)).toEqual(expected);
  });
});

function foundIn(...options: readonly FulfillmentOption[]): readonly string[] {
  return found([method({ groups: [group({ options })] })]).map((each) =>
    each.replace("methods[0].groups[0].", ""),
  );
}

describe("options (§2.6)", () => {
  it.each([
    ["Standard delivery", "Express delivery", []],
    ["Standard delivery", " STANDARD\u00a0 Delivery ", ["option_title_repeated options[1].title"]],
    ["Große Box", "GROSSE BOX", ["option_title_repeated options[1].title"]],
    ["Standard delivery", "  ", ["option_title_empty options[1].title"]],
  ])("are told apart by their titles: %j, %j", (title, other, expected) => {
    expect(foundIn(option({ title }), option({ id: "o2", title: other }))).toEqual(expected);
  });

  it.each<[string, string | undefined, boolean]>([
    ["Standard delivery", undefined, true],
    ["標準配送", undefined, true],
    ["24 h", undefined, true],
    ["2026-11-24", undefined, true],
    ["1", undefined, false],
    ["#12", undefined, false],
    ["★", undefined, false],
    ["--", undefined, false],
    ["1", "Tomorrow by noon", true],
  ])("have a title to decide by, without a description: %j, %j is %j", (title, description, is) => {
    const place = "option_title_wordless options[0].title";
    const more = description === undefined ? {} : { description };
    expect(foundIn(option({ title, ...more }))).toEqual(is ? [] : [place]);
  });

  it("have ids of their own in their group", () => {
    expect(foundIn(option(), option({ title: "Express" }))).toEqual(["id_repeated options[1].id"]);
  });

  it.each([
    ["Standard delivery", "standard  delivery", true],
    ["Standard delivery", "Our standard delivery takes a week.", true],
    ["Standard delivery", "Delivery in a week, the standard.", false],
    ["Standard delivery", "Substandard delivery is not for us.", false],
    ["Express", "Express: tomorrow by noon", true],
    ["Express", "express", true],
    ["Express", "Express - tomorrow", true],
    ["Express", "Express couriers bring it to the door.", false],
    ["Express", "With our express couriers", false],
    ["Express", "Express-courier with a van", false],
    ["標準配送", "標準配送：三日以内", true],
    ["A.*", "Anything at all", false],
  ])("do not repeat their title: %j, %j is %j", (title, description, expected) => {
    const place = "description_repeats_title options[0].description";
    expect(foundIn(option({ title, description }))).toEqual(expected ? [place] : []);
  });

  it("have totals that say what they cost, alone or in parts", () => {
    const wrong = [
      { type: "fulfillment", amount: 500 },
      { type: "total", amount: 400 },
    ];
    expect(foundIn(option({ totals: [{ type: "total", amount: 500 }] }))).toEqual([]);
    expect(foundIn(option({ totals: wrong }))).toEqual([
      "total_mismatch options[0].totals[1].amount",
    ]);
    expect(foundIn(option({ totals: [] }))).toEqual(["total_missing options[0].totals"]);
  });
});

describe("a description that repeats the price (§2.6)", () => {
  function names(description: string, amount: number, currency: string): boolean {
    const totals = totalsOf({ subtotal: 0, fulfillment: amount });
    const groups = [group({ options: [option({ description, totals })] })];
    return checkFulfillment(
      { methods: [method({ groups })] },
      { lines: LINES, rules: NOTHING, currency },
    ).some(({ code }) => code === "description_repeats_price");
  }

  it.each([
    ["$5.00", 500, "USD"],
    ["Tomorrow, for $5", 500, "USD"],
    ["Tomorrow for US$ 5.00 only", 500, "USD"],
    ["Tomorrow, 5 USD", 500, "USD"],
    ["Tomorrow (usd 5)", 500, "USD"],
    ["Tomorrow for 4.99", 499, "USD"],
    ["It is 4,99.", 499, "EUR"],
    ["Morgen: 4,99 €", 499, "EUR"],
    ["Kostet 1.299,00 €", 129900, "EUR"],
    ["Costs $1,299.00", 129900, "USD"],
    ["Coûte 1\u202f299,00 €", 129900, "EUR"],
    ["CHF 1'299.00", 129900, "CHF"],
    ["明日 ¥500", 500, "JPY"],
    ["1,500 JPY", 1500, "JPY"],
    ["KWD 1.250", 1250, "KWD"],
    ["KWD 1,250", 1250000, "KWD"],
    ["49 kr", 4900, "SEK"],
    ["free: $0", 0, "USD"],
  ])("does: %j at %i %s", (description, amount, currency) => {
    expect(names(description, amount, currency)).toBe(true);
  });

  it.each([
    ["In 5 days", 500, "USD"],
    ["In 3 to 5 working days", 500, "USD"],
    ["Up to 4.99 kg", 499, "USD"],
    ["Up to 4.99kg", 499, "USD"],
    ["By 17.30", 1730, "EUR"],
    ["By 5:00", 500, "USD"],
    ["Saves 4.99%", 499, "USD"],
    ["Takes 14.99", 499, "USD"],
    ["Version 1.4.99", 499, "USD"],
    ["On 20.11.26", 1126, "EUR"],
    ["Insured up to $500", 500, "USD"],
    ["Worth $4.99 more", 500, "USD"],
    ["Box no. B4.99", 499, "USD"],
    ["4.99 €", 499, "USD"],
    ["€4.99", 499, "USD"],
    ["EUR 4.99", 499, "USD"],
    ["5 sekunden", 500, "SEK"],
    ["5 usdollars", 500, "USD"],
    ["500 grams", 500, "JPY"],
    ["500", 500, "JPY"],
    ["0", 0, "USD"],
    ["$5", 500, "no currency"],
    ["5, 6 or 7", 500, "USD"],
  ])("does not: %j at %i %s", (description, amount, currency) => {
    expect(names(description, amount, currency)).toBe(false);
  });

  it("is looked for in no time, however long it is", () => {
    const groups = "$1 111".padEnd(200_000, " 111");
    expect(names(`${groups}x`, 500, "USD")).toBe(false);
  });

  it("is not looked for where the currency is not known", () => {
    const groups = [group({ options: [option({ description: "$5.00" })] })];
    const answer = { methods: [method({ groups })] };
    expect(checkFulfillment(answer, { lines: LINES, rules: NOTHING })).toEqual([]);
  });
});

describe("available methods (§2.6)", () => {
  it.each([
    ["Can be picked up today.", true],
    ["Ready today!", true],
    ["“Ready today.”", true],
    ["今日受け取れます。", true],
    ["", false],
    ["   ", false],
    ["...", false],
    ["Pickup", false],
    ["Ready today. Ask at the", false],
  ])("are described by a sentence: %j is %j", (description, expected) => {
    const available = [{ type: "pickup", line_item_ids: ["camera"], description }];
    const place = "available_description_no_sentence available_methods[0].description";
    expect(found([method()], NOTHING, available)).toEqual(expected ? [] : [place]);
  });

  it.each([
    ["now", true],
    [null, true],
    ["2026-11-24", true],
    ["2026-11-24T08:00:00Z", true],
    ["2026-02-30", false],
    ["soon", false],
  ])("are possible now or from a date: %j is %j", (fulfillable_on, expected) => {
    const available = [{ type: "pickup", line_item_ids: ["camera"], fulfillable_on }];
    const place = "fulfillable_on_invalid available_methods[0].fulfillable_on";
    expect(found([method()], NOTHING, available)).toEqual(expected ? [] : [place]);
  });

  it("have lines of the checkout", () => {
    const available = [{ type: "pickup", line_item_ids: ["camera", "x"] }];
    expect(found([method()], NOTHING, available)).toEqual([
      "line_unknown available_methods[0].line_item_ids[1]",
    ]);
  });
});

describe("what is chosen", () => {
  const chosen = method({ groups: [group({ selected_option_id: "o1" })] });

  it.each<[string, FulfillmentMethod, readonly string[], number | undefined]>([
    ["all", chosen, [], 500],
    ["no option", method(), ["groups[0].selected_option_id"], undefined],
    [
      "no destination",
      { ...chosen, selected_destination_id: null },
      ["selected_destination_id"],
      undefined,
    ],
    [
      "a destination that is not there",
      { ...chosen, selected_destination_id: "x" },
      ["selected_destination_id"],
      undefined,
    ],
    ["nowhere to go", method({ destinations: [] }), ["destinations"], undefined],
    ["no group yet", { ...chosen, groups: [] }, ["groups"], undefined],
    [
      "an option that is not there",
      method({ groups: [group({ selected_option_id: "x" })] }),
      ["groups[0].selected_option_id"],
      undefined,
    ],
  ])("is %s", (_, each, missing, total) => {
    const answer: Fulfillment = { methods: [each] };
    expect(missingChoices(answer)).toMatchObject(
      missing.map((place) => ({
        type: "error",
        code: "missing",
        severity: "recoverable",
        path: `$.fulfillment.methods[0].${place}`,
      })),
    );
    expect(isFulfillmentChosen(answer)).toBe(missing.length === 0);
    expect(fulfillmentTotal(answer)).toBe(total);
  });

  it("is not all while a line that needs delivery has no method", () => {
    expect(isFulfillmentChosen({ methods: [chosen] }, LINES)).toBe(true);
    expect(isFulfillmentChosen({ methods: [] }, LINES)).toBe(false);
    expect(isFulfillmentChosen(undefined, LINES.slice(2))).toBe(true);
    expect(fulfillmentTotal(undefined)).toBeUndefined();
    expect(fulfillmentTotal({ methods: [] })).toBeUndefined();
  });

  it("costs the sum of the groups' options, or is refused", () => {
    const at = (amount: number, id: string) =>
      method({
        id,
        groups: [
          group({
            id,
            options: [option({ totals: [{ type: "total", amount }] })],
            selected_option_id: "o1",
          }),
        ],
      });
    const max = Number.MAX_SAFE_INTEGER;
    expect(fulfillmentTotal({ methods: [at(max - 1, "a"), at(1, "b")] })).toBe(max);
    expect(() => fulfillmentTotal({ methods: [at(max, "a"), at(1, "b")] })).toThrow(RangeError);
    const free = group({ options: [option({ totals: [] })], selected_option_id: "o1" });
    expect(() => fulfillmentTotal({ methods: [method({ groups: [free] })] })).toThrow(RangeError);
  });
});

describe("the example of the schemas", () => {
  const file = path.join(repository, "test/data/instances/checkout.json");
  const checkout = JSON.parse(readFileSync(file, "utf8")) as Checkout;
  const lines = checkout.line_items.map(({ id }) => ({ id, physical: true }));
  const check = (rules = EVERYTHING) =>
    checkFulfillment(checkout.fulfillment ?? {}, { lines, rules, currency: checkout.currency });

  it("keeps the rules where the types may be combined, and nowhere else", () => {
    expect(check()).toEqual([]);
    expect(check(NOTHING).map(({ code }) => code)).toEqual(["combination_not_allowed"]);
  });

  it("has a choice to make", () => {
    expect(missingChoices(checkout.fulfillment).map((each) => each.path)).toEqual([
      "$.fulfillment.methods[1].selected_destination_id",
    ]);
  });
});
