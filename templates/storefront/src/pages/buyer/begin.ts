/** Where a buyer begins a checkout (§3.3, §2.7): a permalink, and the button of a cart's page. */

import { readPermalink } from "@proto-gen/runtime/commerce";
import type { Answer, ServerRequest } from "@proto-gen/runtime/server";
import { html } from "hono/html";
import { notAllowed, pageAnswer, seeOther } from "../answer/answers.js";
import { isSameOrigin } from "../answer/same-origin.js";
import type { Basket } from "../backstage.js";
import { documentOf, type Html } from "../layout.js";
import type { Settings } from "../settings.js";
import type { Writing } from "../written.js";
import { nothingPage } from "./cart-page.js";
import { sessionPath } from "./paths.js";

export interface Begin {
  /** @param query of the URL */
  permalink(request: ServerRequest, query: string): Promise<Answer>;
  cart(request: ServerRequest, id: string): Promise<Answer>;
}

export const PERMALINK_PATH = "/checkout";

export function createBegin(settings: Settings): Begin {
  const { backstage, title, origin, geoIp, writingFor } = settings;

  async function begin(basket: Basket, writing: Writing): Promise<Answer> {
    const begun = await backstage.begin(basket);
    if (begun.kind === "begun") return seeOther(sessionPath(begun.id));
    return pageAnswer(200, refusedPage(title, begun.problems, writing));
  }

  return {
    async permalink(request, query) {
      const { method, headers } = request;
      const writing = writingFor(request);
      if (method !== "GET" && method !== "HEAD") return notAllowed("GET, HEAD");
      const permalink = readPermalink(`${PERMALINK_PATH}?${query}`);
      if (permalink === undefined) return pageAnswer(404, nothingPage(title, writing));
      // Programs that only look at a link begin nothing.
      if (method === "HEAD") return seeOther(PERMALINK_PATH);
      return begin({ ...permalink, context: geoIp(headers) }, writing);
    },
    async cart(request, id) {
      const cart = await backstage.cart(id);
      const writing = writingFor(request, cart);
      if (!isSameOrigin(request, origin)) return pageAnswer(403, nothingPage(title, writing));
      if (cart === undefined) return pageAnswer(404, nothingPage(title, writing));
      const { currency, line_items: lines, buyer, context = geoIp(request.headers) } = cart;
      const items = lines.map(({ item, quantity }) => ({ id: item.id, quantity }));
      return begin({ currency, items, buyer, context }, writing);
    },
  };
}

function refusedPage(
  business: string,
  problems: readonly { readonly content: string }[],
  { texts, language }: Writing,
): Html {
  const main = html`<ul>
    ${problems.map(({ content }) => html`<li>${content}</li>`)}
  </ul>`;
  return documentOf({ title: texts.cannotBuy, business, main, language });
}
