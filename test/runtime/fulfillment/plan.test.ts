/** Planning fulfillment: what a platform asks for, and what a business answers (§2.6, §4.2). */

import {
  fulfillmentRules,
  planFulfillment,
  type Destination,
  type OptionOffer,
} from "@proto-gen/runtime/commerce";
import { isFulfillmentChosen } from "../../../src/runtime/commerce/fulfillment/choices.js";
import type {
  FulfillmentHooks,
  FulfillmentPlanning,
} from "../../../src/runtime/commerce/fulfillment/plan-fulfillment.js";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import { describe, expect, it } from "vitest";

type Type = "shipping" | "pickup";
type Planning = FulfillmentPlanning<Type, Destination, OptionOffer>;

const HOME = { street_address: "12 Harbour Street", address_country: "US" };
const OFFICE = { street_address: "80 Exchange Street", address_country: "US" };
const STORES = [
  { id: "store_1", name: "Market Square" },
  { id: "store_2", name: "Station" },
];
const LINES = [
  { id: "camera", physical: true },
  { id: "lens", physical: true },
  { id: "warranty", physical: false },
];
const STRICT = fulfillmentRules(undefined, undefined);
const LOOSE = fulfillmentRules(
  { supports_multi_group: true },
  {
    allows_multi_destination: { shipping: true, pickup: true },
    allows_method_combinations: [["shipping", "pickup"]],
  },
);

function offer(title: string, fulfillment: number): OptionOffer {
  return { title, totals: totalsOf({ subtotal: 0, fulfillment }) };
}

const HOOKS: FulfillmentHooks<Type, Destination, OptionOffer> = {
  locations: (type) => (type === "pickup" ? STORES : undefined),
  options: ({ type }) =>
    type === "pickup" ? [offer("Counter", 0)] : [offer("Standard", 500), offer("Express", 1500)],
};

/** Ids that are read in the order in which they were made. */
function counted(): NonNullable<Planning["newId"]> {
  let count = 0;
  return (kind) => `${kind}_${(count += 1)}`;
}

/** A checkout of one business, whose plans follow one another. */
function checkout(more: Partial<Planning> = {}) {
  const newId = counted();
  let before: Planning["before"];
  return async (
    methods: NonNullable<Planning["request"]>["methods"],
    now: Partial<Planning> = {},
  ) => {
    const plan = await planFulfillment<Type, Destination, OptionOffer>({
      request: { methods },
      lines: LINES,
      rules: STRICT,
      hooks: HOOKS,
      newId,
      before,
      ...more,
      ...now,
    });
    before = plan.fulfillment;
    return plan;
  };
}

type Plan = Awaited<ReturnType<ReturnType<typeof checkout>>>;

function said({ problems }: Plan): readonly string[] {
  return problems.map(
    ({ code, path = "" }) => `${code} ${path.replace("$.fulfillment.methods", "")}`,
  );
}

/** What stays while a checkout goes on. */
function idsOf({ fulfillment }: Plan): unknown {
  return fulfillment.methods.map(({ id, destinations, groups }) => [
    id,
    destinations.map((each) => each.id),
    groups.map((group) => [group.id, group.options.map((option) => option.id)]),
  ]);
}

describe("the update rules of §4.2", () => {
  it("answer a type and destinations with ids and options", async () => {
    const plan = await checkout()([{ type: "shipping", destinations: [HOME] }]);
    expect(plan.problems).toEqual([]);
    expect(plan.fulfillment.methods).toEqual([
      {
        id: "method_1",
        type: "shipping",
        line_item_ids: ["camera", "lens"],
        destinations: [{ ...HOME, id: "destination_2" }],
        selected_destination_id: "destination_2",
        groups: [
          {
            id: "group_3",
            line_item_ids: ["camera", "lens"],
            options: [
              { ...offer("Standard", 500), id: "option_4" },
              { ...offer("Express", 1500), id: "option_5" },
            ],
            selected_option_id: null,
          },
        ],
      },
    ]);
  });

  it("take a choice by ids alone, and keep everything else", async () => {
    const update = checkout();
    const first = await update([{ type: "shipping", destinations: [HOME, OFFICE] }]);
    expect(first.fulfillment.methods[0]?.groups[0]?.options).toEqual([]);
    const groups = [{ id: "group_4", selected_option_id: null }];
    const second = await update([
      { id: "method_1", selected_destination_id: "destination_3", groups },
    ]);
    const third = await update([
      {
        id: "method_1",
        selected_destination_id: "destination_3",
        groups: [{ id: "group_4", selected_option_id: "option_6" }],
      },
    ]);
    expect([first, second, third].flatMap(said)).toEqual([]);
    expect(idsOf(third)).toEqual(idsOf(second));
    const [method] = third.fulfillment.methods;
    expect(method?.destinations.map(({ id }) => id)).toEqual(["destination_2", "destination_3"]);
    expect(method?.groups[0]?.selected_option_id).toBe("option_6");
    expect(isFulfillmentChosen(third.fulfillment, LINES)).toBe(true);
  });

  it("keep no choice that is not sent again", async () => {
    const update = checkout();
    await update([{ type: "shipping", destinations: [HOME, OFFICE] }]);
    await update([{ id: "method_1", selected_destination_id: "destination_2" }]);
    const plan = await update([{ id: "method_1" }]);
    expect(plan.fulfillment.methods[0]?.selected_destination_id).toBeNull();
  });

  it("keep the ids of what is sent again whole, without ids", async () => {
    const update = checkout();
    const first = await update([{ type: "shipping", destinations: [HOME, OFFICE] }]);
    const second = await update([{ type: "shipping", destinations: [OFFICE, HOME] }]);
    const [method] = second.fulfillment.methods;
    expect(method?.id).toBe("method_1");
    expect(method?.destinations.map(({ id }) => id)).toEqual(["destination_3", "destination_2"]);
    expect(method?.groups[0]?.id).toBe(first.fulfillment.methods[0]?.groups[0]?.id);
  });

  it("keep a platform's own id of a destination, whatever the address is now", async () => {
    const update = checkout();
    await update([{ type: "shipping", destinations: [{ ...HOME, id: "mine" }] }]);
    const plan = await update([{ type: "shipping", destinations: [{ ...OFFICE, id: "mine" }] }]);
    expect(plan.fulfillment.methods[0]?.destinations).toEqual([{ ...OFFICE, id: "mine" }]);
  });

  it("choose the only destination that a platform names, unless it says that none is", async () => {
    const update = checkout();
    const store = await update([{ type: "pickup", destinations: [STORES[1] ?? {}] }]);
    expect(store.fulfillment.methods[0]?.selected_destination_id).toBe("store_2");
    expect(store.fulfillment.methods[0]?.destinations).toEqual(STORES);
    const none = await update([
      { type: "shipping", destinations: [HOME], selected_destination_id: null },
    ]);
    expect(none.fulfillment.methods[0]?.selected_destination_id).toBeNull();
  });

  it("choose no location for a buyer, not even the only one", async () => {
    const hooks = { ...HOOKS, locations: async () => STORES.slice(0, 1) };
    const plan = await checkout({ hooks })([{ type: "pickup" }]);
    expect(plan.fulfillment.methods[0]).toMatchObject({
      destinations: [STORES[0]],
      selected_destination_id: null,
    });
  });

  it("take no location from a platform, not even where the business has none", async () => {
    const hooks = { options: HOOKS.options };
    const destinations = [{ id: "mine", name: "My shop" }];
    const plan = await checkout({ hooks })([{ type: "pickup", destinations }]);
    expect(said(plan)).toEqual(["fulfillment_destination_unknown [0].destinations[0]"]);
    expect(plan.fulfillment.methods[0]?.destinations).toEqual([]);
  });

  it("ask for nothing where nothing needs delivery", async () => {
    const lines = [{ id: "warranty", physical: false }];
    const plan = await checkout({ lines })([]);
    expect(plan).toEqual({ fulfillment: { methods: [] }, problems: [] });
    expect(said(await checkout()(undefined))).toEqual(["missing "]);
  });
});

describe("lines (§2.6)", () => {
  it("are in no method if they need no delivery", async () => {
    const plan = await checkout()([{ type: "shipping" }]);
    expect(plan.fulfillment.methods[0]?.line_item_ids).toEqual(["camera", "lens"]);
  });

  it("go to the method that names them, and the rest to a method that names none", async () => {
    const plan = await checkout({ rules: LOOSE })([
      { type: "shipping" },
      { type: "pickup", line_item_ids: ["camera"] },
    ]);
    expect(plan.fulfillment.methods.map((each) => each.line_item_ids)).toEqual([
      ["lens"],
      ["camera"],
    ]);
    expect(said(plan)).toEqual([]);
  });

  it("stay with their method, and new ones join the one that nobody gave lines", async () => {
    const update = checkout({ rules: LOOSE });
    await update([{ type: "shipping", line_item_ids: ["lens"] }, { type: "pickup" }]);
    const lines = [...LINES, { id: "bag", physical: true }];
    const plan = await update([{ id: "method_1" }, { id: "method_2" }], { lines });
    expect(plan.fulfillment.methods.map((each) => each.line_item_ids)).toEqual([
      ["lens", "bag"],
      ["camera"],
    ]);
  });

  it("are removed together with a method that has no others, with a warning", async () => {
    const update = checkout({ rules: LOOSE });
    await update([{ type: "shipping" }, { type: "pickup", line_item_ids: ["lens"] }]);
    const plan = await update([{ id: "method_1" }, { id: "method_2" }], {
      lines: [{ id: "camera", physical: true }],
    });
    expect(plan.fulfillment.methods.map(({ id }) => id)).toEqual(["method_1"]);
    expect(plan.problems).toMatchObject([{ type: "warning", code: "fulfillment_method_empty" }]);
  });
});

describe("groups (§2.6)", () => {
  const hooks = {
    ...HOOKS,
    split: ({ lineItemIds }: { readonly lineItemIds: readonly string[] }) =>
      lineItemIds.map((id) => [id]),
  };
  const methods = [{ type: "shipping", destinations: [HOME] }] as const;

  it("are one a method unless the platform supports several", async () => {
    const one = await checkout({ hooks })(methods);
    expect(one.fulfillment.methods[0]?.groups.map((each) => each.line_item_ids)).toEqual([
      ["camera", "lens"],
    ]);
    const several = await checkout({ hooks, rules: LOOSE })(methods);
    expect(several.fulfillment.methods[0]?.groups.map((each) => each.line_item_ids)).toEqual([
      ["camera"],
      ["lens"],
    ]);
  });

  it("keep their ids with their lines, in whatever order they come", async () => {
    const update = checkout({ rules: LOOSE });
    const first = await update(methods, { hooks });
    const [camera, lens] = first.fulfillment.methods[0]?.groups ?? [];
    const split = () => [["lens"], ["camera"]];
    const second = await update(methods, { hooks: { ...HOOKS, split } });
    expect(second.fulfillment.methods[0]?.groups.map(({ id }) => id)).toEqual([
      lens?.id,
      camera?.id,
    ]);
  });

  it("share no id when one becomes two", async () => {
    const update = checkout({ rules: LOOSE });
    const first = await update(methods);
    const second = await update(methods, { hooks });
    const [one, other] = second.fulfillment.methods[0]?.groups ?? [];
    expect(one?.id).toBe(first.fulfillment.methods[0]?.groups[0]?.id);
    expect(other?.id).not.toBe(one?.id);
  });

  it("keep an id when lines come and go", async () => {
    const update = checkout();
    const first = await update(methods);
    const second = await update(methods, { lines: [{ id: "bag", physical: true }] });
    expect(second.fulfillment.methods[0]?.groups[0]?.id).toBe(
      first.fulfillment.methods[0]?.groups[0]?.id,
    );
  });

  it.each([[[["camera"]]], [[["camera", "lens"], ["lens"]]], [[["camera", "lens", "other"]]]])(
    "throw a TypeError if the business splits the lines wrongly: %j",
    async (sets) => {
      const wrong = { ...HOOKS, split: () => sets };
      await expect(checkout({ hooks: wrong, rules: LOOSE })(methods)).rejects.toThrow(TypeError);
    },
  );
});

describe("options (§2.6)", () => {
  const methods = [{ type: "shipping", destinations: [HOME] }] as const;

  it("keep their id with their title, and a choice with it, whatever they cost now", async () => {
    const update = checkout();
    const first = await update(methods);
    const [group] = first.fulfillment.methods[0]?.groups ?? [];
    const chosen = group?.options[1]?.id ?? "";
    const hooks = { ...HOOKS, options: async () => [offer("EXPRESS ", 1900), offer("Bike", 900)] };
    const groups = [{ id: group?.id ?? "", selected_option_id: chosen }];
    const second = await update([{ id: "method_1", groups }], { hooks });
    const [now] = second.fulfillment.methods[0]?.groups ?? [];
    expect(now?.selected_option_id).toBe(chosen);
    expect(now?.options.map(({ title }) => title)).toEqual(["EXPRESS ", "Bike"]);
    expect(now?.options[0]?.id).toBe(chosen);
    expect(group?.options.map(({ id }) => id)).not.toContain(now?.options[1]?.id);
  });

  it("have the business's ids where it gives some", async () => {
    const hooks = { ...HOOKS, options: () => [{ ...offer("Standard", 5), id: "std" }] };
    const plan = await checkout({ hooks })(methods);
    expect(plan.fulfillment.methods[0]?.groups[0]?.options[0]?.id).toBe("std");
  });

  it("are asked for where things go, with the lines of the group", async () => {
    const asked: unknown[] = [];
    const options = (shipment: unknown) => (asked.push(shipment), []);
    const plan = await checkout({ hooks: { ...HOOKS, options } })(methods);
    const destination = { ...HOME, id: "destination_2" };
    expect(asked).toEqual([{ type: "shipping", destination, lineItemIds: ["camera", "lens"] }]);
    expect(said(plan)).toEqual(["fulfillment_unavailable [0].selected_destination_id"]);
  });

  it("pass on an error that the business throws", async () => {
    const options = () => Promise.reject(new Error("carrier down"));
    await expect(checkout({ hooks: { ...HOOKS, options } })(methods)).rejects.toThrow("carrier");
  });
});

describe("a request that cannot be", () => {
  const two = [
    { type: "shipping", line_item_ids: ["camera"], destinations: [{ ...HOME, id: "home" }] },
    { type: "shipping", line_item_ids: ["lens"], destinations: [{ ...OFFICE, id: "office" }] },
  ] as const;

  it.each<[string, NonNullable<Planning["request"]>["methods"], readonly string[]]>([
    ["an unknown method", [{ type: "shipping" }, { id: "x" }], ["fulfillment_method_unknown [1]"]],
    ["a method of no type", [{ type: "shipping" }, {}], ["missing [1].type"]],
    [
      "an unknown line",
      [{ type: "shipping", line_item_ids: ["camera", "lens", "x"] }],
      ["fulfillment_line_unknown [0].line_item_ids[2]"],
    ],
    [
      "a member of every object as a line",
      [{ type: "shipping", line_item_ids: ["camera", "lens", "constructor", "__proto__"] }],
      [
        "fulfillment_line_unknown [0].line_item_ids[2]",
        "fulfillment_line_unknown [0].line_item_ids[3]",
      ],
    ],
    [
      "a line that needs no delivery",
      [{ type: "shipping", line_item_ids: ["camera", "lens", "warranty"] }],
      ["fulfillment_line_not_physical [0].line_item_ids[2]"],
    ],
    [
      "a line twice",
      [{ type: "shipping", line_item_ids: ["camera", "camera", "lens"] }],
      ["fulfillment_line_repeated [0].line_item_ids[1]"],
    ],
    [
      "a line left over",
      [{ type: "shipping", line_item_ids: ["camera"] }],
      ["fulfillment_line_unassigned "],
    ],
    [
      "an unknown destination",
      [{ type: "shipping", destinations: [HOME], selected_destination_id: "x" }],
      ["fulfillment_destination_unknown [0].selected_destination_id"],
    ],
    [
      "a destination of another method",
      [two[0], { ...two[1], selected_destination_id: "home" }],
      ["fulfillment_destination_unknown [1].selected_destination_id"],
    ],
    [
      "a location that is not the business's",
      [{ type: "pickup", destinations: [{ id: "store_3", name: "Elsewhere" }, HOME] }],
      [
        "fulfillment_destination_unknown [0].destinations[0]",
        "fulfillment_destination_unknown [0].destinations[1]",
      ],
    ],
    [
      "one id for two destinations",
      [
        {
          type: "shipping",
          destinations: [
            { ...HOME, id: "a" },
            { ...HOME, id: "a" },
          ],
        },
      ],
      ["fulfillment_id_repeated [0].destinations[1]"],
    ],
    [
      "one id for two places",
      [two[0], { ...two[1], destinations: [{ ...OFFICE, id: "home" }] }],
      ["fulfillment_id_repeated [1].destinations[0]"],
    ],
    [
      "two destinations of a type that has one",
      two,
      ["fulfillment_multi_destination_not_allowed [1].selected_destination_id"],
    ],
    [
      "types that do not go together",
      [{ type: "shipping" }, { type: "pickup", line_item_ids: ["lens"] }],
      ["fulfillment_combination_not_allowed [1].type"],
    ],
    [
      "an unknown group",
      [{ type: "shipping", groups: [{ id: "x" }] }],
      ["fulfillment_group_unknown [0].groups[0]"],
    ],
  ])("has %s", async (_, methods, expected) => {
    const { problems } = await checkout()(methods);
    expect(said({ problems } as Plan)).toEqual(expected);
    for (const each of problems)
      expect(each).toMatchObject({ type: "error", severity: "recoverable" });
  });

  it("has the same id twice, or another type under an id", async () => {
    const update = checkout({ rules: LOOSE });
    await update([{ type: "shipping", destinations: [HOME] }]);
    const twice = await update([{ id: "method_1" }, { id: "method_1" }]);
    expect(said(twice)).toEqual(["fulfillment_id_repeated [1]"]);
    const [{ id = "" } = {}] = twice.fulfillment.methods[0]?.groups ?? [];
    const groups = [{ id }, { id, selected_option_id: "option_4" }];
    expect(said(await update([{ id: "method_1", groups }]))).toEqual([
      "fulfillment_id_repeated [0].groups[1]",
    ]);
    const other = await update([{ id: "method_1", type: "pickup" }]);
    expect(said(other)).toEqual(["fulfillment_method_unknown [0]"]);
  });

  it("has a type that the business does not offer here", async () => {
    const plan = await checkout({ types: ["shipping"] })([{ type: "pickup" }]);
    expect(said(plan)).toEqual(["fulfillment_type_unavailable [0].type"]);
    expect(plan.fulfillment.methods).toEqual([]);
  });

  it("has an unknown option, or one of another group", async () => {
    const update = checkout({ rules: LOOSE });
    const first = await update([
      { type: "shipping", line_item_ids: ["lens"], destinations: [HOME] },
      { type: "pickup", destinations: [STORES[0] ?? {}] },
    ]);
    const [, pickup] = first.fulfillment.methods;
    const groups = [
      { id: "group_4", selected_option_id: pickup?.groups[0]?.options[0]?.id ?? null },
    ];
    const [shipping] = first.fulfillment.methods;
    const own = shipping?.groups.map(({ id }) => ({ ...groups[0], id })) ?? [];
    const plan = await update([{ id: "method_1", groups: own }, { id: "method_2" }]);
    expect(said(plan)).toEqual(["fulfillment_option_unknown [0].groups[0].selected_option_id"]);
    expect(plan.fulfillment.methods[0]?.groups[0]?.selected_option_id).toBeNull();
  });

  it("goes on where a type may have two destinations, and where types go together", async () => {
    expect(said(await checkout({ rules: LOOSE })(two))).toEqual([]);
    const mixed = [
      { type: "shipping", line_item_ids: ["camera"] },
      { type: "pickup", line_item_ids: ["lens"] },
    ] as const;
    expect(said(await checkout({ rules: LOOSE })(mixed))).toEqual([]);
  });

  it("may send one place under one id in two methods", async () => {
    const home = [{ ...HOME, id: "home" }];
    const plan = await checkout()(two.map((each) => ({ ...each, destinations: home })));
    expect(said(plan)).toEqual([]);
  });

  it("is answered with 100 messages at most, and without what it said", async () => {
    const secret = "4242424242424242";
    const line_item_ids = Array.from({ length: 5_000 }, () => secret);
    const plan = await checkout()([{ type: "shipping", line_item_ids }]);
    expect(plan.problems).toHaveLength(100);
    expect(JSON.stringify(plan)).not.toContain(secret);
  });
});

describe("a choice that is no longer there", () => {
  it("is dropped with a warning: an option", async () => {
    const update = checkout();
    const first = await update([{ type: "shipping", destinations: [HOME] }]);
    const [group] = first.fulfillment.methods[0]?.groups ?? [];
    const groups = [{ id: group?.id ?? "", selected_option_id: group?.options[1]?.id ?? "" }];
    const hooks = { ...HOOKS, options: () => [offer("Standard", 500)] };
    const plan = await update([{ id: "method_1", destinations: [OFFICE], groups }], { hooks });
    expect(plan.problems).toMatchObject([
      {
        type: "warning",
        code: "fulfillment_option_unavailable",
        path: "$.fulfillment.methods[0].groups[0].selected_option_id",
      },
    ]);
    expect(plan.fulfillment.methods[0]?.groups[0]?.selected_option_id).toBeNull();
  });

  it("is dropped with a warning: a destination, a group", async () => {
    const update = checkout({ rules: LOOSE });
    const hooks = { ...HOOKS, split: () => [["camera"], ["lens"]] };
    const first = await update([{ type: "shipping", destinations: [HOME] }], { hooks });
    const [method] = first.fulfillment.methods;
    const groups = method?.groups.map(({ id }) => ({ id })) ?? [];
    const plan = await update([
      {
        id: "method_1",
        destinations: [OFFICE],
        selected_destination_id: method?.destinations[0]?.id,
        groups,
      },
    ]);
    expect(plan.problems.map(({ type, code }) => [type, code])).toEqual([
      ["warning", "fulfillment_destination_unavailable"],
      ["warning", "fulfillment_group_unavailable"],
    ]);
    expect(plan.fulfillment.methods[0]?.selected_destination_id).toBeNull();
  });
});

describe("ids", () => {
  it("are random unless the business makes them", async () => {
    const plan = await checkout({ newId: undefined })([{ type: "shipping", destinations: [HOME] }]);
    expect(plan.fulfillment.methods[0]?.id).toMatch(/^method_[\da-f-]{36}$/);
  });

  it("are never those of something else", async () => {
    const destinations = [{ ...HOME, id: "destination_2" }, OFFICE];
    const plan = await checkout()([{ type: "shipping", destinations }]);
    expect(plan.fulfillment.methods[0]?.destinations.map(({ id }) => id)).toEqual([
      "destination_2",
      "destination_3",
    ]);
  });

  it("are those of a location for that location alone", async () => {
    const plan = await checkout({ rules: LOOSE })([
      { type: "shipping", line_item_ids: ["lens"], destinations: [{ ...HOME, id: "store_1" }] },
      { type: "pickup", line_item_ids: ["camera"] },
    ]);
    expect(said(plan)).toEqual(["fulfillment_id_repeated [0].destinations[0]"]);
    const hooks = { ...HOOKS, locations: () => [{ id: "group_2", name: "Station" }] };
    const other = await checkout({ hooks })([{ type: "pickup" }]);
    expect(other.fulfillment.methods[0]?.groups[0]?.id).toBe("group_3");
  });

  it("are kept for the method that is sent with its id, even if one without comes first", async () => {
    const update = checkout({ rules: LOOSE });
    await update([{ type: "shipping" }]);
    const plan = await update([
      { type: "shipping", line_item_ids: ["lens"] },
      { id: "method_1", line_item_ids: ["camera"] },
    ]);
    expect(said(plan)).toEqual([]);
    expect(plan.fulfillment.methods[1]?.id).toBe("method_1");
  });

  it("are kept for the destination that is sent with its id, even if one without comes first", async () => {
    const update = checkout();
    await update([{ type: "shipping", destinations: [{ ...HOME, id: "mine" }] }]);
    const destinations = [HOME, { ...OFFICE, id: "mine" }];
    const plan = await update([{ type: "shipping", destinations }]);
    expect(said(plan)).toEqual([]);
    expect(plan.fulfillment.methods[0]?.destinations[1]).toEqual({ ...OFFICE, id: "mine" });
  });

  it("are not given to another option, whatever its title", async () => {
    const update = checkout();
    const methods = [{ type: "shipping", destinations: [HOME] }] as const;
    const own = { ...offer("Standard", 500), id: "std" };
    await update(methods, { hooks: { ...HOOKS, options: () => [own] } });
    const now = [offer("Standard", 500), { ...own, title: "Slow" }, offer("Bike", 1)];
    const plan = await update(methods, { hooks: { ...HOOKS, options: () => now } });
    const twice = [offer("Bike", 1), offer("Bike", 2)];
    const last = await update(methods, { hooks: { ...HOOKS, options: () => twice } });
    for (const { fulfillment } of [plan, last]) {
      const ids = fulfillment.methods[0]?.groups[0]?.options.map(({ id }) => id) ?? [];
      expect(new Set(ids).size).toBe(ids.length);
    }
  });

  it("end where the business makes the same one again and again", async () => {
    const stuck = checkout({ newId: () => "same" });
    await expect(stuck([{ type: "shipping", destinations: [HOME] }])).rejects.toThrow(TypeError);
  });

  it("change nothing that was handed in", async () => {
    const frozen = deepFreeze({ methods: [{ type: "shipping" as const, destinations: [HOME] }] });
    const plan = await checkout({ lines: deepFreeze([...LINES]) })(frozen.methods);
    const again = await checkout({ before: deepFreeze(plan.fulfillment) })(frozen.methods);
    expect(idsOf(again)).toEqual(idsOf(plan));
  });
});

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
}

describe("requests of releases that name nothing by id", () => {
  const split: NonNullable<FulfillmentHooks<Type, Destination, OptionOffer>["split"]> = ({
    lineItemIds,
  }) => lineItemIds.map((id) => [id]);

  it("mean the groups at their positions", async () => {
    const update = checkout({ rules: LOOSE, hooks: { ...HOOKS, split } });
    const [method] = (await update([{ type: "shipping", destinations: [HOME] }])).fulfillment
      .methods;
    const options = method?.groups.map((group) => group.options.at(-1)?.id ?? "");
    const groups = options?.map((selected_option_id) => ({ selected_option_id })) ?? [];
    const plan = await update([{ type: "shipping", destinations: [HOME], groups }]);
    expect(plan.problems).toEqual([]);
    expect(plan.fulfillment.methods[0]?.groups.map((each) => each.selected_option_id)).toEqual(
      options,
    );
  });

  it("have no more groups than there are", async () => {
    const groups = [{ selected_option_id: null }, { selected_option_id: null }];
    const plan = await checkout()([{ type: "shipping", destinations: [HOME], groups }]);
    expect(said(plan)).toEqual(["fulfillment_group_unknown [0].groups[1]"]);
  });

  it("mean a group once, by its id or by its position", async () => {
    const update = checkout();
    const [method] = (await update([{ type: "shipping", destinations: [HOME] }])).fulfillment
      .methods;
    const groups = [{ selected_option_id: null }, { id: method?.groups[0]?.id ?? "" }];
    const plan = await update([{ type: "shipping", destinations: [HOME], groups }]);
    expect(said(plan)).toEqual(["fulfillment_id_repeated [0].groups[1]"]);
  });

  it("mean the methods at their positions", async () => {
    const update = checkout({ rules: LOOSE });
    const both = [
      { type: "shipping" as const, line_item_ids: ["camera"], destinations: [HOME] },
      { type: "shipping" as const, line_item_ids: ["lens"], destinations: [OFFICE] },
    ];
    const first = await update(both);
    const second = await update(both.map(({ type: _, ...each }) => each));
    expect(second.problems).toEqual([]);
    expect(second.fulfillment.methods.map(({ id, type }) => [id, type])).toEqual(
      first.fulfillment.methods.map(({ id, type }) => [id, type]),
    );
  });

  it("do not mean a method of another type at their position", async () => {
    const update = checkout({ rules: LOOSE });
    const shipping = { type: "shipping" as const, line_item_ids: ["camera"], destinations: [HOME] };
    const pickup = {
      type: "pickup" as const,
      line_item_ids: ["lens"],
      selected_destination_id: "store_1",
    };
    const first = await update([shipping, pickup]);
    const second = await update([pickup, shipping]);
    const [ship, pick] = first.fulfillment.methods;
    expect(second.fulfillment.methods.map(({ id }) => id)).toEqual([pick?.id, ship?.id]);
  });
});
