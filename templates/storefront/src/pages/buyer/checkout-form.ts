/** The form of an escalated checkout: what the buyer is asked, and the button that sends it. */

import type { CheckoutMessage } from "@proto-gen/runtime/commerce";
import { html } from "hono/html";
import type { FormValue, Problem } from "../backstage.js";
import type { Html } from "../layout.js";
import type { Texts } from "../texts.js";
import { fieldsetsOf, idOf } from "./controls.js";
import type { Field } from "./field.js";

export interface CheckoutForm {
  /** The path of the page itself. */
  readonly action: string;
  readonly token: string;
  readonly fields: readonly Field[];
  /** What the buyer has filled in before, and what was wrong with it. */
  readonly values: readonly FormValue[];
  readonly problems: readonly Problem[];
  readonly notice: string | undefined;
  /** What the button says. */
  readonly button: string;
  readonly texts: Texts;
}

export function formOf(form: CheckoutForm): Html {
  const { action, token, fields, values, problems, notice, button, texts } = form;
  const given = new Map(values.map(({ path, value }) => [path, value]));
  const filled = fields.map((field) => ({ ...field, value: given.get(field.path) ?? field.value }));
  return html`<form method="post" action="${action}" novalidate>
    <input type="hidden" name="token" value="${token}" />
    ${fieldsetsOf(filled, problems, texts)}
    ${notice === undefined ? "" : html`<p class="notice">${notice}</p>`}
    <button type="submit">${button}</button>
  </form>`;
}

/**
 * The first thing that a page says after a form that placed no order; each leads to its field.
 * @param fields of the form that follows; with `isNext`, nothing was wrong with the one before
 */
export function problemsOf(
  fields: readonly Field[],
  problems: readonly Problem[],
  { isNext, texts }: { readonly isNext: boolean; readonly texts: Texts },
): Html | string {
  if (problems.length === 0) return "";
  const items = problems.map(({ path, content }) => {
    const index = fields.findIndex((field) => field.path === path);
    return index < 0
      ? html`<li>${content}</li>`
      : html`<li><a href="#${idOf(index)}">${content}</a></li>`;
  });
  return html`<div class="problems${isNext ? " next" : ""}" role="alert">
    <h2>${texts.notPlacedYet}</h2>
    <ul>
      ${items}
    </ul>
  </div>`;
}

export function messagesFor(messages: readonly CheckoutMessage[], texts: Texts): Html | string {
  if (messages.length === 0) return "";
  const items = messages.map(({ type, content }) => html`<li class="${type}">${content}</li>`);
  return html`<section aria-labelledby="messages">
    <h2 id="messages">${texts.pleaseNote}</h2>
    <ul class="messages">
      ${items}
    </ul>
  </section>`;
}
