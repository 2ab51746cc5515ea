/**
 * The status machine of checkouts as data: §3.1, and what its prose implies. A transition without a row is illegal.
 */

import { CheckoutError } from "./checkout-error.js";
import type { CheckoutStatus } from "./status.js";

/** An event that may change a checkout's status. */
export type CheckoutTrigger =
  /** Create Checkout. */
  | "create"
  /** Update Checkout, or the business evaluates the checkout again. */
  | "update"
  /** Complete Checkout, with a payment. */
  | "complete"
  /** The business has placed the order. */
  | "succeed"
  /** The completion was declined, not allowed, or timed out. */
  | "fail"
  /** The buyer completes the checkout on the business's own pages. */
  | "finish"
  /** Cancel Checkout. */
  | "cancel"
  /** The session has expired. */
  | "expire";

export interface CheckoutTransition {
  /** Undefined if there is no session yet. */
  readonly from: CheckoutStatus | undefined;
  readonly trigger: CheckoutTrigger;
  /** The possible results. The business's evaluation chooses one. */
  readonly to: readonly CheckoutStatus[];
}

/** The statuses that an evaluation can have. */
const EVALUATED: readonly CheckoutStatus[] = [
  "incomplete",
  "requires_escalation",
  "ready_for_complete",
];

// A session does not expire while it is being completed, since a charge may be running. Cancel Checkout releases that
// charge.
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

/**
 * True if the trigger is legal in this status (§3.1). Undefined is the status of a checkout that does not exist yet.
 * @example
 * ```ts
 * import { allows } from "@proto-gen/runtime/commerce";
 *
 * allows("ready_for_complete", "complete"); // true
 * allows("completed", "cancel"); // false
 * allows(undefined, "create"); // true
 * ```
 */
export function allows(from: CheckoutStatus | undefined, trigger: CheckoutTrigger): boolean {
  return rowFor(from, trigger) !== undefined;
}

/**
 * Returns `to` if the transition is legal.
 * @throws CheckoutError `illegal_transition`, which names both statuses and the trigger
 */
export function move<To extends CheckoutStatus>(
  from: CheckoutStatus | undefined,
  trigger: CheckoutTrigger,
  to: To,
): To {
  if (rowFor(from, trigger)?.to.includes(to) === true) return to;
  const start = from ?? "nothing";
  throw new CheckoutError(
    "illegal_transition",
    `${trigger} cannot change the status from ${start} to ${to}`,
  );
}
