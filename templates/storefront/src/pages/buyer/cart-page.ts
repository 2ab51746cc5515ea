/** `/carts/{id}`: what a buyer sees where a cart's `continue_url` leads (§2.7); and what is seen where nothing is. */

import { html } from "hono/html";
import { documentOf, type Html } from "../layout.js";
import { linesOf, totalsOf } from "../lines.js";
import type { CartRow } from "../rows.js";
import type { Writing } from "../written.js";

export function cartPage(cart: CartRow, business: string, writing: Writing): Html {
  const { texts, language } = writing;
  const main = html`<p>${texts.estimates}</p>
    ${linesOf(cart, writing)} ${totalsOf(cart, writing)}
    <form method="post"><button>${texts.checkOut}</button></form>`;
  return documentOf({ title: texts.yourCart, business, main, language });
}

/** The id is not said again: it may be another's words. */
export function nothingPage(business: string, { texts, language }: Writing): Html {
  const main = html`<p>${texts.mayBeOver}</p>`;
  return documentOf({ title: texts.nothingHere, business, main, language });
}
