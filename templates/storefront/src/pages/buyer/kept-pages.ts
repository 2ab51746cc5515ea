/** `/orders/{id}` and `/carts/{id}`: what a buyer sees where an order's permalink or a cart's leads (§2.7, §2.9). */

import { html } from "hono/html";
import { documentOf, type Html } from "../layout.js";
import { linesOf, totalsOf } from "../lines.js";
import { historyOf } from "../orders.js";
import type { CartRow, OrderRow } from "../rows.js";
import type { Writing } from "../written.js";

export function orderPage(order: OrderRow, business: string, writing: Writing): Html {
  const { id, totals, currency = "" } = order;
  const main = html`<p>Order <code>${id}</code></p>
    ${totalsOf({ totals, currency }, writing)}
    ${historyOf(order, writing, (title) => html`<h2>${title}</h2>`)}`;
  return documentOf({ title: "Your order", business, main });
}

export function cartPage(cart: CartRow, business: string, writing: Writing): Html {
  const main = html`<p>These are estimates. Your agent can check it out for you.</p>
    ${linesOf(cart, writing)} ${totalsOf(cart, writing)}`;
  return documentOf({ title: "Your cart", business, main });
}

/** The id is not said again: it may be another's words. */
export function nothingPage(business: string): Html {
  const main = html`<p>It may be over, or the link is not whole.</p>`;
  return documentOf({ title: "There is nothing here", business, main });
}
