/** What a business says of a mandate: it is good for the checkout, or why it is not. */

/** Why, in the codes of the protocol's published releases: the specification shows none (§2.11). */
export type MandateCode =
  /** The capability is active, and there is no mandate. */
  | "mandate_required"
  /** There is no key that the mandate could be verified with. */
  | "agent_missing_key"
  /** It is no mandate, or nobody whose keys are known has signed it so. */
  | "mandate_invalid_signature"
  /** Its time is over, or has not come. */
  | "mandate_expired"
  /** It is for another checkout, another state of it, or another business. */
  | "mandate_scope_mismatch"
  /** What the business is said to have authorized, it has not. */
  | "merchant_authorization_invalid"
  /** The checkout does not have the business's authorization. */
  | "merchant_authorization_missing";

export interface Accepted {
  readonly kind: "accepted";
}

export interface Refused {
  readonly kind: "refused";
  readonly code: MandateCode;
  /** For a person, with nothing of the mandate in it. */
  readonly content: string;
}

export type Verdict = Accepted | Refused;

export const ACCEPTED: Accepted = Object.freeze({ kind: "accepted" });

export function refused(code: MandateCode, content: string): Refused {
  return { kind: "refused", code, content };
}
