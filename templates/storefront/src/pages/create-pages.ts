/**
 * The business's own pages, for people: `/`, `/checkout-sessions/{id}`, `/orders/{id}`, `/carts/{id}`, permalinks at `/checkout`, and what they load. In: a backstage. Out:
 * routes for the server that serves the protocol, which counts and logs their requests as all others.
 */

import { asProtocolError } from "@proto-gen/runtime/error";
import {
  withoutBody,
  type Answer,
  type Connection,
  type FindPage,
  type Route,
  type ServerRequest,
} from "@proto-gen/runtime/server";
import { answerOf, notAllowed, pageAnswer, textAnswer } from "./answer/answers.js";
import { backOfficeAct } from "./answer/back-office.js";
import type { BackOffice } from "../backstage/back-office.js";
import { createEvents } from "./answer/events.js";
import { createBegin, PERMALINK_PATH } from "./buyer/begin.js";
import { cartPage, nothingPage } from "./buyer/cart-page.js";
import { orderPage } from "./buyer/order-page.js";
import { decoded } from "./buyer/paths.js";
import { createSessionAnswers } from "./buyer/session-answers.js";
import { LIVE_JS } from "./live-js.js";
import { settingsOf, type PagesOptions } from "./settings.js";
import { statusPage } from "./status/status-page.js";
import { STYLE_CSS } from "./style-css.js";

export interface Pages {
  /** For the server's option `pages`, which counts and logs each request. Undefined: the request is not for a page. */
  readonly find: FindPage;
  /** Ends what follows live: call it before the server closes, which would wait for it. */
  close(): void;
}

/** The page of what happens, and what it loads: the shop's own view of itself, which the log need not show there. */
export const STATUS_PAGES: ReadonlySet<string | undefined> = new Set([
  ...["status", "events", "style.css", "live.js"],
]);

const SESSION = /^\/checkout-sessions\/([^/]+)$/;
const KEPT = /^\/(orders|carts)\/([^/]+)$/;
const READ_ONLY = "GET, HEAD";
const BACK_OFFICE = "back office";

/** @throws RangeError for a locale that is none, or a secret that could be guessed */
export function createPages(options: PagesOptions): Pages {
  const settings = settingsOf(options);
  const { backstage, title, writing, writingFor, mayLook, report, origin } = settings;
  const { backOffice } = backstage;
  const events = createEvents(backstage);
  const answerSession = createSessionAnswers(settings);
  const begin = createBegin(settings);

  function read(
    { method }: ServerRequest,
    give: () => Answer | Promise<Answer>,
  ): () => Answer | Promise<Answer> {
    return method === "GET" || method === "HEAD" ? give : () => notAllowed(READ_ONLY);
  }

  // A stream for nobody would never end: HEAD gets none.
  function follow({ method }: ServerRequest): Answer {
    return method === "HEAD" ? answerOf(200, "text/event-stream", null) : events.answer();
  }

  async function showKept(request: ServerRequest, kind: string, id: string): Promise<Answer> {
    const order = kind === "orders" ? await backstage.order(id) : undefined;
    if (order !== undefined) {
      const checkout = await backstage.checkout(order.checkout_id);
      return pageAnswer(200, orderPage(order, title, writingFor(request, checkout)));
    }
    const cart = kind === "carts" ? await backstage.cart(id) : undefined;
    if (cart !== undefined)
      return pageAnswer(200, cartPage(cart, title, writingFor(request, cart)));
    return pageAnswer(404, nothingPage(title, writingFor(request)));
  }

  /** The page's name, and what gives it. */
  function pageAt(
    request: ServerRequest,
    connection: Connection,
  ): readonly [name: string, give: () => Answer | Promise<Answer>] | undefined {
    const { path, query } = targetOf(request, connection);
    const [, id] = SESSION.exec(path) ?? [];
    if (id !== undefined)
      return ["checkout", () => answerSession(request, decoded(id), new URLSearchParams(query))];
    if (path === PERMALINK_PATH) return ["permalink", () => begin.permalink(request, query)];
    const [, kind, kept] = KEPT.exec(path) ?? [];
    if (kind === "carts" && kept !== undefined && request.method === "POST")
      return ["cart", () => begin.cart(request, decoded(kept))];
    if (kind !== undefined && kept !== undefined)
      return [
        kind === "carts" ? "cart" : "order",
        read(request, () => showKept(request, kind, decoded(kept))),
      ];
    if (path === "/style.css")
      return ["style.css", read(request, () => textAnswer(200, "text/css", STYLE_CSS))];
    if (path === "/live.js")
      return ["live.js", read(request, () => textAnswer(200, "text/javascript", LIVE_JS))];
    const act = backOffice && backOfficeAct(path);
    const isOwn = path === "/" || path === "/events" || act !== undefined;
    if (!isOwn || !mayLook(request, connection)) return undefined;
    if (act !== undefined)
      return [BACK_OFFICE, () => act({ office: backOffice as BackOffice, request, origin })];
    if (path === "/events") return ["events", read(request, () => follow(request))];
    const status = async (): Promise<Answer> =>
      pageAnswer(200, await statusPage(backstage, title, writing));
    return ["status", read(request, status)];
  }

  return {
    find(request, connection) {
      const found = pageAt(request, connection);
      if (found === undefined) return undefined;
      const [page, give] = found;
      const isHead = request.method === "HEAD";
      return {
        page,
        answer: async () => {
          const given = await reported(give, report);
          return isHead ? withoutBody(given) : given;
        },
        error: page === BACK_OFFICE ? errorJson : errorPage,
      };
    },
    close: () => events.close(),
  };
}

/** What else than a refusal is thrown is the shop's own to know. */
async function reported(
  give: () => Answer | Promise<Answer>,
  report: (thrown: unknown) => void,
): Promise<Answer> {
  try {
    return await give();
  } catch (thrown) {
    if (asProtocolError(thrown).status >= 500) report(thrown);
    throw thrown;
  }
}

/** For programs: the status page has no button for what would fail. */
const errorJson: NonNullable<Route["error"]> = ({ status, code, content }) =>
  textAnswer(status, "application/json", `${JSON.stringify({ code, content })}\n`);

/** For people, who read no JSON. */
const errorPage: NonNullable<Route["error"]> = ({ status, content, headers = {} }) => {
  const answer = textAnswer(status, "text/plain", `${content}\n`);
  const more = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  return { ...answer, headers: [...answer.headers, ...more] };
};

function targetOf(
  request: ServerRequest,
  { target }: Connection,
): { readonly path: string; readonly query: string } {
  const url = new URL(request.url);
  const whole = target?.startsWith("/") === true ? target : url.pathname + url.search;
  const [path = "", ...query] = whole.split("?");
  return { path, query: query.join("?") };
}
