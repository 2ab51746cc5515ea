/** The statuses of a checkout (§3.1). They are derived from its messages, and the two must agree (§3.2). */

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
