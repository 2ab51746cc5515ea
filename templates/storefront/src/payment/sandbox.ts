/** Payments that move no money, taken in one step. The token says what becomes of them; one that no outcome names pays. */

import { sandboxPayments } from "@proto-gen/runtime/business";
import type { PaymentToken } from "./payment-provider.js";

type OutcomeOf = NonNullable<NonNullable<Parameters<typeof sandboxPayments>[0]>["outcomeOf"]>;

export type Sandbox = ReturnType<typeof sandboxPayments<PaymentToken>>;

/** `review`: the buyer has to confirm it on the shop's page. The checkout is escalated (§3.2), and nothing is charged. */
export type PaymentOutcome = NonNullable<ReturnType<OutcomeOf>> | "review";

/** What tokens do unless the shop says otherwise. */
export const SANDBOX_OUTCOMES: ReadonlyMap<string, PaymentOutcome> = new Map([
  ["tok_declined", "declined"],
  ["tok_slow", "slow"],
  ["tok_unavailable", "unavailable_once"],
  ["tok_error", "answer_lost"],
  ["tok_review", "review"],
]);

export function createSandbox(
  outcomes: ReadonlyMap<string, PaymentOutcome> = SANDBOX_OUTCOMES,
): Sandbox {
  return sandboxPayments<PaymentToken>({
    outcomeOf({ token }) {
      const outcome = outcomes.get(token);
      // The shop has asked for the review before it pays.
      return outcome === "review" ? undefined : outcome;
    },
  });
}
