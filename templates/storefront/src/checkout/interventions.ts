/** What the staff has decided about single checkouts: each is evaluated again with it. */

export interface Intervention {
  /** The buyer has to look at the checkout before it is placed (§3.2). */
  readonly isReviewed?: boolean;
  /** The time at which it ends, in place of the usual one. RFC 3339. */
  readonly expiresAt?: string;
}

export type Interventions = ReadonlyMap<string, Intervention>;
