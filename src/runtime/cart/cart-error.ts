/**
 * The business broke a rule of carts in its own result. The platform receives an internal error and the cart does not
 * change; this error is for the business's log.
 */

export type CartErrorCode =
  /** The amounts do not add up (§2.3). */
  | "totals_invalid"
  /** The evaluation has an empty currency (§2.7). */
  | "currency_missing"
  /** `continue_url` is not an absolute https URL (§3.3). */
  | "continue_url_invalid"
  /** `expires_at` is not an RFC 3339 time (§2.7). */
  | "expiry_invalid";

export class CartError extends Error {
  override readonly name = "CartError";
  readonly code: CartErrorCode;

  constructor(code: CartErrorCode, what: string) {
    super(`${code}: ${what}`);
    this.code = code;
  }
}
