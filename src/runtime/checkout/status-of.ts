/** What the messages of an evaluation say of its status (§3.2). In: messages. Out: a status. */

import { CheckoutError } from "./checkout-error.js";
import type { CheckoutMessage } from "./next-action.js";
import type { CheckoutStatus } from "./status.js";

/** Errors with one of these severities need the buyer (§3.2). */
export function isEscalation({ type, severity }: CheckoutMessage): boolean {
  return (
    type === "error" &&
    (severity === "requires_buyer_input" || severity === "requires_buyer_review")
  );
}

/** Escalation where the buyer is needed, even if the platform has other errors to fix first. */
export function statusOf(messages: readonly CheckoutMessage[]): CheckoutStatus {
  if (messages.some(isEscalation)) return "requires_escalation";
  return messages.some(({ type }) => type === "error") ? "incomplete" : "ready_for_complete";
}

/**
 * A status that the business gives itself may be less than what the messages allow, never more.
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
      "requires_escalation needs an error that requires the buyer's input or review",
    );
  if (status === "ready_for_complete" && said !== "ready_for_complete")
    throw new CheckoutError(
      "status_contradicted",
      "ready_for_complete has an error among its messages",
    );
}
