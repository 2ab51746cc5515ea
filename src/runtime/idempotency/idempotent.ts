/**
 * In: claims, a call with its key and fingerprint, and the effect.
 * Out: the effect's answer, or the one that an earlier call with this key was given.
 */
import type { Cancellation } from "./cancellation.js";
import { IdempotencyError, unavailable } from "./idempotency-error.js";
import { checkKey } from "./key.js";
import { Lease } from "./lease.js";
import { pause } from "./pause.js";
import type { Claim, ClaimRequest, HeldClaim } from "./claim.js";
import type { Idempotency } from "./claims.js";
import type { StoredAnswer } from "./stored-answer.js";

// Every platform has it, but ECMAScript's own declarations do not.
declare const performance: { now(): number };

export interface IdempotentCall extends ClaimRequest {
  /** Ends the wait for a twin, within 100 ms. An effect that has started is not stopped by it. */
  readonly signal?: Pick<Cancellation, "throwIfAborted"> | undefined;
  /** How long a twin is waited for. By default 5 seconds; 0 does not wait. */
  readonly waitMs?: number | undefined;
}

export interface EffectClaim {
  /** For systems behind the effect, which can refuse a token below one that they have seen. */
  readonly token: number;
  /** Aborted when another call has taken over: what is not yet done should not be done. */
  readonly lost: Cancellation;
}

export interface EffectResult<Answer extends StoredAnswer = StoredAnswer> {
  readonly answer: Answer;
  /** False for an answer that is no effect, such as that of a validation failure: the key is free. */
  readonly store: boolean;
}

/**
 * A throw says that nothing has happened, and releases the claim. An effect that may have happened
 * in part returns an answer to store.
 */
export type Effect<Answer extends StoredAnswer = StoredAnswer> = (
  claim: EffectClaim,
) => Promise<EffectResult<Answer>>;

export type IdempotentResult<Answer extends StoredAnswer = StoredAnswer> =
  | { readonly kind: "replayed"; readonly answer: StoredAnswer }
  | {
      readonly kind: "executed";
      readonly answer: Answer;
      /** False if the effect said so, or if the storage failed after it. */
      readonly stored: boolean;
      /** Why the storage could not keep the answer of an effect that has happened. Log it. */
      readonly failure?: unknown;
    };

export const DEFAULT_WAIT_MS = 5_000;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** A holder renews its lease, so what is left of it says little about when it will be done. */
const LONGEST_RETRY_AFTER_SECONDS = 5;
const COMPLETE_RETRIES_MS = [20, 80];

/**
 * Claims the key, then has the effect and stores its answer; or replays; or waits for a twin.
 * @throws {IdempotencyError} with `code`, `status` and, for a twin, `retryAfterSeconds`
 * @throws what the effect throws, and the reason of `signal`
 */
export async function idempotent<Answer extends StoredAnswer>(
  claims: Idempotency,
  call: IdempotentCall,
  effect: Effect<Answer>,
): Promise<IdempotentResult<Answer>> {
  const { client, isAnonymous, operation, key, fingerprint } = call;
  const { signal, waitMs = DEFAULT_WAIT_MS } = call;
  checkKey(key);
  // Without a client, one could read another's answers.
  if (client === "") throw new TypeError("an idempotent call needs a client");
  const request = { client, isAnonymous, operation, key, fingerprint };
  let deadline: number | undefined;
  for (let next = FIRST_PAUSE_MS; ; next = Math.min(next * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted();
    let claim: Claim;
    try {
      claim = await claims.claim(request, deadline !== undefined);
    } catch (error) {
      throw asIdempotencyError(error);
    }
    if (claim.kind === "claimed") return await execute(claims, claim, effect);
    if (claim.kind === "completed") return { kind: "replayed", answer: claim.answer };
    if (claim.kind === "mismatch") throw reused(key);
    const now = performance.now();
    deadline ??= now + waitMs;
    if (!(deadline > now)) throw inProgress(key, claim.leaseMs);
    await pause(Math.min(next, deadline - now));
  }
}

function asIdempotencyError(error: unknown): IdempotencyError {
  if (error instanceof IdempotencyError) return error;
  return unavailable("the storage failed to claim a key", error);
}

function reused(key: string): IdempotencyError {
  const what = `the key ${key} came before with other parameters`;
  return new IdempotencyError("idempotency_key_reused", what);
}

function inProgress(key: string, leaseMs: number): IdempotencyError {
  const seconds = Math.min(Math.max(Math.ceil(leaseMs / 1000), 1), LONGEST_RETRY_AFTER_SECONDS);
  const what = `a call with the key ${key} is still running`;
  return new IdempotencyError("idempotency_in_progress", what, { retryAfterSeconds: seconds });
}

async function execute<Answer extends StoredAnswer>(
  claims: Idempotency,
  claim: HeldClaim,
  effect: Effect<Answer>,
): Promise<IdempotentResult<Answer>> {
  const lease = new Lease(claims, claim);
  try {
    const { answer, store: keep } = await effect(lease);
    if (keep) return await complete(claims, claim, answer);
    await release(claims, claim);
    return { kind: "executed", answer, stored: false };
  } catch (error) {
    await release(claims, claim);
    throw error;
  } finally {
    lease.end();
  }
}

/**
 * The effect has happened. If the storage is down now, whoever asked still learns so: an error would
 * make it try again, and after the lease that would be a second effect.
 */
async function complete<Answer extends StoredAnswer>(
  claims: Idempotency,
  claim: HeldClaim,
  answer: Answer,
): Promise<IdempotentResult<Answer>> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      await claims.complete(claim, answer);
      return { kind: "executed", answer, stored: true };
    } catch (error) {
      if (error instanceof IdempotencyError && error.code === "idempotency_lease_lost") throw error;
      const retryMs = COMPLETE_RETRIES_MS[attempt];
      if (retryMs === undefined) {
        return { kind: "executed", answer, stored: false, failure: error };
      }
      await pause(retryMs);
    }
  }
}

/** If the storage is down, the lease ends by itself. */
async function release(claims: Idempotency, claim: HeldClaim): Promise<void> {
  await claims.release(claim).catch(() => undefined);
}
