/** Where a buyer begins a checkout (§3.3, §2.7): a permalink, and the button of a cart's page. */

import { readPermalink } from "@proto-gen/runtime/commerce";
import type { Answer, ServerRequest } from "@proto-gen/runtime/server";
import { html } from "hono/html";
import { notAllowed, pageAnswer, seeOther } from "../answer/answers.js";
import { isSameOrigin } from "../answer/same-origin.js";
import type { Basket } from "../backstage.js";
import { documentOf, type Html } from "../layout.js";
import type { Settings } from "../settings.js";
import { nothingPage } from "./cart-page.js";
import { sessionPath } from "./paths.js";

export interface Begin {
  /** @param query of the URL */
  permalink(request: ServerRequest, query: string): Promise<Answer>;
  cart(request: ServerRequest, id: string): Promise<Answer>;
}

export const PERMALINK_PATH = "/checkout";

export function createBegin({ backstage, title, origin, geoIp }: Settings): Begin {
  async function begin(basket: Basket): Promise<Answer> {
    const begun = await backstage.begin(basket);
    if (begun.kind === "begun") return seeOther(sessionPath(begun.id));
    return pageAnswer(200, refusedPage(title, begun.problems));
  }

  return {
    async permalink({ method, headers }, query) {
      if (method !== "GET" && method !== "HEAD") return notAllowed("GET, HEAD");
      const permalink = readPermalink(`${PERMALINK_PATH}?${query}`);
      if (permalink === undefined) return pageAnswer(404, nothingPage(title));
      // Programs that only look at a link begin nothing.
      if (method === "HEAD") return seeOther(PERMALINK_PATH);
      return begin({ ...permalink, context: geoIp(headers) });
    },
    async cart(request, id) {
      if (!isSameOrigin(request, origin)) return pageAnswer(403, nothingPage(title));
      const cart = await backstage.cart(id);
      if (cart === undefined) return pageAnswer(404, nothingPage(title));
      const { currency, line_items: lines, buyer, context = geoIp(request.headers) } = cart;
      const items = lines.map(({ item, quantity }) => ({ id: item.id, quantity }));
      return begin({ currency, items, buyer, context });
    },
  };
}

function refusedPage(business: string, problems: readonly { readonly content: string }[]): Html {
  const main = html`<ul>
    ${problems.map(({ content }) => html`<li>${content}</li>`)}
  </ul>`;
  return documentOf({ title: "This cannot be bought now", business, main });
}
