/** `/orders/{id}`: what a buyer sees where an order's permalink leads (§2.9). */

import { html } from "hono/html";
import { documentOf, idLink, type Html } from "../layout.js";
import { totalOf, totalsOf } from "../lines.js";
import type { AdjustmentRow, EventRow, OrderLineRow, OrderRow } from "../rows.js";
import type { Texts } from "../texts.js";
import { timeOf } from "../time.js";
import { webAddress, words, type Writing } from "../written.js";

export function orderPage(order: OrderRow, business: string, writing: Writing): Html {
  const { id, totals, currency = "", line_items, fulfillment, adjustments = [] } = order;
  const lines = line_items.map((line) => lineOf(line, currency, writing));
  const events = (fulfillment.events ?? []).map((event) => eventOf(event, order, writing));
  const changes = adjustments.map((each) => changeOf(each, currency, writing));
  const { texts, language } = writing;
  const main = html`<p>${texts.order} ${idLink(undefined, id)}</p>
    <section aria-labelledby="what">
      <h2 id="what">${texts.whatYouBought}</h2>
      <ul class="amounts">
        ${lines}
      </ul>
      ${totalsOf({ totals, currency }, writing)}
    </section>
    <section aria-labelledby="delivery">
      <h2 id="delivery">${texts.delivery}</h2>
      ${events.length === 0 ? html`<p>${texts.nothingSent}</p>` : logOf(events)}
    </section>
    ${
      changes.length === 0
        ? ""
        : html`<section aria-labelledby="changes">
            <h2 id="changes">${texts.changes}</h2>
            ${logOf(changes)}
          </section>`
    }`;
  return documentOf({ title: texts.yourOrder, business, main, language });
}

function logOf(entries: readonly Html[]): Html {
  return html`<ol class="log">
    ${entries}
  </ol>`;
}

function lineOf({ item, quantity, totals = [] }: OrderLineRow, currency: string, writing: Writing) {
  const { total } = quantity;
  const each = total > 1 ? `${writing.money(item.price, currency)} ${writing.texts.each}, ` : "";
  const price = writing.money(totalOf(totals) ?? item.price * total, currency);
  return html`<li>
    <span
      >${total} × ${item.title} <small>${each}${progressOf(quantity, writing.texts)}</small></span
    >
    <span>${price}</span>
  </li>`;
}

/** §2.9: what is canceled is no longer in the total. */
function progressOf({ total, fulfilled }: OrderLineRow["quantity"], texts: Texts): string {
  if (total === 0) return texts.lineCanceled;
  if (fulfilled === 0) return texts.notDelivered;
  return fulfilled < total ? texts.someDelivered(fulfilled, total) : texts.delivered;
}

function eventOf(event: EventRow, order: OrderRow, writing: Writing): Html {
  const { type, occurred_at, line_items = [], description } = event;
  const titles = new Map(order.line_items.map(({ id, item }) => [id, item.title]));
  const items = line_items.flatMap(({ id, quantity }) => {
    const title = titles.get(id);
    return title === undefined ? [] : [`${quantity} × ${title}`];
  });
  return html`<li>
    <strong>${writing.name(type)}</strong> ${timeOf(occurred_at, writing)}
    ${items.length === 0 ? "" : html`<p>${items.join(", ")}</p>`}
    ${trackingOf(event, order, writing)}
    ${description === undefined ? "" : html`<p>${description}</p>`}
  </li>`;
}

/** What leads back to the order itself tracks nothing. */
function trackingOf(
  event: EventRow,
  { permalink_url }: OrderRow,
  { texts: { trackingNumber } }: Writing,
): Html | string {
  const { carrier, tracking_number: number, tracking_url: url } = event;
  if (number === undefined || (url !== undefined && url === permalink_url))
    return carrier === undefined ? "" : html`<p>${carrier}</p>`;
  const address = webAddress(url);
  const linked = address === undefined ? number : html`<a href="${address}">${number}</a>`;
  const before = carrier === undefined ? words(trackingNumber) : `${carrier}, ${trackingNumber}`;
  return html`<p>${before} ${linked}</p>`;
}

/** In the middle of a line. */
function nameWithin(status: string, { texts: { names } }: Writing): string {
  return (Object.hasOwn(names, status) ? names[status] : undefined) ?? status;
}

function changeOf(each: AdjustmentRow, currency: string, writing: Writing): Html {
  const { type, status, occurred_at, amount, description } = each;
  const worth = amount === undefined ? "" : writing.money(amount, currency);
  return html`<li>
    <strong>${writing.name(type)}, ${nameWithin(status, writing)}</strong>
    ${timeOf(occurred_at, writing)} ${worth}
    ${description === undefined ? "" : html`<p>${description}</p>`}
  </li>`;
}
