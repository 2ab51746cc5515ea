/** The statuses of a checkout (§3.1). */

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
