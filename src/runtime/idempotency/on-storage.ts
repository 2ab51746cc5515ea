/** Idempotency on a `Storage`, whatever its engine: a claim is a record, which only its holder may write over until its lease ends. */

import { sha256Hex } from "../digest/sha256-hex.js";
import {
  ABSENT,
  MAX_KEY_LENGTH,
  readRecord,
  type Storage,
  type StoredRecord,
} from "../storage/storage.js";
import { claimOn, claimTimes, scopeOf, type ClaimTimes, type Entry } from "./claim-times.js";
import { IdempotencyError, leaseLost, quotaExceeded, unavailable } from "./idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim, IdempotencyStore } from "./store.js";
import type { StoredAnswer } from "./stored-answer.js";

interface ClaimRecord {
  readonly fingerprint: string;
  readonly leaseEndsAt: number;
  readonly expiresAt: number;
  /** The token of the claim. It is the version of the record unless given. */
  readonly token?: number;
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

const COLLECTION = "idempotency";

/** A storage does not say when an owner will have room. */
const RETRY_MS = 60_000;

/**
 * Nothing that has not expired is forgotten, since that would allow an effect twice: new keys of a client that has its share
 * of the storage are refused with `idempotency_quota_exceeded`, and of all where there is no room with
 * `idempotency_unavailable`. A storage that has other records, too, stays open.
 * @throws {RangeError} for a time to live below 24 hours
 */
export function createIdempotency(storage: Storage, times: ClaimTimes = {}): IdempotencyStore {
  const { ttlMs, leaseMs, now } = claimTimes(times);
  let open = true;

  async function ask<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!open) throw unavailable("the store is closed");
    try {
      return await work();
    } catch (error) {
      if (error instanceof IdempotencyError) throw error;
      throw unavailable("the storage cannot be asked", error);
    }
  }

  async function find(request: ClaimRequest): Promise<StoredRecord<ClaimRecord> | undefined> {
    return readRecord<ClaimRecord>(storage, COLLECTION, await keyOf(request));
  }

  /** The new version; undefined where the record is in another one than expected. */
  async function write(
    request: ClaimRequest,
    value: ClaimRecord | undefined,
    expected: number,
  ): Promise<number | undefined> {
    const { client, isAnonymous } = request;
    const owner = { client, isAnonymous, atShare: "refuse" } as const;
    const key = await keyOf(request);
    const { expiresAt } = value ?? {};
    const record = { collection: COLLECTION, key, value, expected, expiresAt, owner };
    const result = await storage.commit([record]);
    if (result.kind === "conflict") return undefined;
    if (result.kind === "committed") return result.versions[0] ?? ABSENT;
    throw quotaExceeded(request, RETRY_MS);
  }

  function pending({ fingerprint }: ClaimRequest): ClaimRecord {
    const leaseEndsAt = now() + leaseMs;
    return { fingerprint, leaseEndsAt, expiresAt: leaseEndsAt + ttlMs };
  }

  async function claim(request: ClaimRequest): Promise<Claim> {
    // Most keys are new: then one question is enough.
    for (let expected = ABSENT; ;) {
      const token = await write(request, pending(request), expected);
      if (token !== undefined) return { kind: "claimed", request, token, leaseMs };
      const found = await find(request);
      const known = claimOn(found && entryOf(found.value), request, now());
      if (known !== undefined) return known;
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
    claim: (request) => ask(() => claim(request)),
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
    close: () => {
      open = false;
    },
  };
}

/** A long scope, such as that of a client with a long URL, by its digest. */
async function keyOf(request: ClaimRequest): Promise<string> {
  const scope = scopeOf(request);
  if (scope.length <= MAX_KEY_LENGTH) return scope;
  return `sha-256:${await sha256Hex(new TextEncoder().encode(scope))}`;
}

function entryOf({ fingerprint, leaseEndsAt, expiresAt, answer }: ClaimRecord): Entry {
  const shared = { fingerprint, leaseEndsAt, expiresAt };
  if (answer === undefined) return { ...shared, answer };
  const { status, headers, body } = answer;
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : Uint8Array.from(body);
  return { ...shared, answer: { status, headers, body: bytes } };
}

function recordOf({ status, headers, body }: StoredAnswer): AnswerRecord {
  return { status, headers, body: textOf(body) ?? [...body] };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
