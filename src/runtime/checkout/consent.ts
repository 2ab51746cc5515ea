/** What the buyer has agreed to (§2.3): each is asked by itself, and silence is no consent. */

export type ConsentPurpose = "analytics" | "preferences" | "marketing" | "sale_of_data";

/** What is read of a checkout; `consent` is there with the extension. */
export interface Consenting {
  readonly buyer?:
    | {
        readonly consent?:
          Readonly<Partial<Record<ConsentPurpose, boolean | undefined>>> | undefined;
      }
    | undefined;
}

/** Whether the buyer said yes; not whether nobody said no. */
export function hasConsent({ buyer }: Consenting, purpose: ConsentPurpose): boolean {
  const consent = buyer?.consent;
  return consent !== undefined && Object.hasOwn(consent, purpose) && consent[purpose] === true;
}
