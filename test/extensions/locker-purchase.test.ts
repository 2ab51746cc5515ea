/** A purchase that is left in a locker: a type of fulfillment method that an extension adds (§2.6), from create to delivery. */

import { mcp } from "@proto-gen/runtime/client/mcp";
import { BusinessOutcome } from "@proto-gen/runtime/error";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { createClient } from "../../generated/client.js";
import {
  generateLocker,
  LOCKER,
  openLockerBusiness,
  type Generated,
  type LockerBusiness,
} from "./locker-business.js";

let generated: Generated;
beforeAll(async () => {
  generated = await generateLocker();
}, 60_000);

const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

async function open(transport: "rest" | "mcp") {
  const business = await openLockerBusiness(generated);
  opened.push(business);
  const shop = await clientOf(business, transport);
  return { business, shop };
}

async function clientOf(business: LockerBusiness, transport: "rest" | "mcp") {
  const options = { business: business.url, profile: business.platform, development: true };
  const overMcp = { ...options, transport: mcp } as unknown as typeof options;
  const shop = await generated.createClient(transport === "rest" ? options : overMcp);
  opened.push({ close: async () => shop.$close() });
  return shop;
}

type Shop = Awaited<ReturnType<typeof createClient>>;

function resource<Kind>(answer: Kind | BusinessOutcome): Kind {
  if (answer instanceof BusinessOutcome) throw new Error(JSON.stringify(answer.messages));
  return answer;
}

const ORDERED = { line_items: [{ item: { id: "camera" }, quantity: 2 }], currency: "USD" };
const HOME = { id: "home", street_address: "1 Main Street", address_region: "NY" };

async function asked(shop: Shop, id: string, method: object) {
  const fulfillment = { methods: [{ type: LOCKER, ...method }] };
  return resource(await shop.updateCheckout({ ...ORDERED, id, fulfillment }));
}

function step(type: string, lineId: string) {
  return {
    id: type,
    type,
    occurred_at: "2026-11-23T12:00:00Z",
    line_items: [{ id: lineId, quantity: 2 }],
    tracking_number: "P1",
    tracking_url: "https://carrier.example/P1",
  };
}

describe.each(["rest", "mcp"] as const)("a purchase for a locker over %s", (transport) => {
  it("goes from create to the order that was picked up", async () => {
    const { business, shop } = await open(transport);
    const created = resource(await shop.createCheckout(ORDERED));
    const { id } = created;
    expect(created).toMatchObject({ status: "incomplete", messages: [{ code: "missing" }] });
    await business.remember(id);

    // The lockers are the business's: it says which there are.
    const offered = await asked(shop, id, {});
    const [method] = offered.fulfillment?.methods ?? [];
    expect(method).toMatchObject({ type: "locker", destinations: [{ name: "Station hall" }] });

    const placed = await asked(shop, id, { selected_destination_id: "locker_station" });
    const [group] = placed.fulfillment?.methods?.[0]?.groups ?? [];
    const groups = [{ id: group?.id, selected_option_id: group?.options?.[0]?.id }];
    const ready = await asked(shop, id, { selected_destination_id: "locker_station", groups });
    expect(ready.status).toBe("ready_for_complete");
    // Things go to the locker's address: its tax is that of there.
    expect(ready.totals.map(({ type, amount }) => `${type} ${amount}`)).toEqual([
      ...["subtotal 40000", "fulfillment 300", "tax 4000", "total 44300"],
    ]);

    const completed = resource(
      await shop.completeCheckout({ id, payment: { instruments: [] } } as never),
    );
    expect(completed.status).toBe("completed");
    const orderId = completed.order?.id as string;
    const lineId = completed.line_items[0]?.id as string;
    for (const type of ["shipped", "delivered", "picked_up"])
      await business.orders.addEvent(orderId, step(type, lineId));
    await business.deliverWebhooks();

    const [order] = business.heard;
    expect(order?.fulfillment.expectations).toMatchObject([{ method_type: "locker" }]);
    // What lies in the locker is not the buyer's yet.
    expect(business.heard.map(({ line_items: [line] }) => line?.status)).toEqual([
      ...["processing", "processing", "processing", "fulfilled"],
    ]);
    expect(business.heard.at(-1)?.line_items[0]?.quantity).toEqual({ total: 2, fulfilled: 2 });
  });

  it("takes no locker of the platform's, also where the business has none", async () => {
    const { business, shop } = await open(transport);
    business.closeLocker();
    const { id } = resource(await shop.createCheckout(ORDERED));
    const refused = await asked(shop, id, { destinations: [{ ...HOME, name: "Home" }] });
    expect(refused.fulfillment?.methods).toMatchObject([{ type: "locker", destinations: [] }]);
    expect(refused.messages?.map(({ code }) => code)).toContain("fulfillment_destination_unknown");
  });
});
