/** An order with what has happened to it (§2.9): events and adjustments, in the order of their logs. */

import { html } from "hono/html";
import { orderPath, sessionPath } from "../buyer/paths.js";
import { idLink, type Html } from "../layout.js";
import { buttonsOf, type Acts } from "./acts.js";
import { totalOf } from "../lines.js";
import type { AdjustmentRow, EventRow, OrderRow } from "../rows.js";
import { timeOf } from "../time.js";
import type { Writing } from "../written.js";

/** @param isByHand people of the shop ship and adjust it here */
export function orderOf(order: OrderRow, writing: Writing, isByHand: boolean): Html {
  const { id, checkout_id, fulfillment, adjustments = [], currency = "" } = order;
  const total = totalOf(order.totals);
  const lines = order.line_items.map(
    ({ item, quantity, status }) =>
      html`<li>${item.title}: ${quantity.fulfilled} of ${quantity.total}, ${status}</li>`,
  );
  const events = (fulfillment.events ?? []).map((event) => eventOf(event, writing));
  const others = adjustments.map((each) => adjustmentOf(each, currency, writing));
  return html`<article>
    <h3>Order ${idLink(orderPath(id), id)}</h3>
    <p>
      ${total === undefined ? "" : `${writing.money(total, currency)}, of checkout`}
      ${idLink(sessionPath(checkout_id), checkout_id)}
    </p>
    <ul>
      ${lines}
    </ul>
    ${logOf("Events", events)} ${logOf("Adjustments", others)}
    ${isByHand ? buttonsOf(`orders/${id}`, orderActs(order)) : ""}
  </article>`;
}

/** Those that would change something. */
function orderActs({ line_items: lines, fulfillment, adjustments = [] }: OrderRow): Acts {
  const isOpen = lines.some(({ quantity }) => quantity.fulfilled < quantity.total);
  const isShipped = (fulfillment.events ?? []).some(({ type }) => type === "shipped");
  const isRefunded = adjustments.some(({ type }) => type === "refund");
  return {
    ...(isOpen && !isShipped ? { ship: "Ship" } : {}),
    ...(isOpen ? { deliver: "Deliver" } : {}),
    ...(isRefunded ? {} : { adjust: "Refund" }),
  };
}

function logOf(title: string, entries: readonly Html[]): Html | string {
  if (entries.length === 0) return "";
  return html`<h4>${title}</h4>
    <ol>
      ${entries}
    </ol>`;
}

function eventOf(event: EventRow, writing: Writing): Html {
  const { type, occurred_at, carrier, tracking_number, description } = event;
  const carried = [carrier, tracking_number].filter((part) => part !== undefined).join(", ");
  const parts = [carried, description].filter((part) => part !== undefined && part !== "");
  return html`<li>
    <strong>${type}</strong> ${timeOf(occurred_at, writing)} ${parts.join(": ")}
  </li>`;
}

function adjustmentOf(each: AdjustmentRow, currency: string, writing: Writing): Html {
  const { type, status, occurred_at, amount, description = "" } = each;
  const worth = amount === undefined ? "" : writing.money(amount, currency);
  return html`<li>
    <strong>${type}, ${status}</strong> ${timeOf(occurred_at, writing)} ${worth} ${description}
  </li>`;
}
