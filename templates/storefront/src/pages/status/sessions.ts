/** Carts, and checkouts with their machines. */

import { html } from "hono/html";
import { sessionPath } from "../buyer/paths.js";
import { idLink, type Html } from "../layout.js";
import { linesOf, totalOf, totalsOf } from "../lines.js";
import type { CartRow, CheckoutRow } from "../rows.js";
import type { Writing } from "../written.js";
import { buttonsOf, type Acts } from "./acts.js";
import { machineOf, toneOf } from "./machine.js";

export function cartOf(cart: CartRow, writing: Writing): Html {
  return html`<article>
    <h3>Cart ${idLink(undefined, cart.id)}</h3>
    ${linesOf(cart, writing)} ${totalsOf(cart, writing)}
  </article>`;
}

export interface Showing {
  /** At first: unless someone folds it. */
  readonly isOpen: boolean;
  /** People of the shop have it reviewed and end it here. */
  readonly isByHand: boolean;
}

export function checkoutOf(checkout: CheckoutRow, writing: Writing, how: Showing): Html {
  const { isOpen, isByHand } = how;
  const { id, status, currency, messages = [] } = checkout;
  const total = totalOf(checkout.totals);
  const price = total === undefined ? "" : ` ${writing.money(total, currency)}`;
  return html`<article>
    <h3>Checkout ${idLink(sessionPath(id), id)}</h3>
    <details data-key="${id}" ${isOpen ? "open" : ""}>
      <summary><span class="badge ${toneOf(status)}">${status}</span>${price}</summary>
      ${machineOf(status)} ${linesOf(checkout, writing)} ${totalsOf(checkout, writing)}
      ${messagesOf(messages)} ${isByHand ? buttonsOf(`checkouts/${id}`, checkoutActs(status)) : ""}
    </details>
  </article>`;
}

function checkoutActs(status: CheckoutRow["status"]): Acts {
  if (["completed", "canceled", "complete_in_progress"].includes(status)) return {};
  return { ...(status === "requires_escalation" ? {} : { review: "Escalate" }), expire: "Expire" };
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
