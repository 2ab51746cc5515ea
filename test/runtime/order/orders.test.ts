/** The keeper of orders (§6): every change is committed with its event, and none is lost. */

import { createOrders, newOrder } from "@proto-gen/runtime/codegen/v1/commerce";
import type { OrderBody, OrderEvent, OrderOutbox, OrderRecord } from "@proto-gen/runtime/commerce";
import { ORDERS } from "../../../src/runtime/commerce/order/order-record.js";
import {
  ABSENT,
  createMemoryStorage,
  hasCommitted,
  readRecord,
  type Storage,
  type RecordWrite,
} from "@proto-gen/runtime/storage";
import { describe, expect, it } from "vitest";
import type { Checkout, Order } from "../../../generated/index.js";
import type { Expectation } from "../../../generated/schemas/shopping/types/expectation.js";
import { conflictOf } from "../../support/failing-storage.js";
import { testClock } from "../../support/claims.js";
import { instance } from "../../support/instance.js";
import { STORAGES } from "../../support/storages.js";
import { adjustment, DETAILS, event, expectation, orderOf } from "../../support/sample-order.js";

const PLATFORM = {
  profile: "https://agent.example/.well-known/proto",
  webhookUrl: "https://agent.example/orders",
  envelope: { proto: { version: "2026-11-27" } },
};

/** Writes every event to a collection of its own. */
function recordingOutbox(): OrderOutbox & { woken: number } {
  return {
    woken: 0,
    writes: (each) => [
      { collection: "event", key: String(each.sequence), value: each, expected: ABSENT },
    ],
    wake() {
      this.woken += 1;
    },
  };
}

async function eventsIn(store: Storage): Promise<readonly OrderEvent<OrderBody>[]> {
  const found = await store.scan<OrderEvent<OrderBody>>("event", { limit: 1_000 });
  return found.map(({ value }) => value).sort((left, right) => left.sequence - right.sequence);
}

/** With an order of 300 of one line, and one of another. */
async function openOrders(store: Storage = createMemoryStorage()) {
  const clock = testClock();
  const outbox = recordingOutbox();
  const orders = createOrders({ store, outbox, now: clock.now });
  const writes = orders.writesFor(orderOf({ a: 300, b: 1 }), PLATFORM);
  expect(await hasCommitted(store, writes)).toBe(true);
  return { orders, store, outbox, clock };
}

function delivered(at: number) {
  return event(`e${at}`, "delivered", { a: 1 }, `P${at}`);
}

describe.each(STORAGES)("orders %s", (_, open) => {
  it("lose none of 200 events at once, and number their webhooks without a gap", async () => {
    const { orders, store } = await openOrders(open());
    await Promise.all(
      Array.from({ length: 200 }, (_each, at) => orders.addEvent("ord_1", delivered(at))),
    );
    const order = await orders.get("ord_1");
    expect(new Set(order?.fulfillment.events?.map(({ id }) => id)).size).toBe(200);
    expect(order?.line_items[0]?.quantity).toEqual({ total: 300, fulfilled: 200 });
    const events = await eventsIn(store);
    expect(events.map(({ sequence }) => sequence)).toEqual(upTo(201));
    expect(events.map((each) => each.order.fulfillment.events?.length)).toEqual(
      upTo(201).map((sequence) => sequence - 1),
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(201);
  });

  it("lose no event where two processes change one order", async () => {
    const { orders, store, outbox } = await openOrders(open());
    const other = createOrders({ store, outbox });
    await Promise.all(
      Array.from({ length: 60 }, (_each, at) =>
        (at % 2 === 0 ? orders : other).addEvent("ord_1", delivered(at)),
      ),
    );
    expect((await orders.get("ord_1"))?.fulfillment.events).toHaveLength(60);
    expect((await eventsIn(store)).map(({ sequence }) => sequence)).toEqual(upTo(61));
  });
});

describe("the keeper of orders", () => {
  it("tells of a new order in the commit that makes it (§6.3)", async () => {
    const { orders, store, clock } = await openOrders();
    const [created] = await eventsIn(store);
    expect(created).toMatchObject({ sequence: 1, createdAt: clock.now(), platform: PLATFORM });
    expect(created?.order).toEqual(await orders.get("ord_1"));
    expect(created?.id).toMatch(/^[\w-]{32}$/);
  });

  it("lists the latest orders, the newest first", async () => {
    const store = createMemoryStorage();
    const orders = createOrders({ store });
    for (const id of ["ord_1", "ord_2"]) {
      const writes = orders.writesFor({ ...orderOf({ a: 1 }), id }, PLATFORM);
      expect(await hasCommitted(store, writes)).toBe(true);
    }
    expect((await orders.latest(10)).map(({ id }) => id)).toEqual(["ord_2", "ord_1"]);
    expect(await orders.latest(1)).toEqual([await orders.get("ord_2")]);
  });

  it("keeps one order under one id", async () => {
    const { orders, store } = await openOrders();
    expect(await store.commit(orders.writesFor(orderOf({ c: 1 }), PLATFORM))).toEqual({
      kind: "conflict",
      key: { collection: ORDERS, key: "ord_1" },
    });
    expect(await eventsIn(store)).toHaveLength(1);
  });

  it("takes no new order that is not right", async () => {
    const { orders } = await openOrders();
    const wrong = { ...orderOf({ a: 1 }), checkout_id: "" };
    expect(() => orders.writesFor(wrong, PLATFORM)).toThrow(/^order_invalid/);
  });

  it("tells of every change with the whole order after it, and wakes the outbox", async () => {
    const { orders, store, outbox } = await openOrders();
    const pending = adjustment("j1", "cancellation", { b: 1 }, { status: "pending" });
    const changed = [
      await orders.addEvent("ord_1", delivered(1)),
      await orders.adjust("ord_1", pending),
      await orders.settleAdjustment("ord_1", "j1", "completed"),
      await orders.setExpectations("ord_1", [expectation("x1", { a: 300 })]),
    ];
    const events = await eventsIn(store);
    expect(events.slice(1).map(({ order }) => order)).toEqual(changed);
    expect(await orders.get("ord_1")).toEqual(changed.at(-1));
    expect(changed.at(-1)?.line_items.map(({ status }) => status)).toEqual([
      "partial",
      "fulfilled",
    ]);
    expect(outbox.woken).toBe(4);
    const record = await readRecord<OrderRecord>(store, ORDERS, "ord_1");
    expect(record?.value).toMatchObject({ events: 5, platform: PLATFORM });
  });

  it("makes events strictly later than those before, whatever the clock says (§4.7)", async () => {
    const { orders, store, clock } = await openOrders();
    const start = clock.now();
    await orders.addEvent("ord_1", delivered(1));
    clock.advance(-5_000);
    await orders.addEvent("ord_1", delivered(2));
    clock.advance(15_000);
    await orders.addEvent("ord_1", delivered(3));
    const times = (await eventsIn(store)).map(({ createdAt }) => createdAt - start);
    expect(times).toEqual([0, 1, 2, 10_000]);
  });

  it("makes no second event of what it was told already", async () => {
    const { orders, store } = await openOrders();
    const pending = adjustment("j1", "cancellation", { b: 1 }, { status: "pending" });
    const promised = [expectation("x1", { a: 300 })];
    for (let time = 1; time <= 2; time += 1) {
      await orders.addEvent("ord_1", { ...delivered(1), carrier: undefined } as object as never);
      await orders.adjust("ord_1", pending);
      await orders.settleAdjustment("ord_1", "j1", "failed");
      await orders.setExpectations("ord_1", promised);
    }
    await Promise.all([1, 2, 3].map(() => orders.addEvent("ord_1", delivered(2))));
    expect((await eventsIn(store)).map(({ sequence }) => sequence)).toEqual(upTo(6));
  });

  it("refuses another event, adjustment or settlement under an id that is taken", async () => {
    const { orders, store } = await openOrders();
    await orders.addEvent("ord_1", delivered(1));
    await orders.adjust("ord_1", adjustment("j1", "refund", { b: 1 }, { status: "pending" }));
    await orders.settleAdjustment("ord_1", "j1", "failed");
    const attempts = [
      orders.addEvent("ord_1", { ...delivered(1), occurred_at: "2026-11-21T12:00:00Z" }),
      orders.adjust("ord_1", adjustment("j1", "refund", { b: 1 }, { status: "completed" })),
      orders.settleAdjustment("ord_1", "j1", "completed"),
    ];
    const results = await Promise.allSettled(attempts);
    expect(results.map((each) => each.status === "rejected" && each.reason.code)).toEqual([
      "order_event_duplicate",
      "order_adjustment_duplicate",
      "order_adjustment_settled",
    ]);
    expect(await eventsIn(store)).toHaveLength(4);
  });

  it("goes on after a change that was refused", async () => {
    const { orders } = await openOrders();
    const results = await Promise.allSettled([
      orders.addEvent("ord_1", event("e1", "delivered", { z: 1 })),
      orders.addEvent("ord_1", delivered(2)),
    ]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  });

  it("knows no order that it was not given", async () => {
    const { orders } = await openOrders();
    expect(await orders.get("constructor")).toBeUndefined();
    await expect(orders.addEvent("ord_2", delivered(1))).rejects.toMatchObject({
      code: "order_not_found",
    });
  });

  it("makes changes in turn, however slow the store is", async () => {
    const store = createMemoryStorage();
    const slow: Storage = { ...store, commit: (writes) => later(() => store.commit(writes)) };
    const { orders } = await openOrders(slow);
    const all = Array.from({ length: 50 }, (_each, at) => orders.addEvent("ord_1", delivered(at)));
    const counts = (await Promise.all(all)).map((order) => order.fulfillment.events?.length);
    expect(counts).toEqual(upTo(50));
  });

  it("gives up when every race is lost, and then nothing was written", async () => {
    const { store, orders } = await openOrders();
    const lost: RecordWrite[][] = [];
    const losing = createOrders({
      store: {
        ...store,
        commit: async (writes) => {
          lost.push([...writes]);
          return conflictOf(writes);
        },
      },
    });
    await expect(losing.addEvent("ord_1", delivered(1))).rejects.toMatchObject({
      code: "order_busy",
    });
    expect(lost.length).toBeGreaterThan(10);
    expect((await orders.get("ord_1"))?.fulfillment.events).toEqual([]);
  });

  it("needs no outbox", async () => {
    const store = createMemoryStorage();
    const orders = createOrders({ store });
    await store.commit(orders.writesFor(orderOf({ a: 1 }), PLATFORM));
    orders.wake();
    const order = await orders.addEvent("ord_1", delivered(1));
    expect(order.line_items[0]?.status).toBe("fulfilled");
  });

  it("keeps a business's own type, and makes it of its own checkout", async () => {
    const checkout = instance<Checkout>("checkout-completed");
    const expectations: Expectation[] = instance<Order>("order").fulfillment.expectations ?? [];
    const store = createMemoryStorage();
    const orders = createOrders<Omit<Order, "proto">>({ store });
    const made: Omit<Order, "proto"> = newOrder(checkout, { ...DETAILS, expectations });
    const bare: Omit<Order, "proto"> = newOrder(checkout, DETAILS);
    expect(bare.fulfillment.expectations).toEqual([]);
    await store.commit(orders.writesFor(made, PLATFORM));
    const order: Omit<Order, "proto"> = await orders.addEvent("ord_1", {
      ...event("e1", "delivered", {}),
      line_items: [{ id: "li_1", quantity: 1 }],
      tracking_number: "SW1",
      tracking_url: "https://swift.example/SW1",
      carrier: "Swift",
    });
    expect(order.fulfillment.events?.[0]?.carrier).toBe("Swift");
    // @ts-expect-error: an event of this type has no such carrier
    const wrong = () => orders.addEvent("ord_1", { ...order.fulfillment.events![0]!, carrier: 1 });
    expect(wrong).toBeTypeOf("function");
  });
});

function later<Result>(work: () => Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => setTimeout(() => work().then(resolve, reject), 1));
}

function upTo(last: number): readonly number[] {
  return Array.from({ length: last }, (_each, index) => index + 1);
}
