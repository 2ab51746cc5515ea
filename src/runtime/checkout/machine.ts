/**
 * The status machine of checkouts, as data: §3.1, with what its prose implies. Whatever is in no row is
 * illegal.
 */

import { CheckoutError } from "./checkout-error.js";
import type { CheckoutStatus } from "./status.js";

/** What moves a checkout. */
export type CheckoutTrigger =
  /** Create Checkout. */
  | "create"
  /** Update Checkout, or the business looks at the checkout again. */
  | "update"
  /** Complete Checkout, with a payment. */
  | "complete"
  /** The business has placed the order. */
  | "succeed"
  /** Completing came to nothing: declined, not allowed, not in time. */
  | "fail"
  /** The buyer finishes in the business's own pages. */
  | "finish"
  /** Cancel Checkout. */
  | "cancel"
  /** The session's time is over. */
  | "expire";

export interface CheckoutTransition {
  /** Undefined: there is no session yet. */
  readonly from: CheckoutStatus | undefined;
  readonly trigger: CheckoutTrigger;
  /** Where it may lead; the business's evaluation chooses. */
  readonly to: readonly CheckoutStatus[];
}

/** What an evaluation of the checkout can say. */
const EVALUATED: readonly CheckoutStatus[] = [
  "incomplete",
  "requires_escalation",
  "ready_for_complete",
];

// While it is completed a session does not expire: a charge may be running. Cancel Checkout has it taken back.
export const CHECKOUT_MACHINE: readonly CheckoutTransition[] = Object.freeze([
  { from: undefined, trigger: "create", to: EVALUATED },
  ...EVALUATED.flatMap((from): CheckoutTransition[] => [
    { from, trigger: "update", to: EVALUATED },
    { from, trigger: "cancel", to: ["canceled"] },
    { from, trigger: "expire", to: ["canceled"] },
  ]),
  { from: "ready_for_complete", trigger: "complete", to: ["complete_in_progress"] },
  { from: "complete_in_progress", trigger: "succeed", to: ["completed"] },
  { from: "complete_in_progress", trigger: "fail", to: EVALUATED },
  { from: "complete_in_progress", trigger: "cancel", to: ["canceled"] },
  { from: "requires_escalation", trigger: "finish", to: ["completed"] },
]);

function rowFor(
  from: CheckoutStatus | undefined,
  trigger: CheckoutTrigger,
): CheckoutTransition | undefined {
  return CHECKOUT_MACHINE.find((row) => row.from === from && row.trigger === trigger);
}

/** Whether the trigger does anything to a session in this status. */
export function allows(from: CheckoutStatus | undefined, trigger: CheckoutTrigger): boolean {
  return rowFor(from, trigger) !== undefined;
}

/**
 * Where the session is after the trigger.
 * @throws CheckoutError `illegal_transition`, which names both statuses and the trigger
 */
export function move<To extends CheckoutStatus>(
  from: CheckoutStatus | undefined,
  trigger: CheckoutTrigger,
  to: To,
): To {
  if (rowFor(from, trigger)?.to.includes(to) === true) return to;
  const start = from ?? "nothing";
  throw new CheckoutError("illegal_transition", `${trigger} does not lead from ${start} to ${to}`);
}
