/** Claims on a storage: each is a record, which only its holder may write over until its lease ends. */

import { randomKey } from "../random/random-key.js";
import {
  ABSENT,
  readRecord,
  StorageError,
  type Storage,
  type StoredRecord,
} from "../storage/storage.js";
import { recordKey } from "../storage/record-key.js";
import { claimOn, claimTimes, scopeOf, type ClaimTimes, type Entry } from "./claim-times.js";
import { IdempotencyError, leaseLost, quotaExceeded, unavailable } from "./idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim } from "./claim.js";
import type { StoredAnswer } from "./stored-answer.js";

/** Every method rejects with `IdempotencyError`; where the storage cannot do its work, with `idempotency_unavailable`. */
export interface Idempotency {
  /**
   * Atomic: of calls at the same time, in any process, one is `claimed`. New keys of a client that has its share of the storage
   * are refused with `idempotency_quota_exceeded`.
   * @param isKnown whether the key was seen before: it is read first then, since a commit would most likely fail. Default: false.
   */
  claim(request: ClaimRequest, isKnown?: boolean): Promise<Claim>;
  /** Keeps the answer. Again with the same claim it does nothing. `idempotency_lease_lost` if another call took over. */
  complete(claim: HeldClaim, answer: StoredAnswer): Promise<void>;
  /** Forgets the claim and its parameters. Does nothing if another call took over. */
  release(claim: HeldClaim): Promise<void>;
  /** Starts the lease anew; false if the claim is no longer the holder's. */
  renew(claim: HeldClaim): Promise<boolean>;
}

interface ClaimRecord {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  readonly expiresAt: number;
  /** The fencing token of the claim; the version of the record unless given. */
  readonly token?: number;
  /** Which call claimed it, as long as the claim is not renewed: no two calls write the same. */
  readonly by?: string;
  readonly answer?: AnswerRecord;
}

/** An answer in JSON. */
interface AnswerRecord extends Pick<StoredAnswer, "status" | "headers"> {
  /** The bytes as text where they are UTF-8, and otherwise each as a number. */
  readonly body: string | readonly number[];
}

// Every platform has them, but ECMAScript's own declarations do not.
declare const TextEncoder: new () => { encode(text: string): Uint8Array };
declare const TextDecoder: new (
  label: string,
  options: { readonly fatal: boolean; readonly ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string };

const encoder = /* @__PURE__ */ new TextEncoder();
const decoder = /* @__PURE__ */ new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const COLLECTION = "idempotency";

/**
 * Nothing that has not expired is forgotten, since that would allow an effect twice: what there is no room for is refused. All
 * processes on one storage need the same clock.
 * @throws {RangeError} for a time to live below 24 hours, or a lease below 1 ms
 */
export function createIdempotency(storage: Storage, times: ClaimTimes = {}): Idempotency {
  const { ttlMs, leaseMs, now } = claimTimes(times);
  const keeper = randomKey();
  let claims = 0;

  async function find(request: ClaimRequest): Promise<StoredRecord<ClaimRecord> | undefined> {
    const key = recordKey(scopeOf(request));
    // Not waited for where it is short.
    return readRecord<ClaimRecord>(storage, COLLECTION, typeof key === "string" ? key : await key);
  }

  /** The new version; undefined where the record is in another one than expected. */
  async function write(
    request: ClaimRequest,
    value: ClaimRecord | undefined,
    expected: number,
  ): Promise<number | undefined> {
    const { client, isAnonymous } = request;
    const owner = { client, isAnonymous, atShare: "refuse" } as const;
    const known = recordKey(scopeOf(request));
    const key = typeof known === "string" ? known : await known;
    const expiresAt = value?.expiresAt;
    const record = { collection: COLLECTION, key, value, expected, expiresAt, owner };
    const result = await storage.commit([record]);
    if (result.kind === "conflict") return undefined;
    if (result.kind === "committed") return result.versions[0] ?? ABSENT;
    throw quotaExceeded(request);
  }

  function pending({ fingerprint }: ClaimRequest): ClaimRecord {
    const leaseEndsAt = now() + leaseMs;
    return { fingerprint, leaseEndsAt, expiresAt: leaseEndsAt + ttlMs };
  }

  async function claim(request: ClaimRequest, isKnown: boolean): Promise<Claim> {
    claims += 1;
    const by = `${keeper} ${claims}`;
    const claimed = (token: number): Claim => ({ kind: "claimed", request, token, leaseMs });
    const claimIn = (found: StoredRecord<ClaimRecord> | undefined): Claim | undefined =>
      claimOn(found && entryOf(found.value), request, now());
    const first = isKnown ? await find(request) : undefined;
    const known = claimIn(first);
    if (known !== undefined) return known;
    for (let expected = first?.version ?? ABSENT; ;) {
      let failure: StorageError | undefined;
      const token = await write(request, { ...pending(request), by }, expected).catch(
        (thrown: unknown) => {
          if (!(thrown instanceof StorageError)) throw thrown;
          failure = thrown;
        },
      );
      if (token !== undefined) return claimed(token);
      const found = await find(request);
      // A commit that rejected may have happened.
      if (found?.value.by === by) return claimed(found.version);
      const known = claimIn(found);
      if (known !== undefined) return known;
      if (failure !== undefined) throw failure;
      expected = found?.version ?? ABSENT;
    }
  }

  /** Writes over the record of a claim, as long as that is the holder's and has no answer. */
  async function writeOver(
    { request, token }: HeldClaim,
    value: ClaimRecord | undefined,
  ): Promise<"written" | "complete" | "lost"> {
    for (let expected = token; ;) {
      const version = await write(request, value && { ...value, token }, expected);
      if (version !== undefined) return "written";
      const found = await find(request);
      if (found === undefined || (found.value.token ?? found.version) !== token) return "lost";
      if (found.value.answer !== undefined) return "complete";
      expected = found.version;
    }
  }

  return {
    claim: (request, isKnown = false) => ask(() => claim(request, isKnown)),
    complete: (held, answer) =>
      ask(async () => {
        const time = now();
        const { fingerprint } = held.request;
        const value = { fingerprint, leaseEndsAt: time, expiresAt: time + ttlMs };
        const done = await writeOver(held, { ...value, answer: recordOf(answer) });
        if (done === "lost") throw leaseLost();
      }),
    release: (held) => ask(async () => void (await writeOver(held, undefined))),
    renew: (held) => ask(async () => (await writeOver(held, pending(held.request))) === "written"),
  };
}

async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof IdempotencyError) throw error;
    throw unavailable("the storage cannot be asked", error);
  }
}

function entryOf({ fingerprint, leaseEndsAt, expiresAt, answer }: ClaimRecord): Entry {
  const shared = { fingerprint, leaseEndsAt, expiresAt };
  if (answer === undefined) return { ...shared, answer };
  const { status, headers, body } = answer;
  const bytes = typeof body === "string" ? encoder.encode(body) : Uint8Array.from(body);
  return { ...shared, answer: { status, headers, body: bytes } };
}

function recordOf({ status, headers, body }: StoredAnswer): AnswerRecord {
  return { status, headers, body: textOf(body) ?? [...body] };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
