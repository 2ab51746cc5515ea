/**
 * What holds of every plan, whatever was asked for, and what generated types make of it (§2.6, §4.2).
 * `FULFILLMENT_SEED` brings a random failure back; `FULFILLMENT_RUNS` makes it look longer.
 */

import {
  checkFulfillment,
  fulfillmentRules,
  planFulfillment,
  type Destination,
  type FulfillmentPlan,
  type FulfillmentRules,
  type OptionOffer,
} from "@proto-gen/runtime/commerce";
import type { FulfillmentHooks } from "../../../src/runtime/commerce/fulfillment/plan-fulfillment.js";
import type { FulfillmentRequest } from "../../../src/runtime/commerce/fulfillment/fulfillment.js";
import { totalsOf } from "@proto-gen/runtime/codegen/v1/commerce";
import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import type {
  Checkout,
  CheckoutCreateRequest,
  CheckoutUpdateRequest,
  Fulfillment,
} from "../../../generated/index.js";
import { propertyOptions } from "../../support/sizes.js";

type Plan = FulfillmentPlan<string, Destination, OptionOffer>;
type Answer = Plan["fulfillment"];
type Request = FulfillmentRequest<string, Destination>;

const TITLES = ["Standard", "Express", "Bike"];
const STREETS = ["Harbour Street", "Exchange Street", "Market Square"];
const STORES = [
  { id: "store_1", name: "Market Square" },
  { id: "store_2", name: "Station" },
];
const EVERYTHING = fulfillmentRules(
  { supports_multi_group: true },
  {
    allows_multi_destination: { shipping: true, pickup: true },
    allows_method_combinations: [["shipping", "pickup"]],
  },
);
const NOTHING = fulfillmentRules(undefined, undefined);

function offersAt({ street_address: street, id }: Destination): readonly OptionOffer[] {
  const first = STREETS.indexOf(street ?? "") + (id === "store_2" ? 1 : 0);
  return TITLES.slice(Math.max(first, 0)).map((title) => ({
    title,
    description: "Rings the bell twice",
    totals: totalsOf({ subtotal: 0, fulfillment: title.length * 100 }),
  }));
}

const HOOKS: FulfillmentHooks<string, Destination, OptionOffer> = {
  locations: (type) => (type === "pickup" ? STORES : undefined),
  options: ({ destination }) => offersAt(destination),
  split: ({ lineItemIds }) => [lineItemIds.slice(0, 1), lineItemIds.slice(1)],
};

function counted() {
  let count = 0;
  return (kind: string) => `${kind}_${(count += 1)}`;
}

/** Ids that are there, that are somewhere else, and that are nowhere. */
const anyId = fc.constantFrom(
  ...["method", "destination", "group", "option"].flatMap((kind) =>
    [1, 2, 3, 4, 5, 6].map((count) => `${kind}_${count}`),
  ),
  ...["store_1", "home", "", "__proto__", "constructor"],
);
const anyLine = fc.constantFrom("a", "b", "c", "digital", "nowhere", "__proto__");
const anyDestination = fc.record(
  { id: anyId, street_address: fc.constantFrom(...STREETS) },
  { requiredKeys: [] },
);
const anyGroup = fc.record(
  { id: anyId, selected_option_id: fc.option(anyId) },
  { requiredKeys: ["id"] },
);
const anyMethod = fc.record(
  {
    id: anyId,
    type: fc.constantFrom("shipping", "pickup"),
    line_item_ids: fc.array(anyLine, { maxLength: 4 }),
    destinations: fc.array(anyDestination, { maxLength: 3 }),
    selected_destination_id: fc.option(anyId),
    groups: fc.array(anyGroup, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
interface Update {
  readonly request: Request | undefined;
  readonly lines: readonly string[];
  readonly rules: FulfillmentRules;
}

const anyUpdate: fc.Arbitrary<Update> = fc.record({
  request: fc.option(fc.record({ methods: fc.array(anyMethod, { maxLength: 4 }) }), {
    nil: undefined,
  }),
  lines: fc.subarray(["a", "b", "c", "digital"]),
  rules: fc.constantFrom(NOTHING, EVERYTHING),
});

function linesOf(ids: readonly string[]) {
  return ids.map((id) => ({ id, physical: id !== "digital" }));
}

describe("whatever platforms ask for", () => {
  it("plans keep the rules, name each problem, and throw nothing", async () => {
    const property = fc.asyncProperty(fc.array(anyUpdate, { maxLength: 5 }), async (updates) => {
      const newId = counted();
      let before: Answer | undefined;
      for (const { request, lines: ids, rules } of updates) {
        const lines = linesOf(ids);
        const plan = await planFulfillment({ request, lines, rules, before, hooks: HOOKS, newId });
        const options = { lines, rules, currency: "USD" };
        expect(checkFulfillment(plan.fulfillment, options)).toEqual([]);
        for (const each of plan.problems) expect(each.path).toMatch(/^\$\.fulfillment\.methods/);
        before = plan.fulfillment;
      }
    });
    await fc.assert(property, propertyOptions("FULFILLMENT", { quick: 150, full: 5_000 }));
  });
});

/** One thing that a well-behaved platform does next. */
type Step = "send addresses" | "choose a destination" | "choose an option" | "change the cart";
const STEPS: readonly Step[] = [
  "send addresses",
  "choose a destination",
  "choose an option",
  "change the cart",
];

function pick<Item>(items: readonly Item[], at: number): Item | undefined {
  return items[at % items.length];
}

/** As §4.2 says: ids and choices, or a type and destinations. */
function stepFrom(before: Answer | undefined, step: Step, at: number): Request {
  const [method] = before?.methods ?? [];
  if (method === undefined || step === "send addresses") {
    const streets = at % 2 === 0 ? STREETS : [...STREETS].reverse();
    const destinations = streets
      .slice(0, 1 + (at % STREETS.length))
      .map((street_address) => ({ street_address }));
    return { methods: [{ type: "shipping", destinations }] };
  }
  const { id, selected_destination_id: selected, destinations } = method;
  const chosen = step === "choose a destination" ? pick(destinations, at)?.id : selected;
  const groups = method.groups.map((group) => ({
    id: group.id,
    selected_option_id:
      step === "choose an option"
        ? (pick(group.options, at)?.id ?? null)
        : group.selected_option_id,
  }));
  return { methods: [{ id, selected_destination_id: chosen ?? null, groups }] };
}

/** What is in a plan, by what it is to a reader; there is one method, with one group. */
function named({ methods }: Answer): ReadonlyMap<string, string> {
  return new Map(
    methods.flatMap(({ id, destinations, groups }): [string, string][] => [
      ["method", id],
      ...destinations.map((each): [string, string] => [each.street_address ?? "", each.id]),
      ...groups.flatMap((group): [string, string][] => [
        ["group", group.id],
        ...group.options.map((option): [string, string] => [option.title, option.id]),
      ]),
    ]),
  );
}

describe("any sequence of valid updates", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom(...STEPS), fc.nat(20)), { maxLength: 12 });

  it("keeps the ids of what stays, and has no problem but what is offered no more", async () => {
    const property = fc.asyncProperty(steps, async (sequence) => {
      const newId = counted();
      let before: Answer | undefined;
      for (const [step, at] of sequence) {
        const request = stepFrom(before, step, at);
        const lines = linesOf(step === "change the cart" ? ["a", "b", "c"].slice(at % 3) : ["a"]);
        const rules = NOTHING;
        const plan = await planFulfillment({ request, lines, rules, before, hooks: HOOKS, newId });
        expect(plan.problems.filter(({ type }) => type !== "warning")).toEqual([]);
        const now = named(plan.fulfillment);
        for (const [name, id] of before === undefined ? [] : named(before))
          if (now.has(name)) expect([name, now.get(name)]).toEqual([name, id]);
        expect(new Set(now.values()).size).toBe(now.size);
        before = plan.fulfillment;
      }
    });
    await fc.assert(property, propertyOptions("FULFILLMENT", { quick: 150, full: 5_000 }));
  });
});

type Mutation = (answer: Answer) => void;

const MUTATIONS: Readonly<Record<string, Mutation>> = {
  "a second group": ({ methods: [method] }) =>
    method?.groups.push({ id: "g", line_item_ids: [], options: [], selected_option_id: null }),
  "a line that is not there": ({ methods: [method] }) => method?.line_item_ids.push("nowhere"),
  "a line that needs no delivery": ({ methods: [method] }) => method?.line_item_ids.push("digital"),
  "a line that is in no group": ({ methods: [method] }) =>
    method?.groups[0]?.line_item_ids.splice(0, 1),
  "a line twice": ({ methods: [method] }) =>
    method?.line_item_ids.push(method.line_item_ids[0] ?? ""),
  "a method twice": ({ methods }) => methods.push(...methods.slice(0, 1)),
  "a destination twice": ({ methods: [method] }) =>
    method?.destinations.push(...method.destinations.slice(0, 1)),
  "an option twice": ({ methods: [method] }) =>
    method?.groups[0]?.options.push(...method.groups[0].options.slice(0, 1)),
  "a title twice": ({ methods: [method] }) =>
    method?.groups[0]?.options.push(
      ...method.groups[0].options.slice(0, 1).map((each) => ({ ...each, id: "another" })),
    ),
  "a choice of nothing": ({ methods: [method] }) =>
    void Object.assign(method ?? {}, { selected_destination_id: "nowhere" }),
  "an option of nothing": ({ methods: [method] }) =>
    void Object.assign(method?.groups[0] ?? {}, { selected_option_id: "nothing" }),
  "another type beside it": ({ methods }) =>
    methods.push({ ...(methods[0] as Answer["methods"][number]), id: "m", type: "pickup" }),
};

describe("a plan that was changed", () => {
  it.each(Object.entries(MUTATIONS))("breaks the rules if it has %s", async (_, mutate) => {
    const lines = linesOf(["a", "b", "digital"]);
    const plan = await planFulfillment({
      request: {
        methods: [{ type: "shipping", destinations: [{ street_address: "Harbour Street" }] }],
      },
      lines,
      rules: NOTHING,
      hooks: HOOKS,
    });
    expect(checkFulfillment(plan.fulfillment, { lines, rules: NOTHING })).toEqual([]);
    mutate(plan.fulfillment);
    expect(checkFulfillment(plan.fulfillment, { lines, rules: NOTHING })).not.toEqual([]);
  });
});

/** As a business with generated types writes it. */
async function planFor(
  request: CheckoutCreateRequest | CheckoutUpdateRequest,
  kept: Checkout | undefined,
) {
  return planFulfillment({
    request: request.fulfillment,
    before: kept?.fulfillment,
    lines: (kept?.line_items ?? []).map(({ id }) => ({ id, physical: true })),
    rules: NOTHING,
    hooks: {
      locations: async (type) =>
        type === "pickup" ? [{ id: "store_1", name: "Market Square" }] : undefined,
      options: async ({ destination, lineItemIds }) => [
        {
          title: `To ${destination.id}`,
          description: `${lineItemIds.length} items`,
          totals: [
            { type: "fulfillment", amount: 500 },
            { type: "total", amount: 500 },
          ],
          gift_wrap: true,
        },
        { title: "Bike", totals: totalsOf({ subtotal: 0, fulfillment: 900 }), gift_wrap: false },
      ],
    },
  });
}

describe("with generated types", () => {
  it("returns a plan that a checkout accepts, and keeps what extensions add to options", async () => {
    const line = { id: "a", item: { id: "i", title: "A", price: 1 }, quantity: 1, totals: [] };
    const kept = { line_items: [line] } as unknown as Checkout;
    const plan = await planFor(
      {
        line_items: [],
        currency: "USD",
        fulfillment: { methods: [{ type: "pickup", destinations: [{ id: "store_1", name: "" }] }] },
      },
      kept,
    );
    const fulfillment: NonNullable<Checkout["fulfillment"]> = plan.fulfillment;
    const messages: NonNullable<Checkout["messages"]> = [...plan.problems];
    expect(messages).toEqual([]);
    expect(fulfillment.methods?.map(({ type }) => type)).toEqual(["pickup"]);
    const [method] = plan.fulfillment.methods;
    expectTypeOf(method?.type).toEqualTypeOf<"shipping" | "pickup" | undefined>();
    const wrapped: boolean | undefined = method?.groups[0]?.options[0]?.gift_wrap;
    expect(wrapped).toBe(true);
  });

  it("accepts the fulfillment of a response in checkFulfillment", () => {
    expectTypeOf<Fulfillment>().toExtend<Parameters<typeof checkFulfillment>[0]>();
    expectTypeOf<NonNullable<Checkout["fulfillment"]>>().toExtend<
      Parameters<typeof checkFulfillment>[0]
    >();
    expectTypeOf<Awaited<ReturnType<typeof planFor>>["fulfillment"]>().toExtend<
      NonNullable<Checkout["fulfillment"]>
    >();
  });
});
