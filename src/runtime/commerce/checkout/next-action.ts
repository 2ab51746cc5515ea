/**
 * Decides what a platform should do next with a checkout (§3.2). A platform that acts alone never completes a
 * checkout whose totals do not add up: the buyer decides.
 */

import type { Severity } from "../../service/release-values.js";
import type { TotalsRules } from "../totals/total.js";
import { totalsAddUp, type ListedTotal } from "../totals/check-totals.js";
import type { CheckoutStatus } from "./status.js";

/** The members of a message that are read; a checkout's messages may have more. */
export interface CheckoutMessage {
  readonly type: string;
  readonly code?: string | undefined;
  readonly content: string;
  readonly path?: string | undefined;
  readonly severity?: Severity | undefined;
}

/** The members of a checkout that are read. */
export interface CheckoutState<Each extends CheckoutMessage = CheckoutMessage> {
  readonly status: CheckoutStatus;
  readonly messages?: readonly Each[] | undefined;
  readonly continue_url?: string | undefined;
  /** Not checked if absent. */
  readonly totals?: readonly ListedTotal[] | undefined;
}

export type NextAction<Each extends CheckoutMessage = CheckoutMessage> =
  /** Correct what the messages name and call Update Checkout. */
  | { readonly kind: "fix"; readonly messages: readonly Each[] }
  /** Send the buyer to `continueUrl`, to supply what is missing or to review what is complete. */
  | {
      readonly kind: "hand_off";
      readonly reason: "buyer_input" | "buyer_review" | "unrecoverable";
      readonly continueUrl: string | undefined;
      readonly messages: readonly Each[];
    }
  /** Start over: this session cannot be completed. */
  | { readonly kind: "start_over"; readonly messages: readonly Each[] }
  /** Call Complete Checkout. */
  | { readonly kind: "complete" }
  /** Poll: the business is completing the checkout. */
  | { readonly kind: "wait" }
  /** The order is placed. */
  | { readonly kind: "done" }
  /** No error explains why the checkout is incomplete: a person has to look. */
  | { readonly kind: "review"; readonly continueUrl: string | undefined };

/**
 * Returns the next step for the platform (§3.2).
 * @param rules the generated `releaseValues`. Default: guessed from the sign of the discounts.
 * @example
 * ```ts
 * import { nextAction } from "@proto-gen/runtime/commerce";
 *
 * nextAction({ status: "ready_for_complete" }); // { kind: "complete" }
 * const content = "Enter an email address.";
 * const missing = { type: "error", code: "missing", content, severity: "recoverable" } as const;
 * nextAction({ status: "incomplete", messages: [missing] }).kind; // "fix"
 * ```
 */
export function nextAction<Each extends CheckoutMessage>(
  checkout: CheckoutState<Each>,
  rules: Partial<TotalsRules> = {},
): NextAction<Each> {
  const { status } = checkout;
  if (status === "completed") return { kind: "done" };
  if (status === "complete_in_progress") return { kind: "wait" };
  const errors = (checkout.messages ?? []).filter(({ type }) => type === "error");
  if (status === "canceled") return { kind: "start_over", messages: errors };
  return resolution(checkout, errors) ?? withoutErrors(checkout, rules);
}

/** §3.2: recoverable errors first, then input, then review. */
function resolution<Each extends CheckoutMessage>(
  { continue_url: continueUrl }: CheckoutState<Each>,
  errors: readonly Each[],
): NextAction<Each> | undefined {
  const having = (severity: Severity): readonly Each[] =>
    errors.filter((each) => each.severity === severity);
  const fixable = having("recoverable");
  if (fixable.length > 0) return { kind: "fix", messages: fixable };
  const input = having("requires_buyer_input");
  if (input.length > 0)
    return { kind: "hand_off", reason: "buyer_input", continueUrl, messages: input };
  const review = having("requires_buyer_review");
  if (review.length > 0)
    return { kind: "hand_off", reason: "buyer_review", continueUrl, messages: review };
  const lost = having("unrecoverable");
  if (lost.length === 0) return undefined;
  if (continueUrl === undefined) return { kind: "start_over", messages: lost };
  return { kind: "hand_off", reason: "unrecoverable", continueUrl, messages: lost };
}

/** A status that no error explains. Escalated sessions are handed off regardless. */
function withoutErrors<Each extends CheckoutMessage>(
  checkout: CheckoutState<Each>,
  rules: Partial<TotalsRules>,
): NextAction<Each> {
  const { status, continue_url: continueUrl } = checkout;
  if (status === "ready_for_complete") return completion(checkout, rules);
  if (status === "requires_escalation")
    return { kind: "hand_off", reason: "buyer_input", continueUrl, messages: [] };
  return { kind: "review", continueUrl };
}

function completion<Each extends CheckoutMessage>(
  { totals = [], continue_url: continueUrl }: CheckoutState<Each>,
  rules: Partial<TotalsRules>,
): NextAction<Each> {
  if (totals.length === 0 || totalsAddUp(totals, rules)) return { kind: "complete" };
  if (continueUrl === undefined) return { kind: "start_over", messages: [] };
  return { kind: "hand_off", reason: "buyer_review", continueUrl, messages: [] };
}
