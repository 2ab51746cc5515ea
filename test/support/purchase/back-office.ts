/** The people of the storefront in this process: they ship, deliver and refund as a test tells them. */

import type { Orders } from "@proto-gen/runtime/commerce";
import type { NewOrder } from "../../../templates/storefront/src/orders/new-order.js";
import type { OrderedLine, Purchase } from "./purchase.js";

type Event = NonNullable<NewOrder["fulfillment"]["events"]>[number];
type BackOffice = Pick<Purchase, "ship" | "deliver" | "refund" | "sendParcel">;

export function createBackOffice(orders: Orders<NewOrder>, now: () => number): BackOffice {
  let entries = 0;
  const entry = (kind: string) => ({
    id: `${kind}_${(entries += 1)}`,
    occurred_at: new Date(now()).toISOString(),
  });

  async function addEvent(orderId: string, type: string, lines: readonly OrderedLine[]) {
    const { id, occurred_at } = entry("event");
    const event: Event = {
      id,
      occurred_at,
      type,
      line_items: lines.map((line) => ({ ...line })),
      tracking_number: `PG_${id}`,
      tracking_url: `https://carrier.example/PG_${id}`,
    };
    await orders.addEvent(orderId, event);
  }

  return {
    ship: (orderId, lines) => addEvent(orderId, "shipped", lines),
    deliver: (orderId, lines) => addEvent(orderId, "delivered", lines),
    async refund(orderId, amount) {
      const adjustment = { ...entry("adjustment"), type: "refund", amount };
      await orders.adjust(orderId, { ...adjustment, status: "completed" });
    },
    async sendParcel(orderId) {
      const { line_items = [] } = (await orders.get(orderId)) ?? {};
      const lines = line_items.map(({ id, quantity }) => ({ id, quantity: quantity.total }));
      await addEvent(orderId, "shipped", lines);
      await addEvent(orderId, "delivered", lines);
    },
  };
}
