/** The status machine of checkouts (§3.1) as a page shows it: drawn from the table that the runtime obeys. */

import {
  CHECKOUT_MACHINE,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
} from "@proto-gen/runtime/commerce";
import { html } from "hono/html";
import type { Html } from "../layout.js";
import { tableOf } from "../table.js";

/**
 * Every status on one line, as a mark: the current one with its name, and those that one step leads to with what leads there, for who
 * points at them.
 */
export function machineOf(current: CheckoutStatus): Html {
  const steps = CHECKOUT_STATUSES.map((status) => stepOf(status, current));
  return html`<ol class="machine" aria-label="Status">
    ${steps}
  </ol>`;
}

function stepOf(status: CheckoutStatus, current: CheckoutStatus): Html {
  const triggers = triggersOf(current, status).join(", ");
  const why = triggers === "" ? status : `${status} by ${triggers}`;
  if (status === current)
    return html`<li aria-current="step" class="${toneOf(status)}" title="${why}">
      <strong>${status}</strong>
    </li>`;
  return html`<li class="${triggers === "" ? "far" : "next"}" title="${why}">
    <span class="unseen">${why}</span>
  </li>`;
}

/** What color a status has: what is well, what needs somebody, what is over, and what goes on. */
export function toneOf(status: CheckoutStatus): "good" | "warn" | "bad" | "plain" {
  return TONES[status];
}

const TONES = {
  incomplete: "plain",
  requires_escalation: "warn",
  ready_for_complete: "plain",
  complete_in_progress: "plain",
  completed: "good",
  canceled: "bad",
} as const;

function triggersOf(from: CheckoutStatus, to: CheckoutStatus): string[] {
  return CHECKOUT_MACHINE.filter((row) => row.from === from && row.to.includes(to)).map(
    ({ trigger }) => trigger,
  );
}

/** Whatever is in no row does not happen. */
export function machineTable(): Html {
  return tableOf({
    caption: "What moves a checkout",
    columns: ["From", "By", "To"],
    rows: CHECKOUT_MACHINE.map(({ from, trigger, to }) => [
      from ?? "nothing",
      trigger,
      to.join(", "),
    ]),
  });
}
