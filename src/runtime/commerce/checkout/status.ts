/**
 * The statuses of a checkout (§3.1). They are derived from its messages, and the two must agree (§3.2). The status machine is data:
 * §3.1, and what its prose implies. A transition without a row is illegal.
 */

import { CheckoutError } from "./checkout-error.js";
import type { CheckoutMessage } from "./next-action.js";

export type CheckoutStatus =
  | "incomplete"
  | "requires_escalation"
  | "ready_for_complete"
  | "complete_in_progress"
  | "completed"
  | "canceled";

export const CHECKOUT_STATUSES: readonly CheckoutStatus[] = Object.freeze([
  "incomplete",
  "requires_escalation",
  "ready_for_complete",
  "complete_in_progress",
  "completed",
  "canceled",
]);

/**
 * True if the session is over (§3.1): no transition leads out of this status.
 * @example
 * ```ts
 * import { isTerminal } from "@proto-gen/runtime/commerce";
 *
 * isTerminal("canceled"); // true
 * isTerminal("requires_escalation"); // false
 * ```
 */
export function isTerminal(status: CheckoutStatus): boolean {
  return status === "completed" || status === "canceled";
}

/** True for errors that need the buyer (§3.2). */
export function isEscalation({ type, severity }: CheckoutMessage): boolean {
  return (
    type === "error" &&
    (severity === "requires_buyer_input" || severity === "requires_buyer_review")
  );
}

/** Escalates if the buyer is needed, even if the platform has other errors to fix first. */
export function statusOf(messages: readonly CheckoutMessage[]): CheckoutStatus {
  if (messages.some(isEscalation)) return "requires_escalation";
  return messages.some(({ type }) => type === "error") ? "incomplete" : "ready_for_complete";
}

/**
 * A status set by the business may be more restrictive than its messages, never less.
 * @throws CheckoutError `status_contradicted`
 */
export function requireExplained(
  status: CheckoutStatus,
  messages: readonly CheckoutMessage[],
): void {
  const said = statusOf(messages);
  if (status === "requires_escalation" && said !== "requires_escalation")
    throw new CheckoutError(
      "status_contradicted",
      "status requires_escalation needs an error message with severity requires_buyer_input or requires_buyer_review",
    );
  if (status === "ready_for_complete" && said !== "ready_for_complete")
    throw new CheckoutError(
      "status_contradicted",
      "status ready_for_complete allows no error among the messages",
    );
}

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

interface CheckoutTransition {
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
