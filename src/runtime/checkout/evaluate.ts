/**
 * What a business's evaluation makes of a session. In: the evaluation, the request, what was before. Out:
 * the checkout, or an error that names the rule it breaks; then nothing is kept.
 */

import { withoutCredentials, type BusinessOutcome } from "../envelope/index.js";
import {
  checkFulfillment,
  fulfillmentRules,
  type Fulfillment,
  type FulfillmentBreachCode,
} from "../fulfillment/index.js";
import { quiet } from "../log/quiet.js";
import type { CallContext } from "../server/handlers.js";
import type { ReleaseValues } from "../service/release-values.js";
import { checkTotals } from "../totals/check-totals.js";
import { isDateTime } from "../formats/date-time.js";
import { configOf } from "../vocabulary/capability.js";
import { CheckoutError } from "./checkout-error.js";
import { requireContinueUrl } from "./continue-url.js";
import type { Declined } from "./declined.js";
import { requireExplained, statusOf } from "./status-of.js";
import type { CheckoutShape, EvaluationShape, LineShape, RequestShape } from "./types.js";

export interface Asked {
  readonly id: string;
  readonly trigger: "create" | "update" | "amend";
  /** Undefined for a new one. */
  readonly before: CheckoutShape | undefined;
  readonly context: CallContext;
}

/** The checkout that a request makes, whose rules hold. */
export type Evaluated = (
  request: RequestShape,
  asked: Asked,
) => Promise<CheckoutShape | Declined | BusinessOutcome>;

export interface EvaluationRules {
  continueUrl(id: string): string;
  needsDelivery?(line: LineShape): boolean;
  readonly fulfillmentConfig?: Readonly<Record<string, unknown>> | undefined;
  readonly releaseValues?: ReleaseValues | undefined;
  readonly log?: ((error: unknown) => void) | undefined;
}

/** A status that the machine has still to allow. */
export function checkoutFrom(
  id: string,
  evaluation: EvaluationShape,
  request: RequestShape,
  expiresAt: string | undefined,
  rules: EvaluationRules,
): CheckoutShape {
  const { status, continue_url, expires_at, ...rest } = evaluation;
  const expires = expires_at ?? expiresAt;
  const checkout = {
    payment: request.payment ?? {},
    ...(request.buyer === undefined ? {} : { buyer: request.buyer }),
    ...rest,
    currency: requireCurrency(rest.currency ?? request.currency),
    id,
    status: status ?? statusOf(evaluation.messages ?? []),
    continue_url: requireContinueUrl(continue_url ?? rules.continueUrl(id)),
    ...(expires === undefined ? {} : { expires_at: expires }),
  };
  return withoutCredentials(checkout, rules.releaseValues?.paymentAnswer);
}

function requireCurrency(currency = ""): string {
  if (currency !== "") return currency;
  throw new CheckoutError("currency_missing", "the request has none: the evaluation has to say it");
}

/**
 * §2.3, §2.4, §2.6, §3.2: what a machine can see of a checkout's rules.
 * @returns the checkout as its platform gets it
 * @throws CheckoutError, and InvalidAnswer for what its schema does not allow
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
  // What could not be answered is not kept, either.
  return context.present(checkout);
}

function requireTotals(
  { totals, line_items: lines }: CheckoutShape,
  { releaseValues, log }: EvaluationRules,
): void {
  for (const { code, path } of checkTotals(totals, { ...releaseValues, lines })) {
    const error = new CheckoutError("totals_invalid", `${code} at ${path}`);
    // §2.3: a total should not be below zero. It may be, and somebody should look.
    if (code !== "total_negative") throw error;
    quiet(log)(error);
  }
}

function requireTime({ expires_at }: CheckoutShape): void {
  if (expires_at === undefined) return;
  if (!isDateTime(expires_at) || Number.isNaN(timeOf(expires_at)))
    throw new CheckoutError("expiry_invalid", "expires_at is no RFC 3339 time");
}

/** A text is no reason to sell nothing: a number in it may be another one than the price, and a sign may say enough. */
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

/** When the session ends. Milliseconds since 1970. */
export function expiryOf(
  { expires_at }: Pick<CheckoutShape, "expires_at">,
  fallback: number,
): number {
  return expires_at === undefined ? fallback : timeOf(expires_at);
}

// A leap second is a time of RFC 3339, but none of Date's.
function timeOf(text: string): number {
  return Date.parse(text.replace(/:60(?=[.zZ+-])/, ":59"));
}
