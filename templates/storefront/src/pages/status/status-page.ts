/** The business at a glance: what it sells, and every session, order and request as it comes. */

import { html } from "hono/html";
import type { Backstage } from "../backstage.js";
import { documentOf, type Html } from "../layout.js";
import type { Writing } from "../written.js";
import { machineTable } from "./machine.js";
import { orderOf } from "./orders.js";
import { productsOf } from "./products.js";
import { requestsOf } from "./requests.js";
import { cartOf, checkoutOf } from "./sessions.js";

/** Of each kind: a page of ten thousand is of no use. */
const SHOWN = 50;
/** The latest checkouts, which are those that someone is at. */
const UNFOLDED = 3;

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
  const isByHand = backstage.backOffice !== undefined;
  const machine = html`<details>
    <summary>The machine of checkouts</summary>
    ${machineTable()}
  </details>`;
  const sections = [
    sectionOf("Requests", requests, (rows) => requestsOf(rows, writing)),
    sectionOf("Checkouts", checkouts, (rows) =>
      cardsOf(
        rows.map((each, index) =>
          checkoutOf(each, writing, { isOpen: index < UNFOLDED, isByHand }),
        ),
      ),
    ),
    sectionOf("Orders", orders, (rows) =>
      cardsOf(rows.map((each) => orderOf(each, writing, isByHand))),
    ),
    sectionOf("Carts", carts, (rows) => cardsOf(rows.map((each) => cartOf(each, writing)))),
    sectionOf(
      "Products",
      products,
      (rows) =>
        html`<details data-key="products">
          <summary>What is sold, with ids and prices</summary>
          ${productsOf(rows, writing)}
        </details>`,
    ),
  ];
  const main = html`
    <p role="status" id="live"></p>
    ${waysTo(sections)} ${sections.map(({ whole }) => whole)} ${machine}
  `;
  return documentOf({ title: "Status", business, main, isStatus: true, isLive: true });
}

interface Section {
  readonly id: string;
  readonly title: string;
  readonly whole: Html;
}

/** Replaced as a whole where the page is live, hence its id. */
function sectionOf<Row>(
  name: string,
  rows: readonly Row[],
  show: (rows: readonly Row[]) => Html,
): Section {
  const id = name.toLowerCase();
  const title = `${name} (${rows.length})`;
  const more = rows.length - SHOWN;
  const whole = html`<section id="${id}" aria-labelledby="${id}-title" data-live>
    <h2 id="${id}-title">${title}</h2>
    ${rows.length === 0 ? html`<p>None yet.</p>` : show(rows.slice(0, SHOWN))}
    ${more > 0 ? html`<p>And ${more} more.</p>` : ""}
  </section>`;
  return { id, title, whole };
}

function waysTo(sections: readonly Section[]): Html {
  const items = sections.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`);
  return html`<nav id="ways" aria-label="On this page" data-live>
    <ul class="links">
      ${items}
    </ul>
  </nav>`;
}

function cardsOf(cards: readonly Html[]): Html {
  return html`<div class="cards">${cards}</div>`;
}
