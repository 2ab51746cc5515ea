/**
 * Claims: the request of a call to run an effect once, the possible results, how long they are kept, and how they are stored. Each is one
 * record, which only its holder may overwrite until the lease ends.
 */

import { atLeast } from "../bounds/at-least.js";
import { randomKey } from "../text/encoding.js";
import {
  recordKey,
  ABSENT,
  readRecord,
  StorageError,
  type Storage,
  type StoredRecord,
} from "../storage/storage.js";
import { IdempotencyError, leaseLost, quotaExceeded, unavailable } from "./idempotency-error.js";

/** Scope (client, operation, key) of one call, and the fingerprint of what it was called with. */
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
  /** Key of its record in the storage. */
  readonly recordKey: string;
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

/** The response that every duplicate gets, byte for byte. It is signed each time that it is sent. */
export interface StoredAnswer {
  readonly status: number;
  /** In order; names may repeat. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Uint8Array;
  /** The body before it was encoded as UTF-8, if known: it need not be decoded to be stored. */
  readonly text?: string | undefined;
}

/** The options that set how long a claim is held and how long its answer is stored. */
export interface ClaimTimes {
  /** Lifetime of an answer from its completion, in milliseconds. At least 24 hours (§8). Default: 48 hours. */
  readonly ttlMs?: number | undefined;
  /** Time after which another call may take over a claim from a silent holder, in milliseconds. Default: 30,000. */
  readonly leaseMs?: number | undefined;
  /** Milliseconds since 1970. All processes on one storage must have the same clock. Default: Date.now. */
  readonly now?: (() => number) | undefined;
}

const LEAST_TTL_MS: number = 24 * 60 * 60 * 1000;
export const DEFAULT_TTL_MS: number = 2 * LEAST_TTL_MS;
const DEFAULT_LEASE_MS: number = 30_000;

/** @throws {RangeError} if `ttlMs` is below 24 hours or `leaseMs` below 1 */
function claimTimes({ ttlMs, leaseMs, now }: ClaimTimes): {
  readonly [Name in keyof ClaimTimes]-?: NonNullable<ClaimTimes[Name]>;
} {
  return {
    ttlMs: atLeast("ttlMs", LEAST_TTL_MS, ttlMs ?? DEFAULT_TTL_MS),
    leaseMs: atLeast("leaseMs", 1, leaseMs ?? DEFAULT_LEASE_MS),
    now: now ?? Date.now,
  };
}

/** The stored state of a scope. A storage has at most one entry per scope. */
interface Entry {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  /**
   * Without an answer: one `ttlMs` after the end of the lease. Until then a late holder may still complete, and the
   * key cannot be used with other parameters.
   */
  readonly expiresAt: number;
  readonly answer: StoredAnswer | undefined;
}

/** The claim that a request gets for an existing entry. Undefined if it may claim the scope itself. */
function claimOn(
  entry: Entry | undefined,
  { fingerprint }: ClaimRequest,
  now: number,
): Claim | undefined {
  if (entry === undefined || entry.expiresAt <= now) return undefined;
  if (entry.fingerprint !== fingerprint) return { kind: "mismatch" };
  const { answer } = entry;
  if (answer !== undefined) return { kind: "completed", answer };
  const leaseMs = entry.leaseEndsAt - now;
  return leaseMs > 0 ? { kind: "pending", leaseMs } : undefined;
}

/** JSON separates the strings unambiguously. The most distinctive comes first, since engines compare them. */
function scopeOf({ client, operation, key }: ClaimRequest): string {
  return JSON.stringify([key, operation, client]);
}

/** Methods reject with `IdempotencyError` only; its code is `idempotency_unavailable` if the storage fails. */
export interface Idempotency {
  /**
   * Atomic across processes: of concurrent calls exactly one is `claimed`. New keys of a client that has used up its
   * share of the storage are refused with `idempotency_quota_exceeded`.
   * @param isKnown true if the key was seen before: the record is then read first, since a commit would most likely
   * fail. Default: false.
   */
  claim(request: ClaimRequest, isKnown?: boolean): Promise<Claim>;
  /**
   * Stores the answer. Idempotent for the same claim. Rejects with `idempotency_lease_lost` if another call took
   * over.
   */
  complete(claim: HeldClaim, answer: StoredAnswer): Promise<void>;
  /** Deletes the claim and its parameters. Does nothing if another call took over. */
  release(claim: HeldClaim): Promise<void>;
  /** Restarts the lease. False if another call took over or the claim has been completed. */
  renew(claim: HeldClaim): Promise<boolean>;
}

interface ClaimRecord {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  readonly expiresAt: number;
  /** The claim's fencing token. Default: the version of the record. */
  readonly token?: number;
  /** Identifies the call that claimed it; absent after a renewal. */
  readonly by?: string;
  readonly answer?: AnswerRecord;
}

/** An answer as JSON, in few values, because a storage holds many answers. */
interface AnswerRecord {
  readonly status: number;
  /** Each name is followed by its value. */
  readonly headers: readonly string[];
  /** Text if the bytes are valid UTF-8, and otherwise one number per byte. */
  readonly body: string | readonly number[];
}

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const COLLECTION = "idempotency";

/**
 * Creates the claims on idempotency keys (§4.8) that `idempotent` uses. No result is deleted before it expires, since its
 * effect could then happen twice: a full storage refuses new keys instead. All processes on one storage must have the
 * same clock.
 * @throws {RangeError} if `ttlMs` is below 24 hours or `leaseMs` below 1
 * @example
 * ```ts
 * import { createIdempotency } from "@proto-gen/runtime/server";
 * import { createMemoryStorage } from "@proto-gen/runtime/storage";
 *
 * const claims = createIdempotency(createMemoryStorage(), { leaseMs: 60_000 });
 * const client = "https://agent.example/profile.json";
 * const request = { client, operation: "complete_checkout", key: "9f1c", fingerprint: "e3b0" };
 * (await claims.claim(request)).kind; // "claimed"
 * (await claims.claim(request)).kind; // "pending"
 * (await claims.claim({ ...request, fingerprint: "77af" })).kind; // "mismatch"
 * ```
 */
export function createIdempotency(storage: Storage, times: ClaimTimes = {}): Idempotency {
  const records = new ClaimRecords(storage, times);
  return {
    claim: (request, isKnown = false) => ask(() => records.claim(request, isKnown)),
    complete: (held, answer) => ask(() => records.complete(held, answer)),
    release: (held) => ask(() => records.release(held)),
    renew: (held) => ask(() => records.renew(held)),
  };
}

type Place = Pick<HeldClaim, "request" | "recordKey">;

class ClaimRecords {
  readonly #storage: Storage;
  readonly #times: ReturnType<typeof claimTimes>;
  /** Prefix of `by` in the claims that this object makes. */
  readonly #keeper = randomKey();
  #claims = 0;

  constructor(storage: Storage, times: ClaimTimes) {
    this.#storage = storage;
    this.#times = claimTimes(times);
  }

  async claim(request: ClaimRequest, isKnown: boolean): Promise<Claim> {
    this.#claims += 1;
    const by = `${this.#keeper} ${this.#claims}`;
    const named = recordKey(scopeOf(request));
    // Short keys are available without a wait: skip the await.
    const place = { request, recordKey: typeof named === "string" ? named : await named };
    const first = isKnown ? await this.#find(place) : undefined;
    const known = this.#claimIn(first, request);
    if (known !== undefined) return known;
    for (let expected = first?.version ?? ABSENT; ;) {
      let failure: StorageError | undefined;
      const value = { ...this.#pending(request), by };
      const token = await this.#write(place, value, expected).catch((thrown: unknown) => {
        if (!(thrown instanceof StorageError)) throw thrown;
        failure = thrown;
      });
      if (token !== undefined) return this.#claimed(place, token);
      const found = await this.#find(place);
      // A commit that rejected may still have happened.
      if (found?.value.by === by) return this.#claimed(place, found.version);
      const known = this.#claimIn(found, request);
      if (known !== undefined) return known;
      if (failure !== undefined) throw failure;
      expected = found?.version ?? ABSENT;
    }
  }

  async complete(held: HeldClaim, answer: StoredAnswer): Promise<void> {
    const { now, ttlMs } = this.#times;
    const time = now();
    const { fingerprint } = held.request;
    const value = { fingerprint, leaseEndsAt: time, expiresAt: time + ttlMs };
    const done = await this.#writeOver(held, { ...value, answer: recordOf(answer) });
    if (done === "lost") throw leaseLost();
  }

  async release(held: HeldClaim): Promise<void> {
    await this.#writeOver(held, undefined);
  }

  async renew(held: HeldClaim): Promise<boolean> {
    return (await this.#writeOver(held, this.#pending(held.request))) === "written";
  }

  #find({ recordKey: key }: Place): Promise<StoredRecord<ClaimRecord> | undefined> {
    return readRecord<ClaimRecord>(this.#storage, COLLECTION, key);
  }

  /** Returns the new version, or undefined if the record was not in the expected one. */
  async #write(
    { request, recordKey: key }: Place,
    value: ClaimRecord | undefined,
    expected: number,
  ): Promise<number | undefined> {
    const { client, isAnonymous } = request;
    const owner = { client, isAnonymous, atShare: "refuse" } as const;
    const expiresAt = value?.expiresAt;
    const record = { collection: COLLECTION, key, value, expected, expiresAt, owner };
    const result = await this.#storage.commit([record]);
    if (result.kind === "conflict") return undefined;
    if (result.kind === "committed") return result.versions[0] ?? ABSENT;
    throw quotaExceeded(request);
  }

  #pending({ fingerprint }: ClaimRequest): ClaimRecord {
    const { now, leaseMs, ttlMs } = this.#times;
    const leaseEndsAt = now() + leaseMs;
    return { fingerprint, leaseEndsAt, expiresAt: leaseEndsAt + ttlMs };
  }

  #claimed(place: Place, token: number): Claim {
    return { kind: "claimed", ...place, token, leaseMs: this.#times.leaseMs };
  }

  #claimIn(found: StoredRecord<ClaimRecord> | undefined, request: ClaimRequest): Claim | undefined {
    return claimOn(found && entryOf(found.value), request, this.#times.now());
  }

  /** Overwrites a claim's record if it is still the holder's and has no answer. */
  async #writeOver(
    held: HeldClaim,
    value: ClaimRecord | undefined,
  ): Promise<"written" | "complete" | "lost"> {
    const { token } = held;
    for (let expected = token; ;) {
      const version = await this.#write(held, value && { ...value, token }, expected);
      if (version !== undefined) return "written";
      const found = await this.#find(held);
      if (found === undefined || (found.value.token ?? found.version) !== token) return "lost";
      if (found.value.answer !== undefined) return "complete";
      expected = found.version;
    }
  }
}

async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdempotencyError) throw error;
    throw unavailable("the storage failed", error);
  }
}

function entryOf({ fingerprint, leaseEndsAt, expiresAt, answer }: ClaimRecord): Entry {
  const shared = { fingerprint, leaseEndsAt, expiresAt };
  if (answer === undefined) return { ...shared, answer };
  const { status, headers, body } = answer;
  const bytes = typeof body === "string" ? encoder.encode(body) : Uint8Array.from(body);
  return { ...shared, answer: { status, headers: pairsOf(headers), body: bytes } };
}

function recordOf({ status, headers, body, text }: StoredAnswer): AnswerRecord {
  return { status, headers: headers.flat(), body: text ?? textOf(body) ?? [...body] };
}

function pairsOf(texts: readonly string[]): StoredAnswer["headers"] {
  return texts.flatMap((name, index) => (index % 2 === 0 ? [[name, texts[index + 1] ?? ""]] : []));
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
