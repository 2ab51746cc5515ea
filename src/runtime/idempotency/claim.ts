/** A call that is to have one effect, and what it is told when it asks for the right to have it. */

import type { StoredAnswer } from "./stored-answer.js";

/** Scope (client, operation, key) and parameters of one call. */
export interface ClaimRequest {
  /** Who calls: the authenticated principal or the profile URL. Keys of two clients never meet. */
  readonly client: string;
  /** True where nobody has authenticated the client, though some do: such clients have one quota together. */
  readonly isAnonymous?: boolean | undefined;
  readonly operation: string;
  readonly key: string;
  /** Of the parameters: `fingerprintOf`. */
  readonly fingerprint: string;
}

/** The right to have the effect, until the lease ends and another call takes over. */
export interface HeldClaim {
  readonly kind: "claimed";
  readonly request: ClaimRequest;
  /** Fencing token: later claims have larger ones, and none is given twice. */
  readonly token: number;
  /** How long the lease is from now on, unless it is renewed. */
  readonly leaseMs: number;
}

export type Claim =
  | HeldClaim
  | { readonly kind: "completed"; readonly answer: StoredAnswer }
  /** The scope is known with another fingerprint. */
  | { readonly kind: "mismatch" }
  /** Another call holds the claim, for as long as its lease has left. */
  | { readonly kind: "pending"; readonly leaseMs: number };
