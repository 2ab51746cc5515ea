/** Builds a cart from the business's evaluation and checks the rules that a machine can check (§2.3, §2.7). */

import { isContinueUrl } from "../checkout/continue-url.js";
import { expiryOf } from "../checkout/evaluate.js";
import { isDateTime } from "../../formats/date-time.js";
import { quiet } from "../../log/quiet.js";
import type { CallContext } from "../../server/handlers.js";
import { checkTotals } from "../totals/check-totals.js";
import type { CartEvaluationShape, CartRequestShape, CartShape, AnyCartOptions } from "./types.js";
import { defined } from "../../json/members.js";

export type CartErrorCode =
  /** The amounts do not add up (§2.3). */
  | "totals_invalid"
  /** The evaluation has an empty currency (§2.7). */
  | "currency_missing"
  /** `continue_url` is not an absolute https URL (§3.3). */
  | "continue_url_invalid"
  /** `expires_at` is not an RFC 3339 time (§2.7). */
  | "expiry_invalid";

/**
 * The business broke a rule of carts in its own result. The platform receives an internal error and the cart does not
 * change; this error is for the business's log.
 */
export class CartError extends Error {
  override readonly name = "CartError";
  readonly code: CartErrorCode;

  constructor(code: CartErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}

export interface EvaluatedCart {
  readonly id: string;
  readonly request: CartRequestShape;
  readonly evaluation: CartEvaluationShape;
  /** Used if the evaluation has no `expires_at`. Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function cartFrom(
  { id, request, evaluation, expiresAt }: EvaluatedCart,
  { continueUrl }: AnyCartOptions,
): CartShape {
  const { buyer, context } = request;
  const { continue_url = continueUrl?.(id), expires_at, ...rest } = evaluation;
  return {
    ...defined({ buyer, context }),
    ...rest,
    id,
    ...defined({ continue_url }),
    expires_at: expires_at ?? new Date(expiresAt).toISOString(),
  };
}

/** @throws CartError; InvalidAnswer if the cart cannot be sent to the platform */
export function requireCartRules(
  cart: CartShape,
  context: CallContext,
  { releaseValues, log }: AnyCartOptions,
): void {
  const { continue_url, line_items: lines, totals } = cart;
  if ((cart as { readonly currency?: unknown }).currency === "")
    throw new CartError("currency_missing", "the evaluation's currency must not be empty");
  // §2.7: a cart's totals may be partial.
  for (const { code, path } of checkTotals(totals, { ...releaseValues, lines, partial: true })) {
    const error = new CartError("totals_invalid", `${code} at ${path}`);
    if (code !== "total_negative") throw error;
    quiet(log)(error);
  }
  if (continue_url !== undefined && !isContinueUrl(continue_url))
    throw new CartError(
      "continue_url_invalid",
      "continue_url must be an absolute https URL (RFC 3986) without user name and password",
    );
  if (!isDateTime(cart.expires_at ?? "") || Number.isNaN(cartExpiryOf(cart)))
    throw new CartError("expiry_invalid", "expires_at must be an RFC 3339 time");
  // A cart that cannot be sent must not be stored either.
  context.present(cart);
}

/** The time at which the cart expires, in milliseconds since 1970. NaN if it has none. */
export function cartExpiryOf(cart: CartShape): number {
  return expiryOf(cart, Number.NaN);
}
