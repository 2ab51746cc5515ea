/** The status machine of checkouts (§3.1) as a page shows it: drawn from the table that the runtime obeys. */

import {
  CHECKOUT_MACHINE,
  CHECKOUT_STATUSES,
  type CheckoutStatus,
} from "@proto-gen/runtime/commerce";
import { html } from "hono/html";
import type { Html } from "../layout.js";
import { tableOf } from "../table.js";

/** Every status, the current one marked, and those that one step leads to with what leads there. */
export function machineOf(current: CheckoutStatus): Html {
  const steps = CHECKOUT_STATUSES.map((status) => stepOf(status, current));
  return html`<ol class="machine" aria-label="Status">
    ${steps}
  </ol>`;
}

function stepOf(status: CheckoutStatus, current: CheckoutStatus): Html {
  const triggers = triggersOf(current, status).join(", ");
  const why = triggers === "" ? "" : html`<small>by ${triggers}</small>`;
  if (status === current)
    return html`<li aria-current="step"><strong>${status}</strong> ${why}</li>`;
  return html`<li class="${triggers === "" ? "far" : "next"}">${status} ${why}</li>`;
}

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
