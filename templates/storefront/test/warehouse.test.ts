/** What is paid is shipped and delivered, by itself (§2.9): which events an order has, and when. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createMemoryStorage, type Storage } from "@proto-gen/runtime/storage";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createOrders } from "../src/generated/commerce.js";
import type { NewOrder } from "../src/orders/new-order.js";
import { createSandboxWarehouse } from "../src/warehouse/sandbox-warehouse.js";
import { createShipments } from "../src/warehouse/shipments.js";
import type { Warehouse } from "../src/warehouse/warehouse.js";
import { buy } from "./bought.js";
import { openTestShop, type TestShop } from "./shop-of-test.js";

const MINUTE = 60_000;

let open: TestShop | undefined;
let ahead = 0;
const now = (): number => Date.now() + ahead;
afterEach(async () => {
  vi.restoreAllMocks();
  await open?.close();
  open = undefined;
  ahead = 0;
});

async function openShop(): Promise<TestShop> {
  open = await openTestShop({}, { now });
  return open;
}

/** `type: item x quantity, ...; carrier` of each event. */
function eventsOf({ fulfillment, line_items }: NewOrder): string[] {
  const items = new Map(line_items.map(({ id, item }) => [id, item.id]));
  return (fulfillment.events ?? []).map(({ type, line_items: lines, carrier }) => {
    const what = lines.map(({ id, quantity }) => `${items.get(id)} x ${quantity}`).join(", ");
    return carrier === undefined ? `${type}: ${what}` : `${type}: ${what}; ${carrier}`;
  });
}

async function orderOf({ shop }: TestShop, id: string): Promise<NewOrder> {
  const order = await shop.orders.get(id);
  if (order === undefined) throw new Error(`there is no order ${id}`);
  return order;
}

async function after(ms: number, shop: TestShop): Promise<void> {
  ahead += ms;
  await shop.shop.housekeep();
}

describe("an order that is paid", () => {
  it("is shipped after a minute and delivered after two", async () => {
    const shop = await openShop();
    const id = await buy(shop.client, { shipped: ["tabletop"], quantity: 2 });
    await after(MINUTE / 2, shop);
    expect(eventsOf(await orderOf(shop, id))).toEqual([]);
    await after(MINUTE / 2, shop);
    expect(eventsOf(await orderOf(shop, id))).toEqual(["shipped: tabletop x 2; Sandbox Post"]);
    await after(MINUTE, shop);
    const order = await orderOf(shop, id);
    expect(eventsOf(order)[1]).toBe("delivered: tabletop x 2; Sandbox Post");
    const { events = [] } = order.fulfillment;
    expect(new Set(events.map((event) => event.tracking_number)).size).toBe(1);
    const [shippedAt = 0, deliveredAt] = events.map(({ occurred_at }) => Date.parse(occurred_at));
    expect(deliveredAt).toBe(shippedAt + MINUTE);
    expect(order.line_items[0]).toMatchObject({
      status: "fulfilled",
      quantity: { total: 2, fulfilled: 2 },
    });
    await after(60 * MINUTE, shop);
    expect((await orderOf(shop, id)).fulfillment.events).toHaveLength(2);
  });

  it("has the events of both steps, in their order, where nobody looked in between", async () => {
    const shop = await openShop();
    const id = await buy(shop.client, { shipped: ["tabletop"] });
    await after(60 * MINUTE, shop);
    const types = (await orderOf(shop, id)).fulfillment.events?.map(({ type }) => type);
    expect(types).toEqual(["shipped", "delivered"]);
  });

  it("has a parcel for each way, and one for what is bulky", async () => {
    const shop = await openShop();
    const shipped = ["tabletop", "backdrop_gray", "presets"];
    const id = await buy(shop.client, { shipped, pickedUp: ["strap_brown"] });
    await after(2 * MINUTE, shop);
    const order = await orderOf(shop, id);
    expect(eventsOf(order).toSorted()).toEqual([
      "delivered: backdrop_gray x 1; Sandbox Freight",
      "delivered: presets x 1",
      "delivered: strap_brown x 1",
      "delivered: tabletop x 1; Sandbox Post",
      "processing: strap_brown x 1",
      "shipped: backdrop_gray x 1; Sandbox Freight",
      "shipped: tabletop x 1; Sandbox Post",
    ]);
    expect(order.line_items.map(({ status }) => status)).toEqual(Array(4).fill("fulfilled"));
    const { events = [] } = order.fulfillment;
    const numbers = events.flatMap(({ tracking_number }) => tracking_number ?? []);
    expect(new Set(numbers).size).toBe(4);
  });

  it("can be downloaded at once", async () => {
    const shop = await openShop();
    const id = await buy(shop.client, { shipped: ["presets"] });
    await expect
      .poll(async () => eventsOf(await orderOf(shop, id)))
      .toEqual(["delivered: presets x 1"]);
  });

  it("is not sent what was canceled meanwhile", async () => {
    const shop = await openShop();
    const id = await buy(shop.client, { shipped: ["tabletop", "strap_brown"], quantity: 3 });
    const { line_items: lines } = await orderOf(shop, id);
    await shop.shop.orders.adjust(id, {
      id: "cancellation_1",
      type: "cancellation",
      occurred_at: new Date(now()).toISOString(),
      status: "completed",
      line_items: [
        { id: lines[0]?.id ?? "", quantity: 1 },
        { id: lines[1]?.id ?? "", quantity: 3 },
      ],
    });
    await after(2 * MINUTE, shop);
    expect(eventsOf(await orderOf(shop, id))).toEqual([
      "shipped: tabletop x 2; Sandbox Post",
      "delivered: tabletop x 2; Sandbox Post",
    ]);
  });

  it("is delivered by the process that comes after one that was ended", async () => {
    const directory = mkdtempSync(path.join(tmpdir(), "storefront-data-"));
    const before = await openTestShop({}, { now, directory });
    const id = await buy(before.client, { shipped: ["tabletop"] });
    await after(MINUTE, before);
    await before.close();
    open = await openTestShop({}, { now, directory });
    await after(MINUTE, open);
    const { events = [] } = (await orderOf(open, id)).fulfillment;
    expect(events.map(({ type }) => type)).toEqual(["shipped", "delivered"]);
    await open.close();
    open = undefined;
    rmSync(directory, { recursive: true });
  });

  it("gets there by itself, as fast as the pace says", async () => {
    const pace = { shippedMs: 100, deliveredMs: 200 };
    const shop = (open = await openTestShop({}, { pace }));
    const id = await buy(shop.client, { shipped: ["tabletop"] });
    await expect
      .poll(async () => (await orderOf(shop, id)).line_items[0]?.status, { timeout: 4_000 })
      .toBe("fulfilled");
  });

  it.each([
    { shippedMs: Number.NaN, deliveredMs: 1 },
    { shippedMs: -1, deliveredMs: 1 },
    { shippedMs: 2, deliveredMs: 1 },
    { shippedMs: 1, deliveredMs: Number.POSITIVE_INFINITY },
  ])("is not promised at a pace of %o", async (pace) => {
    await expect(openTestShop({}, { pace })).rejects.toThrow(RangeError);
  });
});

const ORDER: NewOrder = {
  id: "order_1",
  checkout_id: "checkout_1",
  permalink_url: "https://shop.example.com/orders/order_1",
  currency: "USD",
  line_items: ["lamp", "desk"].map((id) => ({
    id: `line_${id}`,
    item: { id, title: id, price: 100 },
    quantity: { total: 1, fulfilled: 0 },
    totals: [{ type: "total" as const, amount: 100 }],
    status: "processing" as const,
  })),
  fulfillment: {},
  totals: [{ type: "total", amount: 200 }],
};

interface Back {
  readonly orders: ReturnType<typeof createOrders>;
  readonly shipments: ReturnType<typeof createShipments>;
  readonly errors: unknown[];
}

/** A shop's back office on a store, as each process has one. */
function backOf(store: Storage, warehouse: Warehouse = createSandboxWarehouse({ now })): Back {
  const errors: unknown[] = [];
  const outbox = {
    writes: ({ order, sequence }: { readonly order: unknown; readonly sequence: number }) => {
      const event = { collection: "heard", key: `${sequence}`, value: order as object };
      return [{ ...event, expected: 0 }];
    },
    wake: () => undefined,
  };
  const orders = createOrders({ store, outbox, now });
  const log = (error: unknown): void => void errors.push(error);
  const isBulky = (itemId: string): boolean => itemId === "desk";
  const shipments = createShipments({
    ...{ store, orders, warehouse, isBulky, now, log },
    answerMs: 50,
  });
  return { orders, shipments, errors };
}

const PLATFORM = { profile: "https://agent.example/profile", webhookUrl: undefined, envelope: {} };

async function place({ orders, shipments }: Back, store: Storage): Promise<void> {
  await store.commit([...orders.writesFor(ORDER, PLATFORM), ...shipments.writesFor(ORDER)]);
}

/** A process that dies at its nth commit, before or after that is done: from then on it does nothing. */
function dyingAt(store: Storage, nth: number, isDone: boolean): Storage {
  let commits = 0;
  const alive = <Result>(work: () => Promise<Result>): Promise<Result> =>
    commits >= nth ? Promise.reject(new Error("dead")) : work();
  return {
    ...store,
    get: (keys) => alive(() => store.get(keys)),
    scan: (collection, options) => alive(() => store.scan(collection, options)),
    async commit(writes) {
      if (commits >= nth) throw new Error("dead");
      commits += 1;
      if (commits < nth) return store.commit(writes);
      if (isDone) await store.commit(writes);
      throw new Error("dead");
    },
  };
}

describe("a process that dies", () => {
  const deaths = Array.from({ length: 16 }, (_, at) => at + 1).flatMap((nth) =>
    [false, true].map((isDone) => [nth, isDone] as const),
  );

  it.each(deaths)(
    "at commit %i (done: %s) loses no step and does none twice",
    async (nth, done) => {
      const store = createMemoryStorage({ now });
      await place(backOf(store), store);
      const dying = backOf(dyingAt(store, nth, done)).shipments;
      ahead += MINUTE;
      await dying.advanceDue();
      ahead += MINUTE;
      await dying.advanceDue();
      const heir = backOf(store);
      for (let minutes = 0; minutes < 3; minutes += 1) {
        await heir.shipments.advanceDue();
        ahead += MINUTE;
      }
      const order = await heir.orders.get("order_1");
      expect(order && eventsOf(order).toSorted()).toEqual([
        "delivered: desk x 1; Sandbox Freight",
        "delivered: lamp x 1; Sandbox Post",
        "shipped: desk x 1; Sandbox Freight",
        "shipped: lamp x 1; Sandbox Post",
      ]);
      expect(await store.scan("heard", { limit: 100 })).toHaveLength(5);
      expect(await store.scan("parcel", { limit: 100 })).toEqual([]);
      expect(heir.errors).toEqual([]);
    },
  );

  it("is no worse than two that live", async () => {
    const store = createMemoryStorage({ now });
    const both = [backOf(store), backOf(store)] as const;
    await place(both[0], store);
    for (let minutes = 0; minutes < 4; minutes += 1) {
      await Promise.all(both.map(({ shipments }) => shipments.advanceDue()));
      ahead += MINUTE;
    }
    expect(await store.scan("heard", { limit: 100 })).toHaveLength(5);
    expect(both.flatMap(({ errors }) => errors)).toEqual([]);
  });
});

describe("a warehouse of the shop's own", () => {
  // The longest wait before it is asked again.
  beforeEach(() => void vi.spyOn(Math, "random").mockReturnValue(1));

  it("is asked again after it failed, and by the same id", async () => {
    const store = createMemoryStorage({ now });
    const asked: string[] = [];
    const back = backOf(store, {
      async progressOf({ id }) {
        asked.push(id);
        if (asked.length <= 2) throw new Error("out of order");
        return { steps: [], nextAt: undefined };
      },
    });
    await place(back, store);
    await back.shipments.advanceDue();
    await back.shipments.advanceDue();
    expect([asked.length, back.errors.length]).toEqual([2, 2]);
    ahead += MINUTE;
    await back.shipments.advanceDue();
    expect(asked.slice(2)).toEqual(asked.slice(0, 2));
    expect(await store.scan("parcel", { limit: 10 })).toEqual([]);
  });

  it("is not waited for where it never answers", async () => {
    const store = createMemoryStorage({ now });
    const never = new Promise<never>(() => undefined);
    const signals: AbortSignal[] = [];
    const back = backOf(store, {
      progressOf: (_parcel, signal) => {
        signals.push(signal);
        return never;
      },
    });
    await place(back, store);
    await back.shipments.advanceDue();
    expect(back.errors).toMatchObject([{ name: "TimeoutError" }, { name: "TimeoutError" }]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
    expect(await store.scan("parcel", { limit: 10 })).toHaveLength(2);
  });

  it("is not asked for what was canceled", async () => {
    const store = createMemoryStorage({ now });
    const asked: string[] = [];
    const back = backOf(store, {
      async progressOf({ lines }) {
        asked.push(...lines.map(({ id }) => id));
        return { steps: [], nextAt: undefined };
      },
    });
    await place(back, store);
    const canceled = { id: "cancellation_1", type: "cancellation", status: "completed" as const };
    const line_items = [{ id: "line_desk", quantity: 1 }];
    const occurred_at = new Date(now()).toISOString();
    await back.orders.adjust("order_1", { ...canceled, occurred_at, line_items });
    await back.shipments.advanceDue();
    expect(asked).toEqual(["line_lamp"]);
    expect(await store.scan("parcel", { limit: 10 })).toEqual([]);
  });

  it("says what an order does not take: that is logged, and the rest is told", async () => {
    const store = createMemoryStorage({ now });
    const untracked = { id: "shipped", type: "shipped", at: now() };
    const fine = { id: "packed", type: "processing", at: now() };
    const back = backOf(store, {
      progressOf: async () => ({ steps: [untracked, fine], nextAt: undefined }),
    });
    await place(back, store);
    await back.shipments.advanceDue();
    const order = await back.orders.get("order_1");
    expect(order && eventsOf(order)).toEqual(["processing: lamp x 1", "processing: desk x 1"]);
    expect(back.errors).toMatchObject([
      { code: "order_tracking_required" },
      { code: "order_tracking_required" },
    ]);
  });
});
