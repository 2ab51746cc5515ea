/**
 * Why the business's decision about a checkout brings no result. `Declined` is its refusal of a request, such as a declined payment or an
 * update that it cannot satisfy. A `CheckoutError` says that its own result breaks a rule of checkouts: the platform receives an internal
 * error and the state does not change; this error is for the business's log.
 */

import type { Message } from "../../envelope/message.js";

/**
 * The checkout stays as it was, and the platform receives it with these messages. After an update its envelope has
 * status `error` (§2.2).
 */
export class Declined {
  readonly kind = "declined";
  readonly messages: readonly Message[];

  /** @throws TypeError if no message is an error */
  constructor(messages: readonly Message[]) {
    if (!messages.some(({ type }) => type === "error"))
      throw new TypeError("Declined needs at least one message of type error");
    this.messages = messages;
  }
}

type CheckoutErrorCode =
  /** The status machine has no such transition (§3.1). */
  | "illegal_transition"
  /** The status and the messages contradict each other (§3.2). */
  | "status_contradicted"
  /** Neither the request nor the evaluation has a currency (§2.4). */
  | "currency_missing"
  /** The amounts do not add up (§2.3). */
  | "totals_invalid"
  /** The fulfillment breaks a rule of §2.6. */
  | "fulfillment_invalid"
  /** `continue_url` is not an absolute https URL (§3.3). */
  | "continue_url_invalid"
  /** `expires_at` is not an RFC 3339 time (§2.4). */
  | "expiry_invalid"
  /** The order does not belong to the checkout, or is invalid (§2.9). */
  | "order_mismatch"
  /** The payment provider answered a state that leads to no money. The payment is released. */
  | "payment_mismatch"
  /** A payment could not be released. The release is retried. */
  | "release_failed"
  /** An authorized payment could not be captured. The capture is retried. */
  | "capture_failed";

export class CheckoutError extends Error {
  override readonly name = "CheckoutError";
  readonly code: CheckoutErrorCode;

  constructor(code: CheckoutErrorCode, what: string, options: { readonly cause?: unknown } = {}) {
    super(`${code}: ${what}`, options);
    this.code = code;
  }
}
