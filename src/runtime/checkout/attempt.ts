/**
 * One attempt to complete a checkout: is it still what the buyer saw, may it be completed, is it paid. In: a
 * session in progress. Out: how it ended.
 */

import { BusinessOutcome, errorMessage, type Message } from "../envelope/index.js";
import type { Cancellation } from "../idempotency/index.js";
import { equalJson } from "../json/index.js";
import { isObject, own } from "../json/members.js";
import { mandateProblem } from "../mandate/mandate-problem.js";
import type { CallContext } from "../server/handlers.js";
import { amountOf } from "../totals/index.js";
import { hasCapability } from "./capability.js";
import { CheckoutError } from "./checkout-error.js";
import { Declined } from "./declined.js";
import { checkoutFrom, requireRules } from "./evaluate.js";
import { withoutFailures, type SessionRecord } from "./session-record.js";
import { isEscalation } from "./status-of.js";
import type { CheckoutShape, PlacedOrder, RequestShape } from "./types.js";
import type { AnyOptions } from "./any-options.js";

export type AttemptEnd =
  | { readonly kind: "placed"; readonly order: PlacedOrder }
  /** What the checkout is now. Nothing was charged. */
  | { readonly kind: "failed"; readonly checkout: CheckoutShape };

export interface Attempt {
  readonly record: SessionRecord;
  /** Complete Checkout's, with the credentials. */
  readonly request: RequestShape;
  readonly paymentKey: string;
  readonly signal: Cancellation;
  readonly context: CallContext;
  /** From here on there may be a charge. */
  charging(): void;
}

/** @throws what the business's hooks throw, and CheckoutError for what they must not give */
export async function attemptTo(attempt: Attempt, options: AnyOptions): Promise<AttemptEnd> {
  const { record, request, context } = attempt;
  const checkout = await evaluatedAgain(attempt, options);
  if (checkout.status !== "ready_for_complete") return { kind: "failed", checkout };
  if (!isWhatWasSeen(record.checkout, checkout)) return failed(checkout, [CHANGED]);
  const problem = await unauthorized(attempt, options);
  if (problem !== undefined) return failed(checkout, [problem]);
  const { paymentKey, signal } = attempt;
  attempt.charging();
  const result = await options.complete(checkout, request, { paymentKey, signal, context });
  if (result instanceof Declined) return failed(checkout, result.messages);
  return { kind: "placed", order: requireOrderOf(checkout, result) };
}

/** §2.3: eligibility and prices once more, now from what binds. */
async function evaluatedAgain(
  { record, request: { payment }, context }: Attempt,
  options: AnyOptions,
): Promise<CheckoutShape> {
  const { checkout, request } = record;
  const { id, expires_at } = checkout;
  const session = { id, trigger: "complete", before: checkout, payment, context } as const;
  const result = await options.evaluate(request, session);
  if (result instanceof Declined) return failed(checkout, result.messages).checkout;
  if (result instanceof BusinessOutcome) return failed(checkout, result.messages).checkout;
  const evaluated = checkoutFrom(id, { expires_at, ...result }, request, undefined, options);
  requireRules(evaluated, context, options);
  return evaluated;
}

/** What the buyer agreed to: what is bought, and what it costs. */
function isWhatWasSeen(before: CheckoutShape, now: CheckoutShape): boolean {
  return (
    before.currency === now.currency &&
    amountOf(before.totals, "total") === amountOf(now.totals, "total") &&
    equalJson(before.line_items, now.line_items)
  );
}

const CHANGED = /* @__PURE__ */ errorMessage({
  code: "checkout_changed",
  content: "The checkout has changed since the buyer saw it. It can be completed as it is now.",
  severity: "recoverable",
});

const REVIEW = /* @__PURE__ */ errorMessage({
  code: "buyer_review_required",
  content: "The buyer has to look the order over and finish it on the business's page.",
  severity: "requires_buyer_review",
});

/** §1.8: a mandate, where the extension is active; otherwise a trusted page, or the buyer's own review. */
async function unauthorized(
  { record: { checkout }, request, context, signal }: Attempt,
  { mandates, trustedUi, now = Date.now }: AnyOptions,
): Promise<Message | undefined> {
  const { platform } = context;
  if (!hasCapability(platform.capabilities, "ap2_mandate"))
    return (await trustedUi(context)) ? undefined : REVIEW;
  if (mandates === undefined)
    throw new TypeError("the mandate extension is active: `mandates` is needed");
  // What the platform was answered last: that is what its buyer has agreed to.
  const about = { checkout, platform, now: now(), signal };
  return mandateProblem(await mandates.verify(mandateOf(request), about));
}

function mandateOf(request: RequestShape): string | undefined {
  const ap2 = isObject(request) ? own(request, "ap2") : undefined;
  const mandate = isObject(ap2) ? own(ap2, "checkout_mandate") : undefined;
  return typeof mandate === "string" ? mandate : undefined;
}

/**
 * The checkout itself is as good as it was, unless the buyer is needed: what failed is the completion, and
 * that can be tried again.
 */
function failed(
  checkout: CheckoutShape,
  messages: readonly Message[],
): AttemptEnd & { readonly kind: "failed" } {
  const status = messages.some(isEscalation) ? "requires_escalation" : "ready_for_complete";
  const all = [...withoutFailures(checkout), ...messages];
  return { kind: "failed", checkout: { ...checkout, status, messages: all } };
}

/** §2.9: an order of this checkout, in its currency. */
export function requireOrderOf({ id, currency }: CheckoutShape, order: PlacedOrder): PlacedOrder {
  if (typeof order.id !== "string" || typeof order.permalink_url !== "string")
    throw new CheckoutError("order_mismatch", "an order has an id and a permalink_url");
  if (order.checkout_id !== undefined && order.checkout_id !== id)
    throw new CheckoutError("order_mismatch", `its checkout_id is not ${id}`);
  if (order.currency !== undefined && order.currency !== currency)
    throw new CheckoutError("order_mismatch", `its currency is not ${currency}`);
  return order;
}
