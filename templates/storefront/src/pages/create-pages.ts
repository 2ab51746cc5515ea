/**
 * The business's own pages, for people: `/`, `/checkout-sessions/{id}`, `/orders/{id}`, `/carts/{id}`, permalinks at `/checkout`, and what they load. In: a backstage. Out:
 * answers, as a server of the protocol gives them; undefined for what is not theirs.
 */

import { asProtocolError } from "@proto-gen/runtime/error";
import { toResponse, withoutBody, type Answer } from "@proto-gen/runtime/rest";
import type { Connection, Server, ServerRequest } from "@proto-gen/runtime/server";
import { answerOf, notAllowed, pageAnswer, textAnswer } from "./answer/answers.js";
import { createEvents } from "./answer/events.js";
import { createBegin, PERMALINK_PATH } from "./buyer/begin.js";
import { cartPage, nothingPage } from "./buyer/cart-page.js";
import { orderPage } from "./buyer/order-page.js";
import { createSessionAnswers } from "./buyer/session-answers.js";
import { LIVE_JS } from "./live-js.js";
import { settingsOf, type PagesOptions } from "./settings.js";
import { statusPage } from "./status/status-page.js";
import { STYLE_CSS } from "./style-css.js";

export interface Pages {
  /** Never rejects. Undefined: the request is not for a page. */
  answer(request: ServerRequest, connection?: Connection): Promise<Answer | undefined>;
  fetch(request: ServerRequest): Promise<Response | undefined>;
  /** Ends what follows live: call it before the server closes, which would wait for it. */
  close(): void;
}

const SESSION = /^\/checkout-sessions\/([^/]+)$/;
const KEPT = /^\/(orders|carts)\/([^/]+)$/;
const READ_ONLY = "GET, HEAD";

/** @throws RangeError for a locale that is none, or a secret that could be guessed */
export function createPages(options: PagesOptions): Pages {
  const settings = settingsOf(options);
  const { backstage, title, writing, mayLook, report } = settings;
  const events = createEvents(backstage);
  const answerSession = createSessionAnswers(settings);
  const begin = createBegin(settings);

  function read(
    request: ServerRequest,
    give: () => Answer | Promise<Answer>,
  ): Answer | Promise<Answer> {
    return request.method === "GET" || request.method === "HEAD" ? give() : notAllowed(READ_ONLY);
  }

  // A stream for nobody would never end: HEAD gets none.
  function follow({ method }: ServerRequest): Answer {
    return method === "HEAD" ? answerOf(200, "text/event-stream", null) : events.answer();
  }

  async function showKept(kind: string, id: string): Promise<Answer> {
    const order = kind === "orders" ? await backstage.order(id) : undefined;
    if (order !== undefined) return pageAnswer(200, orderPage(order, title, writing));
    const cart = kind === "carts" ? await backstage.cart(id) : undefined;
    if (cart !== undefined) return pageAnswer(200, cartPage(cart, title, writing));
    return pageAnswer(404, nothingPage(title));
  }

  function route(
    request: ServerRequest,
    connection: Connection,
  ): Answer | Promise<Answer> | undefined {
    const { path, query } = targetOf(request, connection);
    const [, id] = SESSION.exec(path) ?? [];
    if (id !== undefined) return answerSession(request, decoded(id), new URLSearchParams(query));
    if (path === PERMALINK_PATH) return begin.permalink(request, query);
    const [, kind, kept] = KEPT.exec(path) ?? [];
    if (kind === "carts" && kept !== undefined && request.method === "POST")
      return begin.cart(request, decoded(kept));
    if (kind !== undefined && kept !== undefined)
      return read(request, () => showKept(kind, decoded(kept)));
    if (path === "/style.css") return read(request, () => textAnswer(200, "text/css", STYLE_CSS));
    if (path === "/live.js")
      return read(request, () => textAnswer(200, "text/javascript", LIVE_JS));
    if ((path !== "/" && path !== "/events") || !mayLook(request, connection)) return undefined;
    if (path === "/events") return read(request, () => follow(request));
    return read(request, async () => pageAnswer(200, await statusPage(backstage, title, writing)));
  }

  async function answer(
    request: ServerRequest,
    connection: Connection = {},
  ): Promise<Answer | undefined> {
    try {
      const given = await route(request, connection);
      return given !== undefined && request.method === "HEAD" ? withoutBody(given) : given;
    } catch (thrown) {
      const { status, content } = asProtocolError(thrown);
      if (status >= 500) report(thrown);
      return textAnswer(status, "text/plain", `${content}\n`);
    }
  }

  return {
    answer,
    async fetch(request) {
      const given = await answer(request);
      return given === undefined ? undefined : toResponse(given);
    },
    close: () => events.close(),
  };
}

/**
 * The pages first, and the server for all that is not theirs: for `serveNode`.
 * @param isCall what is the server's, although a page has its path
 */
export function pagesBefore(
  pages: Pick<Pages, "answer">,
  server: Pick<Server, "answer">,
  isCall: (request: ServerRequest) => boolean = () => false,
): Pick<Server, "answer"> {
  return {
    async answer(request, connection) {
      const page = isCall(request) ? undefined : await pages.answer(request, connection);
      return page ?? server.answer(request, connection);
    },
  };
}

function targetOf(
  request: ServerRequest,
  { target }: Connection,
): { readonly path: string; readonly query: string } {
  const url = new URL(request.url);
  const whole = target?.startsWith("/") === true ? target : url.pathname + url.search;
  const [path = "", ...query] = whole.split("?");
  return { path, query: query.join("?") };
}

/** What cannot be decoded is no id: as it stands it is one that nobody has. */
function decoded(id: string): string {
  try {
    return decodeURIComponent(id);
  } catch {
    return id;
  }
}
