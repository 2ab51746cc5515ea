/** The request of a call to run an effect once, and the possible results. */

/** Scope (client, operation, key) and parameters of one call. */
export interface ClaimRequest {
  /** The authenticated principal or the profile URL. Keys of different clients never collide. */
  readonly client: string;
  /**
   * True if this client is unauthenticated on a server that authenticates others: all such clients share one quota.
   */
  readonly isAnonymous?: boolean | undefined;
  readonly operation: string;
  readonly key: string;
  /** Result of `fingerprintOf` for the parameters. */
  readonly fingerprint: string;
}

/** The right to run the effect, until the lease ends and another call takes over. */
export interface HeldClaim {
  readonly kind: "claimed";
  readonly request: ClaimRequest;
  /** Fencing token: later claims have larger tokens, and no token is used twice. */
  readonly token: number;
  /** Remaining lease in milliseconds, unless it is renewed. */
  readonly leaseMs: number;
}

export type Claim =
  | HeldClaim
  | { readonly kind: "completed"; readonly answer: StoredAnswer }
  /** The key was used with different parameters. */
  | { readonly kind: "mismatch" }
  /** Another call holds the claim. `leaseMs` is what remains of its lease. */
  | { readonly kind: "pending"; readonly leaseMs: number };

/** The response that every duplicate gets, byte for byte. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
}
