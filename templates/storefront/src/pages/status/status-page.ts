/** The business at a glance: what it sells, and every session, order and request as it comes. */

import { html } from "hono/html";
import type { Backstage } from "../backstage.js";
import { documentOf, type Html } from "../layout.js";
import type { Writing } from "../written.js";
import { machineTable } from "./machine.js";
import { orderOf } from "../orders.js";
import { productsOf } from "./products.js";
import { requestsOf } from "./requests.js";
import { cartOf, checkoutOf } from "./sessions.js";

/** Of each kind: a page of ten thousand is of no use. */
const SHOWN = 50;

export async function statusPage(
  backstage: Backstage,
  business: string,
  writing: Writing,
): Promise<Html> {
  const [products, carts, checkouts, orders, requests] = await Promise.all([
    backstage.products(),
    backstage.carts(),
    backstage.checkouts(),
    backstage.orders(),
    backstage.requests(),
  ]);
  const machine = html`<details>
    <summary>The machine of checkouts</summary>
    ${machineTable()}
  </details>`;
  const main = html`
    <p role="status" id="live"></p>
    ${sectionOf("Checkouts", checkouts, (rows) => rows.map((each) => checkoutOf(each, writing)))}
    ${machine} ${sectionOf("Carts", carts, (rows) => rows.map((each) => cartOf(each, writing)))}
    ${sectionOf("Orders", orders, (rows) => rows.map((each) => orderOf(each, writing)))}
    ${sectionOf("Requests", requests, (rows) => requestsOf(rows, writing))}
    ${sectionOf("Products", products, (rows) => productsOf(rows, writing))}
  `;
  return documentOf({ title: "Status", business, main, isLive: true });
}

/** Replaced as a whole where the page is live, hence its id. */
function sectionOf<Row>(
  title: string,
  rows: readonly Row[],
  show: (rows: readonly Row[]) => Html | readonly Html[],
): Html {
  const id = title.toLowerCase();
  const more = rows.length - SHOWN;
  return html`<section id="${id}" aria-labelledby="${id}-title" data-live>
    <h2 id="${id}-title">${title} (${rows.length})</h2>
    ${rows.length === 0 ? html`<p>None yet.</p>` : show(rows.slice(0, SHOWN))}
    ${more > 0 ? html`<p>And ${more} more.</p>` : ""}
  </section>`;
}
