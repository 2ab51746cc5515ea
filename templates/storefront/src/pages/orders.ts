/** An order with what has happened to it (§2.9): events and adjustments, in the order of their logs. */

import { html } from "hono/html";
import type { Html } from "./layout.js";
import { totalOf } from "./lines.js";
import type { AdjustmentRow, EventRow, OrderRow } from "./rows.js";
import type { Writing } from "./written.js";

export function orderOf(order: OrderRow, writing: Writing): Html {
  const { id, checkout_id, currency = "" } = order;
  const total = totalOf(order.totals);
  return html`<article>
    <h3>Order <code>${id}</code></h3>
    <p>
      Of checkout <code>${checkout_id}</code>${
        total === undefined ? "" : `, ${writing.money(total, currency)}`
      }
    </p>
    ${historyOf(order, writing, (title) => html`<h4>${title}</h4>`)}
  </article>`;
}

/** How far each line is, and the two logs. */
export function historyOf(
  { line_items, fulfillment, adjustments = [], currency = "" }: OrderRow,
  writing: Writing,
  headingOf: (title: string) => Html,
): Html {
  const lines = line_items.map(
    ({ item, quantity, status }) =>
      html`<li>${item.title}: ${quantity.fulfilled} of ${quantity.total}, ${status}</li>`,
  );
  const events = (fulfillment.events ?? []).map((event) => eventOf(event, writing));
  const others = adjustments.map((each) => adjustmentOf(each, currency, writing));
  return html`<ul>
      ${lines}
    </ul>
    ${headingOf("Events")} ${logOf(events)} ${headingOf("Adjustments")} ${logOf(others)}`;
}

function logOf(entries: readonly Html[]): Html {
  const list = html`<ol>
    ${entries}
  </ol>`;
  return entries.length === 0 ? html`<p>None yet.</p>` : list;
}

function eventOf(event: EventRow, { time }: Writing): Html {
  const { type, occurred_at, carrier, tracking_number, description } = event;
  const more = [carrier, tracking_number, description].filter((part) => part !== undefined);
  return html`<li>
    <strong>${type}</strong> <time>${time(occurred_at)}</time> ${more.join(", ")}
  </li>`;
}

function adjustmentOf(each: AdjustmentRow, currency: string, { money, time }: Writing): Html {
  const { type, status, occurred_at, amount, description = "" } = each;
  const worth = amount === undefined ? "" : money(amount, currency);
  return html`<li>
    <strong>${type}, ${status}</strong> <time>${time(occurred_at)}</time> ${worth} ${description}
  </li>`;
}
