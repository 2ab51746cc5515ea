/**
 * A business that breaks a rule of carts in its own answer. The caller gets an internal error; the cart stays as it was, and
 * this is for the log.
 */

export type CartErrorCode =
  /** Amounts do not add up (§2.3). */
  | "totals_invalid"
  /** The evaluation has none, or an empty one (§2.7). */
  | "currency_missing"
  /** Not an absolute https URL (§3.3). */
  | "continue_url_invalid"
  /** `expires_at` is no time (§2.7). */
  | "expiry_invalid";

export class CartError extends Error {
  override readonly name = "CartError";
  readonly code: CartErrorCode;

  constructor(code: CartErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}
