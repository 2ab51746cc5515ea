/** Values in which releases of the protocol differ, as generated code has them: code that follows several releases reads them. */

/** Who can resolve an error, and whether anyone can (§2.3, §3.2). */
export type Severity =
  "recoverable" | "requires_buyer_input" | "requires_buyer_review" | "unrecoverable";

export interface ReleaseValues {
  /** `2026-11-20`; `draft` before it is dated. */
  readonly version: string;
  /** The severities that errors in a checkout's messages may have. Others become warnings with the same code. */
  readonly severities: readonly Severity[];
  /** Whether discounts are amounts above or below zero: `total = subtotal - discount`, or `subtotal + discount`. */
  readonly discounts: "positive" | "negative";
  /** Whether the envelope of every checkout has `payment_handlers`, if only to say that there are none (§2.5). */
  readonly paymentHandlers: "required" | "optional";
}
