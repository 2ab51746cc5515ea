/** Lines and totals of a cart, a checkout or an order, for both pages. */

import { html } from "hono/html";
import type { Html } from "./layout.js";
import type { CartRow, TotalRow } from "./rows.js";
import { words, type Writing } from "./written.js";

export function totalOf(totals: readonly TotalRow[]): number | undefined {
  return totals.find(({ type }) => type === "total")?.amount;
}

/** One line of text for each. */
export function linesOf({ line_items, currency }: CartRow, writing: Writing): Html {
  const items = line_items.map(
    ({ item, quantity, totals }) =>
      html`<li>
        <span>${quantity} × ${item.title}</span>
        <span>${writing.money(totalOf(totals) ?? item.price * quantity, currency)}</span>
      </li>`,
  );
  return html`<ul class="amounts">
    ${items}
  </ul>`;
}

export function totalsOf(
  { totals, currency }: Pick<CartRow, "totals" | "currency">,
  writing: Writing,
): Html {
  const rows = totals.map(
    ({ type, amount, display_text }) =>
      html`<div class="${type === "total" ? "sum" : ""}">
        <dt>${display_text ?? words(type)}</dt>
        <dd>${writing.money(signed(type, amount), currency)}</dd>
      </div>`,
  );
  return html`<dl class="amounts">${rows}</dl>`;
}

/** §2.3: `total = subtotal - discount + ...`, so that a discount is written as what it takes away. */
function signed(type: string, amount: number): number {
  return /(?:^|_)discount$/.test(type) && amount > 0 ? -amount : amount;
}
