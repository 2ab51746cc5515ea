/**
 * A business that breaks a rule of checkouts in its own answer. The caller gets an internal error; the
 * state stays as it was, and this is for the log.
 */

export type CheckoutErrorCode =
  /** The session's status cannot become what it was to become (§3.1). */
  | "illegal_transition"
  /** The status and the messages contradict each other (§3.2). */
  | "status_contradicted"
  /** Neither the request nor the evaluation has one (§2.4). */
  | "currency_missing"
  /** Amounts do not add up (§2.3). */
  | "totals_invalid"
  /** A rule of fulfillment is broken (§2.6). */
  | "fulfillment_invalid"
  /** Not an absolute https URL (§3.3). */
  | "continue_url_invalid"
  /** `expires_at` is no time (§2.4). */
  | "expiry_invalid"
  /** The order is not that of the checkout (§2.9), or no answer could have it. */
  | "order_mismatch"
  /** A payment could not be taken back; it is tried again. */
  | "release_failed";

export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
  readonly code: CheckoutErrorCode;

  constructor(code: CheckoutErrorCode, what: string, options: { readonly cause?: unknown } = {}) {
    super(`${code}: ${what}`, options);
    this.code = code;
  }
}
