/** Lines and totals of a cart, a checkout or an order, for both pages. */

import { html } from "hono/html";
import type { Html } from "./layout.js";
import type { CartRow, TotalRow } from "./rows.js";
import type { Writing } from "./written.js";

/** §2.3: the type of the total of what it costs to get the items to the buyer. */
const DELIVERY = "fulfillment";

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

type Sums = Pick<CartRow, "totals" | "currency">;

export function totalsOf({ totals, currency }: Sums, writing: Writing): Html {
  const rows = totals.map(({ type, amount, display_text: name = writing.name(type) }) =>
    rowOf(type, name, writing.money(signed(type, amount), currency)),
  );
  return html`<dl class="amounts">${rows}</dl>`;
}

/** While the delivery is not chosen: what it costs is not known, and the total is not the last one. */
export function totalsSoFar({ totals, currency }: Sums, writing: Writing): Html {
  const { texts, name } = writing;
  const delivery = totals.find(({ type }) => type === DELIVERY)?.display_text ?? name(DELIVERY);
  const open = rowOf(DELIVERY, delivery, texts.toBeChosen);
  const others = totals.filter(({ type }) => type !== DELIVERY);
  const rows = others.map(({ type, amount, display_text }) => {
    const price = writing.money(signed(type, amount), currency);
    if (type !== "total") return rowOf(type, display_text ?? name(type), price);
    return html`${open}${rowOf(type, display_text ?? texts.totalSoFar, price)}`;
  });
  return html`<dl class="amounts">${rows}</dl>`;
}

function rowOf(type: string, name: string, amount: string): Html {
  return html`<div class="${type === "total" ? "sum" : ""}">
    <dt>${name}</dt>
    <dd>${amount}</dd>
  </div>`;
}

/** §2.3: `total = subtotal - discount + ...`, so that a discount is written as what it takes away. */
function signed(type: string, amount: number): number {
  return /(?:^|_)discount$/.test(type) && amount > 0 ? -amount : amount;
}
