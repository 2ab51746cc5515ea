/** The page of a `continue_url` (§3.3): what there is to see and to do in each status of the checkout. */

import { allows } from "@proto-gen/runtime/checkout";
import { html } from "hono/html";
import { documentOf, type Html } from "../layout.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow } from "../rows.js";
import { webAddress, type Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import { formOf, messagesFor } from "./checkout-form.js";
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
  const { title, main } = PAGES[checkout.status](view);
  const whole = html`${main} ${summaryOf(checkout, writing)} ${linksOf(checkout)}`;
  return documentOf({ title, business, main: whole });
}

interface Shown {
  readonly title: string;
  readonly main: Html;
}

const PAGES: Readonly<Record<CheckoutRow["status"], (view: BuyerView) => Shown>> = {
  incomplete: waiting,
  ready_for_complete: waiting,
  requires_escalation: asking,
  complete_in_progress: ({ checkout }) => ({
    title: "Your order is being placed",
    main: html`<p>This takes a moment. <a href="${sessionPath(checkout.id)}">Look again</a></p>`,
  }),
  completed: ({ checkout }) => ({ title: "Your order is placed", main: orderOf(checkout) }),
  canceled,
};

/** §3.1: the buyer finishes what is escalated, and nothing else. */
export function canFinish({ status }: CheckoutRow): boolean {
  return allows(status, "finish");
}

function waiting({ checkout }: BuyerView): Shown {
  const main = html`<p>Your agent is still at it. There is nothing for you to do here now.</p>
    ${messagesFor(checkout.messages ?? [])}`;
  return { title: "Your checkout", main };
}

function asking({ checkout, writing, token, attempt }: BuyerView): Shown {
  const { fields, messages } = askedOf(checkout, writing);
  const total = totalOf(checkout.totals);
  const form = formOf({
    action: sessionPath(checkout.id),
    token,
    fields,
    values: attempt?.values ?? [],
    problems: attempt?.problems ?? [],
    price: total === undefined ? undefined : writing.money(total, checkout.currency),
  });
  return { title: "Finish your checkout", main: html`${messagesFor(messages)} ${form}` };
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
    main: html`<p>Nothing was bought. Your agent can start another one.</p>`,
  };
}
