/** The verdict on a mandate: accepted for the checkout, or refused with a reason. */

/** Codes of the protocol's published releases, since the specification has none (§2.11). */
export type MandateCode =
  /** The capability is active, but no mandate was sent. */
  | "mandate_required"
  /** The key that would verify the mandate was not found. */
  | "agent_missing_key"
  /** It is not a mandate, or its signature is invalid. */
  | "mandate_invalid_signature"
  /** It has expired or is not valid yet. */
  | "mandate_expired"
  /** It is for another checkout, another state of it, or another business. */
  | "mandate_scope_mismatch"
  /** The business has not authorized the checkout in the mandate. */
  | "merchant_authorization_invalid"
  /** The checkout in the mandate lacks the business's authorization. */
  | "merchant_authorization_missing";

export interface Accepted {
  readonly kind: "accepted";
}

export interface Refused {
  readonly kind: "refused";
  readonly code: MandateCode;
  /** Text for a person, without any part of the mandate. */
  readonly content: string;
}

export type Verdict = Accepted | Refused;

export const ACCEPTED: Accepted = Object.freeze({ kind: "accepted" });

export function refused(code: MandateCode, content: string): Refused {
  return { kind: "refused", code, content };
}
