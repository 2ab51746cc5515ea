/** Derives a checkout's status from its messages, and checks that the two agree (§3.2). */

import { CheckoutError } from "./checkout-error.js";
import type { CheckoutMessage } from "./next-action.js";
import type { CheckoutStatus } from "./status.js";

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
