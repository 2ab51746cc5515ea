/** Buttons of the back office: each is a form that does one thing. */

import { html } from "hono/html";
import type { Html } from "../layout.js";

/** What a button says, by what it does. */
export type Acts = Readonly<Record<string, string>>;

/** @param subject `orders/order_1` */
export function buttonsOf(subject: string, acts: Acts): Html {
  const [kind = "", id = ""] = subject.split("/");
  const buttons = Object.entries(acts).map(
    ([act, label]) =>
      html`<form method="post" action="/back-office/${kind}/${encodeURIComponent(id)}/${act}">
        <button>${label}</button>
      </form>`,
  );
  return html`<div class="acts">${buttons}</div>`;
}
