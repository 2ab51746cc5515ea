/** A checkout in words: what is bought, where it goes, what it costs, and the business's terms. */

import { html } from "hono/html";
import type { Html } from "../layout.js";
import { linesOf, totalsOf, totalsSoFar } from "../lines.js";
import type { BuyerRow, CheckoutRow, DeliveryMethodRow } from "../rows.js";
import type { Texts } from "../texts.js";
import { webAddress, type Writing } from "../written.js";
import { placeOf } from "./delivery-fields.js";

/** @param awaitsDelivery what is still to be chosen has no price, and is said where it is chosen */
export function summaryOf(checkout: CheckoutRow, writing: Writing, awaitsDelivery: boolean): Html {
  const planned = checkout.fulfillment?.methods ?? [];
  const methods = awaitsDelivery ? planned.filter(isChosen) : planned;
  const { texts } = writing;
  const totals = awaitsDelivery ? totalsSoFar(checkout, writing) : totalsOf(checkout, writing);
  return html`<section aria-labelledby="what">
      <h2 id="what">${texts.whatYouBuy}</h2>
      ${linesOf(checkout, writing)} ${totals}
    </section>
    ${buyerOf(checkout.buyer, texts)}
    ${
      methods.length === 0
        ? ""
        : html`<section aria-labelledby="delivery">
            <h2 id="delivery">${texts.whereItGoes}</h2>
            ${methods.map((method) => methodOf(method, writing))}
          </section>`
    }`;
}

function isChosen({ selected_destination_id: to }: DeliveryMethodRow): boolean {
  return typeof to === "string";
}

function buyerOf(buyer: BuyerRow = {}, texts: Texts): Html | string {
  const { first_name, last_name, email, phone_number } = buyer;
  const name = [first_name, last_name].filter((part) => part !== undefined).join(" ");
  const parts = [name, email, phone_number].filter((part) => part !== undefined && part !== "");
  if (parts.length === 0) return "";
  return html`<section aria-labelledby="buyer">
    <h2 id="buyer">${texts.you}</h2>
    <p>${parts.join(", ")}</p>
  </section>`;
}

function methodOf(method: DeliveryMethodRow, writing: Writing): Html {
  const { type, destinations = [], selected_destination_id: to, groups = [] } = method;
  const destination = destinations.find(({ id }) => id === to);
  const options = groups.flatMap(({ options = [], selected_option_id: chosen }) =>
    options.filter(({ id }) => id === chosen).map(({ title }) => html`<li>${title}</li>`),
  );
  return html`<p>
      ${writing.name(type)}:
      ${destination === undefined ? writing.texts.notChosen : placeOf(destination, writing)}
    </p>
    ${
      options.length === 0
        ? ""
        : html`<ul>
            ${options}
          </ul>`
    }`;
}

/** §2.4: mandatory where there are any. */
export function linksOf({ links = [] }: CheckoutRow, writing: Writing): Html | string {
  const items = links.flatMap(({ type, url }) => {
    const address = webAddress(url);
    return address === undefined
      ? []
      : [html`<li><a href="${address}">${writing.name(type)}</a></li>`];
  });
  if (items.length === 0) return "";
  return html`<nav aria-label="${writing.texts.terms}">
    <ul class="links">
      ${items}
    </ul>
  </nav>`;
}
