/**
 * Builds a checkout from the business's evaluation and checks its rules. If one is broken, nothing is stored and the
 * error names the rule.
 */

import { withoutCredentials } from "../../envelope/member-removals.js";
import type { BusinessOutcome } from "../../envelope/business-outcome.js";
import { checkFulfillment } from "../fulfillment/check-fulfillment.js";
import { fulfillmentRules } from "../fulfillment/rules.js";
import type { Fulfillment } from "../fulfillment/fulfillment.js";
import type { FulfillmentBreachCode } from "../fulfillment/check-parts.js";
import { quiet } from "../../log/quiet.js";
import type { CallContext } from "../../server/handlers.js";
import type { ReleaseValues } from "../../service/release-values.js";
import { checkTotals } from "../totals/check-totals.js";
import { isDateTime } from "../../formats/date-time.js";
import { configOf } from "../../vocabulary/vocabulary.js";
import { CheckoutError, type Declined } from "./checkout-error.js";
import { requireContinueUrl } from "./continue-url.js";
import { requireExplained, statusOf } from "./status.js";
import type { CheckoutShape, EvaluationShape, LineShape, RequestShape } from "./types.js";
import { defined } from "../../json/members.js";

export interface EvaluationInput {
  readonly id: string;
  readonly trigger: "create" | "update" | "amend";
  /** Undefined for a new session. */
  readonly before: CheckoutShape | undefined;
  readonly context: CallContext;
}

/** Evaluates a request into a checkout that satisfies the rules. */
export type Evaluated = (
  request: RequestShape,
  asked: EvaluationInput,
) => Promise<CheckoutShape | Declined | BusinessOutcome>;

export interface EvaluationRules {
  continueUrl(id: string): string;
  needsDelivery?(line: LineShape): boolean;
  readonly fulfillmentConfig?: Readonly<Record<string, unknown>> | undefined;
  readonly releaseValues?: ReleaseValues | undefined;
  readonly log?: ((error: unknown) => void) | undefined;
}

/** Does not check the status: the status machine does so later. */
export function checkoutFrom(
  id: string,
  evaluation: EvaluationShape,
  request: RequestShape,
  expiresAt: string | undefined,
  rules: EvaluationRules,
): CheckoutShape {
  const { status, continue_url, expires_at, ...rest } = evaluation;
  const checkout = {
    payment: request.payment ?? {},
    ...defined({ buyer: request.buyer }),
    ...rest,
    currency: requireCurrency(rest.currency ?? request.currency),
    id,
    status: status ?? statusOf(evaluation.messages ?? []),
    continue_url: requireContinueUrl(continue_url ?? rules.continueUrl(id)),
    ...defined({ expires_at: expires_at ?? expiresAt }),
  };
  return withoutCredentials(checkout, rules.releaseValues?.paymentAnswer);
}

function requireCurrency(currency = ""): string {
  if (currency !== "") return currency;
  throw new CheckoutError(
    "currency_missing",
    "the request has no currency: the evaluation must return one",
  );
}

/**
 * §2.3, §2.4, §2.6, §3.2: checks every rule of a checkout that a machine can check.
 * @returns the checkout as its platform receives it
 * @throws CheckoutError, and InvalidAnswer if the checkout does not match its schema
 */
export function requireRules(
  checkout: CheckoutShape,
  context: CallContext,
  rules: EvaluationRules,
): object {
  requireExplained(checkout.status, checkout.messages ?? []);
  requireTotals(checkout, rules);
  requireFulfillment(checkout, context, rules);
  requireTime(checkout);
  // A checkout that cannot be sent must not be stored either.
  return context.present(checkout);
}

function requireTotals(
  { totals, line_items: lines }: CheckoutShape,
  { releaseValues, log }: EvaluationRules,
): void {
  for (const { code, path } of checkTotals(totals, { ...releaseValues, lines })) {
    const error = new CheckoutError("totals_invalid", `${code} at ${path}`);
    // §2.3: a total should not be negative. It may be, so it is only logged.
    if (code !== "total_negative") throw error;
    quiet(log)(error);
  }
}

function requireTime({ expires_at }: CheckoutShape): void {
  if (expires_at === undefined) return;
  if (!isDateTime(expires_at) || Number.isNaN(timeOf(expires_at)))
    throw new CheckoutError("expiry_invalid", "expires_at must be an RFC 3339 time");
}

/**
 * Wording is no reason to block a sale, and the checks may be wrong: a number in a text need not be the price. These
 * are only logged.
 */
const MATTERS_OF_TEXT: ReadonlySet<FulfillmentBreachCode> = new Set([
  "description_repeats_price",
  "option_title_wordless",
]);

function requireFulfillment(
  { fulfillment, line_items, currency }: CheckoutShape,
  { platform }: CallContext,
  { needsDelivery = () => true, fulfillmentConfig, log }: EvaluationRules,
): void {
  if (fulfillment === undefined) return;
  const lines = line_items.map((line) => ({ id: line.id, physical: needsDelivery(line) }));
  const rules = fulfillmentRules(configOf(platform.configs, "fulfillment"), fulfillmentConfig);
  const options = { lines, rules, currency };
  for (const { code, path } of checkFulfillment(fulfillment as Fulfillment, options)) {
    const error = new CheckoutError("fulfillment_invalid", `${code} at ${path}`);
    if (!MATTERS_OF_TEXT.has(code)) throw error;
    quiet(log)(error);
  }
}

/** The time at which the session ends. Milliseconds since 1970. */
export function expiryOf(
  { expires_at }: Pick<CheckoutShape, "expires_at">,
  fallback: number,
): number {
  return expires_at === undefined ? fallback : timeOf(expires_at);
}

// RFC 3339 has leap seconds; `Date` does not.
function timeOf(text: string): number {
  return Date.parse(text.replace(/:60(?=[.zZ+-])/, ":59"));
}
