/** The buyer's consent (§2.3). Each purpose is asked separately, and an absent answer is no consent. */

export type ConsentPurpose = "analytics" | "preferences" | "marketing" | "sale_of_data";

/** The part of a checkout that is read; `consent` exists only with the extension. */
export interface Consenting {
  readonly buyer?:
    | {
        readonly consent?:
          Readonly<Partial<Record<ConsentPurpose, boolean | undefined>>> | undefined;
      }
    | undefined;
}

/**
 * Returns true only if the buyer explicitly agreed to this purpose (§2.3).
 * @example
 * ```ts
 * import { hasConsent } from "@proto-gen/runtime/commerce";
 *
 * const checkout = { buyer: { consent: { analytics: true, marketing: false } } };
 * hasConsent(checkout, "analytics"); // true
 * hasConsent(checkout, "sale_of_data"); // false
 * ```
 */
export function hasConsent({ buyer }: Consenting, purpose: ConsentPurpose): boolean {
  const consent = buyer?.consent;
  return consent !== undefined && Object.hasOwn(consent, purpose) && consent[purpose] === true;
}
