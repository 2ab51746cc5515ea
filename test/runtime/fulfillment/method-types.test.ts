/** What types of fulfillment methods mean (§2.6, §2.9): those of the protocol, and those of a business's extensions. */

import { describe, expect, it } from "vitest";
import {
  shippingAddress,
  fulfillmentRules,
  methodTypeOf,
  planFulfillment,
  type MethodTypes,
  type OrderBody,
} from "@proto-gen/runtime/commerce";
import type { MethodType } from "../../../src/runtime/commerce/fulfillment/method-types.js";
import {
  appendAdjustment,
  appendEvent,
  checkOrder,
  createOrders,
  replaceExpectations,
  settleAdjustment,
} from "@proto-gen/runtime/codegen/v1/commerce";
import { createMemoryStorage } from "@proto-gen/runtime/storage";
import { adjustment, event, expectation, orderOf } from "../../support/sample-order.js";

const LOCKER: MethodType = {
  destinations: "business",
  finalEvents: ["picked_up"],
  buyerLocation: true,
};
const option = { methodTypes: { locker: LOCKER } };
const STATION = { id: "station", name: "Station", address: { address_country: "DE" } };

const PLATFORM = { profile: "https://agent.example", webhookUrl: undefined, envelope: {} };

function fulfilled({ line_items: [line] }: OrderBody): number | undefined {
  return line?.quantity.fulfilled;
}

describe("the type of a method", () => {
  it.each([
    ["shipping", "platform", "delivered", true],
    ["digital", "platform", "delivered", true],
    ["pickup", "business", "delivered picked_up collected", false],
    ["locker", "platform", "delivered", true],
    ["constructor", "platform", "delivered", true],
    ["__proto__", "platform", "delivered", true],
  ])("%s has destinations of the %s, and ends with %s", (type, destinations, events, located) => {
    const finalEvents = events.split(" ");
    expect(methodTypeOf(type)).toEqual({ destinations, finalEvents, buyerLocation: located });
  });

  it("is what the business says, also of a type of the protocol", () => {
    expect(methodTypeOf("locker", option)).toBe(LOCKER);
    expect(methodTypeOf("pickup", option).buyerLocation).toBe(false);
    expect(methodTypeOf("pickup", { methodTypes: { pickup: LOCKER } })).toBe(LOCKER);
  });

  it("is one that the generated code has", () => {
    const known: MethodTypes<"shipping" | "locker"> = { locker: LOCKER };
    // @ts-expect-error there is no such type
    const unknown: MethodTypes<"shipping" | "locker"> = { loker: LOCKER };
    expect(methodTypeOf("loker", { methodTypes: { ...known, ...unknown } })).toBe(LOCKER);
  });
});

describe("destinations", () => {
  async function planned(methodTypes: MethodTypes | undefined) {
    const { fulfillment, problems } = await planFulfillment({
      request: { methods: [{ type: "locker", destinations: [{ id: "home" }] }] },
      lines: [{ id: "a", physical: true }],
      rules: fulfillmentRules(undefined, undefined),
      methodTypes,
      hooks: { options: () => [] },
    });
    const [method] = fulfillment.methods;
    return [method?.destinations.map(({ id }) => id), problems.map(({ code }) => code)];
  }

  it("are the platform's unless the type says otherwise", async () => {
    expect(await planned(undefined)).toEqual([["home"], ["fulfillment_unavailable"]]);
    expect(await planned(option.methodTypes)).toEqual([[], ["fulfillment_destination_unknown"]]);
  });
});

describe("where the buyer is", () => {
  const method = { id: "m1", type: "locker", line_item_ids: [], destinations: [STATION] };
  const fulfillment = { methods: [{ ...method, selected_destination_id: "station" }] };

  it("is the address of the business's place where the type says so", () => {
    expect(shippingAddress(fulfillment, option)).toEqual(STATION.address);
    const elsewhere = { locker: { ...LOCKER, buyerLocation: false } };
    expect(shippingAddress(fulfillment, { methodTypes: elsewhere })).toBeUndefined();
    expect(shippingAddress(fulfillment)).toBeUndefined();
  });

  it("is the place itself where it has its address as an address has it", () => {
    const place = { id: "station", address_country: "DE" };
    const methods = [{ ...method, destinations: [place], selected_destination_id: "station" }];
    expect(shippingAddress({ methods }, option)).toEqual(place);
  });
});

describe("the end of a delivery", () => {
  const ordered = orderOf({ a: 2 }, [expectation("x1", { a: 2 }, "locker")]);
  const pickedUp = event("e1", "picked_up", { a: 2 });

  it("is what the type says, and nothing else", () => {
    expect(fulfilled(appendEvent(ordered, pickedUp))).toBe(0);
    expect(fulfilled(appendEvent(ordered, pickedUp, option))).toBe(2);
    expect(fulfilled(appendEvent(ordered, event("e1", "delivered", { a: 2 }), option))).toBe(0);
  });

  it("is that of each type by which the buyer expects the line", () => {
    const both = [expectation("x1", { a: 1 }, "locker"), expectation("x2", { a: 1 }, "shipping")];
    const order = replaceExpectations(ordered, both, option);
    const one = appendEvent(order, event("e1", "delivered", { a: 1 }, "P1"), option);
    expect(fulfilled(appendEvent(one, event("e2", "picked_up", { a: 1 }, "P2"), option))).toBe(2);
  });

  it("is that of shipping where the buyer expects nothing", () => {
    const order = orderOf({ a: 2 });
    expect(fulfilled(appendEvent(order, pickedUp, option))).toBe(0);
    expect(fulfilled(appendEvent(order, event("e1", "delivered", { a: 2 }), option))).toBe(2);
  });

  it("is neither a cancellation nor a return", () => {
    const methodTypes = { locker: { ...LOCKER, finalEvents: ["canceled", "returned_to_sender"] } };
    const canceled = appendEvent(ordered, event("e1", "canceled", { a: 1 }), { methodTypes });
    expect(canceled.line_items[0]?.quantity).toEqual({ total: 1, fulfilled: 0 });
  });

  it("stays where something else changes, and is checked", () => {
    const order = appendEvent(ordered, pickedUp, option);
    const refund = { ...adjustment("j1", "return", { a: 1 }), status: "pending" as const };
    const pending = appendAdjustment(order, refund, option);
    expect(fulfilled(pending)).toBe(2);
    const settled = settleAdjustment(pending, "j1", "completed", option);
    expect(fulfilled(settled)).toBe(1);
    expect(() => checkOrder(settled, option)).not.toThrow();
    expect(() => checkOrder(settled)).toThrow(/order_derivation_wrong|derive/u);
  });

  it("is known to the keeper of orders, in all that it does", async () => {
    const store = createMemoryStorage();
    const orders = createOrders({ store, ...option });
    const order = appendEvent(ordered, pickedUp, option);
    await store.commit(orders.writesFor(order, PLATFORM));
    const back = { ...adjustment("j1", "return", { a: 1 }), status: "pending" as const };
    expect(fulfilled(await orders.adjust(order.id, back))).toBe(2);
    expect(fulfilled(await orders.settleAdjustment(order.id, "j1", "completed"))).toBe(1);
    const again = event("e2", "picked_up", { a: 1 }, "P2");
    expect(fulfilled(await orders.addEvent(order.id, again))).toBe(2);
    const shipped = [expectation("x1", { a: 2 }, "shipping")];
    expect(fulfilled(await orders.setExpectations(order.id, shipped))).toBe(0);
  });
});
