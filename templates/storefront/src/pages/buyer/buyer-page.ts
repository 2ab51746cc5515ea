/** The page of a `continue_url` (§3.3): what there is to see and to do in each status of the checkout. */

import { allows } from "@proto-gen/runtime/checkout";
import { html } from "hono/html";
import { documentOf, type Html } from "../layout.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow } from "../rows.js";
import { webAddress, type Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import { formOf, messagesFor, problemsOf } from "./checkout-form.js";
import { linksOf, summaryOf } from "./summary.js";

export interface BuyerView {
  readonly checkout: CheckoutRow;
  readonly business: string;
  readonly writing: Writing;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Of a form of this page. */
  readonly token: string;
  /** What has become of the form before this one. */
  readonly attempt: Attempt | undefined;
}

export function sessionPath(id: string): string {
  return `/checkout-sessions/${encodeURIComponent(id)}`;
}

export function buyerPage(view: BuyerView): Html {
  const { checkout, business, writing } = view;
  const { title, first, form = "" } = PAGES[checkout.status](view);
  const main = html`${first} ${summaryOf(checkout, writing)} ${form} ${linksOf(checkout)}`;
  return documentOf({ title, business, main });
}

interface Shown {
  readonly title: string;
  readonly first: Html;
  /** After what is bought: nobody agrees to what they have not seen. */
  readonly form?: Html;
}

const PAGES: Readonly<Record<CheckoutRow["status"], (view: BuyerView) => Shown>> = {
  incomplete: waiting,
  ready_for_complete: waiting,
  requires_escalation: asking,
  complete_in_progress: ({ checkout }) => ({
    title: "Your order is being placed",
    first: html`<p>This takes a moment. <a href="${sessionPath(checkout.id)}">Look again</a></p>`,
  }),
  completed: ({ checkout }) => ({ title: "Your order is placed", first: orderOf(checkout) }),
  canceled,
};

/** §3.1: the buyer finishes what is escalated, and nothing else. */
export function canFinish({ status }: CheckoutRow): boolean {
  return allows(status, "finish");
}

function waiting({ checkout }: BuyerView): Shown {
  const first = html`<p>Your agent is still at it. There is nothing for you to do here now.</p>
    ${messagesFor(checkout.messages ?? [])}`;
  return { title: "Your checkout", first };
}

function asking({ checkout, writing, token, attempt }: BuyerView): Shown {
  const { fields, messages } = askedOf(checkout, writing);
  const { values = [], problems = [] } = attempt ?? {};
  const total = totalOf(checkout.totals);
  const price = total === undefined ? undefined : writing.money(total, checkout.currency);
  const action = sessionPath(checkout.id);
  return {
    title: "Finish your checkout",
    first: html`${problemsOf(fields, problems)} ${messagesFor(messages)}`,
    form: formOf({ action, token, fields, values, problems, price }),
  };
}

function orderOf({ order }: CheckoutRow): Html {
  if (order === undefined) return html`<p>Thank you.</p>`;
  const address = webAddress(order.permalink_url);
  const name = html`<code>${order.id}</code>`;
  return html`<p>
    Thank you. Your order is
    ${address === undefined ? name : html`<a href="${address}">${name}</a>`}.
  </p>`;
}

function canceled({ checkout, now }: BuyerView): Shown {
  const isExpired = Date.parse(checkout.expires_at ?? "") <= now;
  return {
    title: isExpired ? "This checkout has expired" : "This checkout is canceled",
    first: html`<p>Nothing was bought. Your agent can start another one.</p>`,
  };
}
