/**
 * Runs an effect once per key, and keeps its claim alive meanwhile. Duplicates get the stored answer, or wait for the call
 * that is running. If the process ends before the answer is stored, the first duplicate after the end of the lease runs
 * the effect again; what makes that safe for checkouts and carts is in `commerce/checkout/made-calls.ts`.
 */
import { type Cancellation, pause } from "../time/time.js";
import { IdempotencyError, unavailable } from "./idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim, StoredAnswer, Idempotency } from "./claims.js";

/** Renews every third of the lease, so two renewals may fail before it ends. */
class Lease {
  /** The claim's fencing token. */
  readonly token: number;
  readonly #claims: Idempotency;
  readonly #claim: HeldClaim;
  readonly #timer: ReturnType<typeof setInterval>;
  #controller: InstanceType<typeof AbortController> | undefined;
  #ended = false;
  #taken = false;

  constructor(claims: Idempotency, claim: HeldClaim) {
    this.token = claim.token;
    this.#claims = claims;
    this.#claim = claim;
    // Timers treat a longer delay than 2^31 - 1 ms as none.
    const every = Math.min(Math.max(Math.floor(claim.leaseMs / 3), 1), 2 ** 31 - 1);
    this.#timer = setInterval(() => void this.#renew(), every);
  }

  /** Aborted when another call has taken over. Created on first use, since few effects ask for it. */
  get lost(): Cancellation {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#taken) this.#controller.abort(takenOver());
    }
    return this.#controller.signal;
  }

  end(): void {
    this.#ended = true;
    clearInterval(this.#timer);
  }

  async #renew(): Promise<void> {
    // The storage may recover before the lease ends.
    const held = await this.#claims.renew(this.#claim).catch(() => true);
    if (held || this.#ended) return;
    this.end();
    this.#taken = true;
    this.#controller?.abort(takenOver());
  }
}

function takenOver(): Error {
  return new Error("the lease was lost: another call took over this key");
}

const KEY = /^[\x21-\x7e]{1,255}$/;

export interface IdempotentCall extends ClaimRequest {
  /** Ends the wait for a duplicate within 100 ms. Does not stop an effect that has started. */
  readonly signal?: Pick<Cancellation, "throwIfAborted"> | undefined;
  /** How long to wait for a running duplicate, in milliseconds. 0 does not wait. Default: 5,000. */
  readonly waitMs?: number | undefined;
}

export interface EffectClaim {
  /** Fencing token: systems behind the effect can refuse any token lower than one they have seen. */
  readonly token: number;
  /** Aborted when another call has taken over. The effect should then stop. */
  readonly lost: Cancellation;
}

export interface EffectResult<Answer extends StoredAnswer = StoredAnswer> {
  readonly answer: Answer;
  /** False if the answer is not an effect, such as a validation failure: the key stays free. */
  readonly store: boolean;
}

/**
 * Throwing means that nothing happened, and releases the claim. An effect that may have happened in part must return
 * an answer to store.
 */
export type Effect<Answer extends StoredAnswer = StoredAnswer> = (
  claim: EffectClaim,
) => Promise<EffectResult<Answer>>;

export type IdempotentResult<Answer extends StoredAnswer = StoredAnswer> =
  | { readonly kind: "replayed"; readonly answer: StoredAnswer }
  | {
      readonly kind: "executed";
      readonly answer: Answer;
      /** False if the effect said so, or if the storage failed afterwards. */
      readonly stored: boolean;
      /** The storage's error if the effect happened but its answer could not be stored. Log it. */
      readonly failure?: unknown;
    };

const DEFAULT_WAIT_MS = 5_000;

const FIRST_PAUSE_MS = 5;
const LONGEST_PAUSE_MS = 100;
/** The holder renews its lease, so the remaining time says little about when it will finish. */
const LONGEST_RETRY_AFTER_SECONDS = 5;
const COMPLETE_RETRIES_MS = [20, 80];

/**
 * Runs an effect once per key (§4.8): claims the key, runs the effect and stores its answer; or replays the stored
 * answer; or waits for a duplicate.
 * @throws {IdempotencyError} with `code`, `status` and, while a duplicate is running, `retryAfterSeconds`
 * @throws whatever the effect throws, and the reason of `signal`
 * @example
 * ```ts
 * import { createIdempotency, idempotent } from "@proto-gen/runtime/server";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 *
 * const claims = createIdempotency(createMemoryStorage());
 * const call = { client: "client_1", operation: "create_cart", key: "9f1c", fingerprint: "e3b0" };
 * const body = new TextEncoder().encode('{"id":"cart_1"}');
 * const create = async () => ({ answer: { status: 201, headers: [], body }, store: true });
 * (await idempotent(claims, call, create)).kind; // "executed"
 * (await idempotent(claims, call, create)).kind; // "replayed"
 * ```
 */
export async function idempotent<Answer extends StoredAnswer>(
  claims: Idempotency,
  call: IdempotentCall,
  effect: Effect<Answer>,
): Promise<IdempotentResult<Answer>> {
  const { client, isAnonymous, operation, key, fingerprint } = call;
  const { signal, waitMs = DEFAULT_WAIT_MS } = call;
  checkKey(key);
  // Without a client, callers could read each other's answers.
  if (client === "")
    throw new TypeError("client must not be empty: callers could read each other's answers");
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
  return unavailable("the storage failed while claiming the key", error);
}

function reused(key: string): IdempotencyError {
  const what = `the key ${key} was used before with other parameters`;
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
    await releaseClaim(claims, claim);
    return { kind: "executed", answer, stored: false };
  } catch (error) {
    await releaseClaim(claims, claim);
    throw error;
  } finally {
    lease.end();
  }
}

/**
 * The effect has happened. If the storage fails now, the caller still gets the answer: an error would make it retry,
 * and after the lease that would be a second effect.
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

/** If the storage fails, the lease ends by itself. */
async function releaseClaim(claims: Idempotency, claim: HeldClaim): Promise<void> {
  await claims.release(claim).catch(() => undefined);
}

/**
 * Requires 1 to 255 visible ASCII characters. The entropy that §8 demands (128 bits) cannot be checked on one key.
 * @throws {IdempotencyError} `idempotency_key_invalid`
 */
export function checkKey(key: string): void {
  if (KEY.test(key)) return;
  const found = key.length > 255 ? `${key.length} characters` : JSON.stringify(key);
  throw new IdempotencyError(
    "idempotency_key_invalid",
    `expected 1 to 255 visible ASCII characters, found ${found}`,
  );
}
