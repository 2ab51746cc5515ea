/** At most one effect for each idempotency key, and the same answer for every duplicate (§4.8). */
export type { Cancellation } from "../time/cancellation.js";
export { type ClaimTimes, DEFAULT_LEASE_MS, DEFAULT_TTL_MS, LEAST_TTL_MS } from "./claim-times.js";
export { fingerprintOf, type Parameters } from "./fingerprint.js";
export { IdempotencyError, type IdempotencyErrorCode } from "./idempotency-error.js";
export {
  DEFAULT_WAIT_MS,
  type Effect,
  type EffectClaim,
  type EffectResult,
  idempotent,
  type IdempotentCall,
  type IdempotentResult,
  checkKey,
} from "./idempotent.js";
export type { Claim, ClaimRequest, HeldClaim, StoredAnswer } from "./claim.js";
export { createIdempotency, type Idempotency } from "./claims.js";
