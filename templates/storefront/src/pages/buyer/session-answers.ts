/** `/checkout-sessions/{id}`: the buyer's page, and the form that it sends. */

import type { Answer, ServerRequest } from "@proto-gen/runtime/server";
import { html } from "hono/html";
import { notAllowed, pageAnswer, seeOther } from "../answer/answers.js";
import { isSameOrigin } from "../answer/same-origin.js";
import { documentOf, type Html } from "../layout.js";
import type { Settings } from "../settings.js";
import type { Writing } from "../written.js";
import { createAttempts } from "./attempts.js";
import { buyerPage } from "./buyer-page.js";
import { finish } from "./finish.js";
import { createFormTokens } from "./form-token.js";
import { sessionPath } from "./paths.js";
import { readForm } from "./read-form.js";

export type AnswerSession = (
  request: ServerRequest,
  id: string,
  query: URLSearchParams,
) => Promise<Answer>;

export function createSessionAnswers(settings: Settings): AnswerSession {
  const { backstage, title: business, writingFor, notice, now, origin, report } = settings;
  const attempts = createAttempts(now);
  const tokens = createFormTokens(settings.csrfSecret, now);

  async function show(request: ServerRequest, id: string, query: URLSearchParams): Promise<Answer> {
    const checkout = await backstage.checkout(id);
    const writing = writingFor(request, checkout);
    if (checkout === undefined) return pageAnswer(404, unknownPage(business, writing));
    const attempt = await attempts.find(id, query.get("attempt") ?? "");
    const token = tokens.issue(checkout);
    const view = { checkout, business, writing, notice, now: now(), token, attempt };
    return pageAnswer(200, buyerPage(view));
  }

  async function place(request: ServerRequest, id: string): Promise<Answer> {
    const refused = (): Promise<Answer> =>
      pageAnswer(403, refusedPage(business, id, writingFor(request)));
    if (!isSameOrigin(request, origin)) return refused();
    const form = await readForm(request);
    const token = tokens.read(id, form.get("token") ?? "");
    if (token === undefined) return refused();
    const { attempt } = token;
    if (form.get("take") === "yes") {
      await backstage.takeOver(id);
      return seeOther(sessionPath(id));
    }
    const writing = writingFor(request, await backstage.checkout(id));
    const { problems } = await attempts.once(id, attempt, () =>
      finish(backstage, writing, { id, form, token }, report),
    );
    // Without the buyer's words in the URL, which ends up in logs.
    return seeOther(sessionPath(id) + (problems.length === 0 ? "" : `?attempt=${attempt}`));
  }

  return async (request, id, query) => {
    if (request.method === "POST") return place(request, id);
    if (request.method === "GET" || request.method === "HEAD") return show(request, id, query);
    return notAllowed("GET, HEAD, POST");
  };
}

/** The id is not said again: it may be another's words. */
function unknownPage(business: string, { texts, language }: Writing): Html {
  const main = html`<p>${texts.startAnother}</p>`;
  return documentOf({ title: texts.noSuchCheckout, business, main, language });
}

function refusedPage(business: string, id: string, { texts, language }: Writing): Html {
  const main = html`<p>
    ${texts.whyInvalid} <a href="${sessionPath(id)}">${texts.backToCheckout}</a>
  </p>`;
  return documentOf({ title: texts.invalidForm, business, main, language });
}
