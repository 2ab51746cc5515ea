/** The port of the stores. `idempotent` is its user; a store of your own implements it. */
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

/**
 * Every method fails with `idempotency_unavailable` when the store cannot do its work. What else one
 * throws is taken for the same. `claim` may fail with `idempotency_quota_exceeded`, too.
 */
export interface IdempotencyStore {
  /** Atomic: of calls at the same time, in any process, one is `claimed`. */
  claim(request: ClaimRequest): Promise<Claim>;
  /**
   * Stores the answer. Again with the same claim it does nothing: the first answer stands.
   * @throws {IdempotencyError} `idempotency_lease_lost` if another call took over
   */
  complete(claim: HeldClaim, answer: StoredAnswer): Promise<void>;
  /** Forgets the claim and its parameters. Does nothing if another call took over. */
  release(claim: HeldClaim): Promise<void>;
  /** Starts the lease anew; false if the claim is no longer the holder's. */
  renew(claim: HeldClaim): Promise<boolean>;
  close(): void;
}
