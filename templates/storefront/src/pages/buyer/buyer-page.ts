/** The page of a `continue_url` (§3.3): what there is to see and to do in each status of the checkout. */

import { allows, isTerminal } from "@proto-gen/runtime/commerce";
import { html } from "hono/html";
import { documentOf, idLink, type Html } from "../layout.js";
import { totalOf } from "../lines.js";
import type { CheckoutRow } from "../rows.js";
import type { Texts } from "../texts.js";
import { webAddress, type Writing } from "../written.js";
import { askedOf } from "./asked.js";
import type { Attempt } from "./attempts.js";
import type { Field } from "./field.js";
import { formOf, messagesFor, problemsOf } from "./checkout-form.js";
import { sessionPath } from "./paths.js";
import { linksOf, summaryOf } from "./summary.js";

export interface BuyerView {
  readonly checkout: CheckoutRow;
  readonly business: string;
  readonly writing: Writing;
  /** Said where the order is placed; of the business, where it has something to say. */
  readonly notice: string | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
  /** Of a form of this page. */
  readonly token: string;
  /** What has become of the form before this one. */
  readonly attempt: Attempt | undefined;
}

export function buyerPage(view: BuyerView): Html {
  const { checkout, business, writing } = view;
  const { title, first, form = "", awaitsDelivery = false } = PAGES[checkout.status](view);
  // Its link may be with others by then, such as those who were sent that of the order.
  const shown = isTerminal(checkout.status) ? withoutPerson(checkout) : checkout;
  const summary = summaryOf(shown, writing, awaitsDelivery);
  const main = html`${first} ${summary} ${form} ${linksOf(checkout, writing)}`;
  return documentOf({ title, business, main, language: writing.language });
}

function withoutPerson({ buyer: _buyer, fulfillment: _to, ...rest }: CheckoutRow): CheckoutRow {
  return rest;
}

interface Shown {
  readonly title: string;
  readonly first: Html;
  /** After what is bought: nobody agrees to what they have not seen. */
  readonly form?: Html;
  readonly awaitsDelivery?: boolean;
}

const PAGES: Readonly<Record<CheckoutRow["status"], (view: BuyerView) => Shown>> = {
  incomplete: waiting,
  ready_for_complete: waiting,
  requires_escalation: asking,
  complete_in_progress: ({ checkout, writing: { texts } }) => ({
    title: texts.isBeingPlaced,
    first: html`<p>
      ${texts.takesAMoment} <a href="${sessionPath(checkout.id)}">${texts.lookAgain}</a>
    </p>`,
  }),
  completed: ({ checkout, writing: { texts } }) => ({
    title: texts.isPlaced,
    first: orderOf(checkout, texts),
  }),
  canceled,
};

/** §3.1: the buyer finishes what is escalated, and nothing else. */
export function canFinish({ status }: CheckoutRow): boolean {
  return allows(status, "finish");
}

/** The platform is at it. The buyer hears in plain words what is missing, and may take over. */
function waiting({ checkout, writing, token }: BuyerView): Shown {
  const { fields, messages, awaitsDelivery } = askedOf(checkout, writing);
  const missing = missingIn(fields);
  const { texts } = writing;
  const said = messages.filter(({ severity }) => severity !== "recoverable");
  const state =
    missing.length === 0
      ? html`<p>${texts.stillAtIt} ${texts.nothingToDo}</p>`
      : html`<p>${texts.stillAtIt} ${texts.missing}</p>
          <ul>
            ${missing.map((name) => html`<li>${name}</li>`)}
          </ul>`;
  const form = html`<form class="take" method="post" action="${sessionPath(checkout.id)}">
    <input type="hidden" name="token" value="${token}" />
    <p>${texts.takeOver}</p>
    <button type="submit" name="take" value="yes">${texts.finishHere}</button>
  </form>`;
  return {
    title: texts.yourCheckout,
    first: html`${state} ${messagesFor(said, texts)}`,
    form,
    awaitsDelivery,
  };
}

/** `Delivery: Street and number, City`, for each group of fields. */
function missingIn(fields: readonly Field[]): readonly string[] {
  const groups = new Map<string, Set<string>>();
  for (const { group, label, isRequired } of fields)
    if (isRequired) groups.set(group, (groups.get(group) ?? new Set()).add(label));
  return [...groups].map(([group, labels]) => `${group}: ${[...labels].join(", ")}`);
}

function asking({ checkout, writing, notice, token, attempt }: BuyerView): Shown {
  const { fields, messages, awaitsDelivery } = askedOf(checkout, writing);
  const { values = [], problems = [], isNext = false } = attempt ?? {};
  const total = totalOf(checkout.totals);
  const price = total === undefined ? undefined : writing.money(total, checkout.currency);
  const action = sessionPath(checkout.id);
  const { texts } = writing;
  const order = price === undefined ? texts.placeOrder : texts.placeOrderFor(price);
  const button = awaitsDelivery ? texts.goOn : order;
  const form = { action, token, fields, values, notice, button, texts };
  return {
    title: texts.finishCheckout,
    first: html`${problemsOf(fields, problems, { isNext, texts })} ${messagesFor(messages, texts)}`,
    form: formOf({ ...form, problems: isNext ? [] : problems }),
    awaitsDelivery,
  };
}

function orderOf({ order }: CheckoutRow, texts: Texts): Html {
  if (order === undefined) return html`<p>${texts.thanks}</p>`;
  const address = webAddress(order.permalink_url);
  return html`<p>${texts.thanks} ${texts.yourOrderIs} ${idLink(address, order.id)}</p>`;
}

function canceled({ checkout, now, writing: { texts } }: BuyerView): Shown {
  const { expires_at: end = "", messages = [] } = checkout;
  const isExpired =
    messages.some(({ code }) => code === "session_expired") || Date.parse(end) <= now;
  return {
    title: isExpired ? texts.expired : texts.canceled,
    first: html`<p>${texts.nothingBought}</p>`,
  };
}
