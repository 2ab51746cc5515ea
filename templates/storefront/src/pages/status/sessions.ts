/** Carts, and checkouts with their machines. */

import { html } from "hono/html";
import type { Html } from "../layout.js";
import { linesOf, totalsOf } from "../lines.js";
import type { CartRow, CheckoutRow } from "../rows.js";
import type { Writing } from "../written.js";
import { machineOf } from "./machine.js";

export function cartOf(cart: CartRow, writing: Writing): Html {
  return html`<article>
    <h3>Cart <code>${cart.id}</code></h3>
    ${linesOf(cart, writing)} ${totalsOf(cart, writing)}
  </article>`;
}

export function checkoutOf(checkout: CheckoutRow, writing: Writing): Html {
  const { id, status, messages = [] } = checkout;
  return html`<article>
    <h3>
      Checkout <a href="/checkout-sessions/${encodeURIComponent(id)}"><code>${id}</code></a>
    </h3>
    ${machineOf(status)} ${linesOf(checkout, writing)} ${totalsOf(checkout, writing)}
    ${messagesOf(messages)}
  </article>`;
}

function messagesOf(messages: NonNullable<CheckoutRow["messages"]>): Html | string {
  if (messages.length === 0) return "";
  const items = messages.map(
    ({ type, code, severity, path, content }) =>
      html`<li>
        <strong>${[type, code, severity].filter((word) => word !== undefined).join(" / ")}</strong>
        ${content} ${path === undefined ? "" : html`<code>${path}</code>`}
      </li>`,
  );
  return html`<ul class="messages">
    ${items}
  </ul>`;
}
