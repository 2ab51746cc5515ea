/** `/carts/{id}`: what a buyer sees where a cart's `continue_url` leads (§2.7); and what is seen where nothing is. */

import { html } from "hono/html";
import { documentOf, type Html } from "../layout.js";
import { linesOf, totalsOf } from "../lines.js";
import type { CartRow } from "../rows.js";
import type { Writing } from "../written.js";

export function cartPage(cart: CartRow, business: string, writing: Writing): Html {
  const main = html`<p>
      These are estimates. Your agent can check it out for you, or you do so here.
    </p>
    ${linesOf(cart, writing)} ${totalsOf(cart, writing)}
    <form method="post"><button>Check out</button></form>`;
  return documentOf({ title: "Your cart", business, main });
}

/** The id is not said again: it may be another's words. */
export function nothingPage(business: string): Html {
  const main = html`<p>It may be over, or the link is not whole.</p>`;
  return documentOf({ title: "There is nothing here", business, main });
}
