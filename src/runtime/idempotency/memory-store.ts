/** A store in memory: for one process, and gone with it. */
import { accountOf, type Quota, type QuotaOptions, quotaOf, refused } from "../quota/quota.js";
import { claimOn, claimTimes, type ClaimTimes } from "./claim-times.js";
import { full, leaseLost, quotaExceeded, unavailable } from "./idempotency-error.js";
import { MemoryEntries } from "./memory-entries.js";
import type { Claim, ClaimRequest, HeldClaim, IdempotencyStore } from "./store.js";
import type { StoredAnswer } from "./stored-answer.js";

/** Bytes are those of keys and answers that have not expired; 256 MiB in all unless given. */
export interface MemoryStoreOptions extends ClaimTimes, QuotaOptions {}

const DEFAULT_BYTES = 256 * 1024 * 1024;

/** A claim of a store in memory: its scope is known already. */
class MemoryClaim implements HeldClaim {
  readonly kind = "claimed";
  readonly request: ClaimRequest;
  readonly token: number;
  readonly leaseMs: number;
  readonly #scope: string;

  constructor(request: ClaimRequest, token: number, leaseMs: number, scope: string) {
    this.request = request;
    this.token = token;
    this.leaseMs = leaseMs;
    this.#scope = scope;
  }

  static scopeOf(claim: HeldClaim): string {
    return #scope in claim ? claim.#scope : scopeOf(claim.request);
  }
}

/**
 * It forgets nothing that has not expired, since that would allow an effect twice. New keys of a client that has
 * its share are refused with `idempotency_quota_exceeded`, and of all where there is no room with
 * `idempotency_unavailable`.
 * @throws {RangeError} for a time to live below 24 hours
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  const { ttlMs, leaseMs, now } = claimTimes(options);
  const quota = quotaOf(options, DEFAULT_BYTES);
  const entries = new MemoryEntries();
  let lastToken = 0;
  /** Nothing expires before it: what comes lives longer than what is there. */
  let nextExpiry = 0;
  let open = true;

  function expectOpen(): void {
    if (!open) throw unavailable("the store is closed");
  }

  function hold(request: ClaimRequest, scope: string, token: number, time: number): void {
    const { fingerprint } = request;
    const leaseEndsAt = time + leaseMs;
    const expiresAt = leaseEndsAt + ttlMs;
    const account = entries.accounts.of(accountOf(request));
    entries.hold(scope, { fingerprint, token, account, leaseEndsAt, expiresAt, answer: undefined });
  }

  function claim(request: ClaimRequest): Claim {
    expectOpen();
    const time = now();
    if (time >= nextExpiry) nextExpiry = entries.sweep(time, ttlMs);
    const scope = scopeOf(request);
    const entry = entries.find(scope);
    const known = claimOn(entry, request, time);
    if (known !== undefined) return known;
    if (entry === undefined) requireRoom(entries, quota, request, time);
    // A map keeps the place of a key that is set again.
    else entries.remove(scope);
    lastToken += 1;
    hold(request, scope, lastToken, time);
    return new MemoryClaim(request, lastToken, leaseMs, scope);
  }

  function complete(held: HeldClaim, answer: StoredAnswer): void {
    expectOpen();
    const { token } = held;
    const scope = MemoryClaim.scopeOf(held);
    const time = now();
    const entry = entries.find(scope);
    if (entry?.token !== token || entry.expiresAt <= time) throw leaseLost();
    if (entries.held(scope) === undefined) return;
    const { fingerprint, account } = entry;
    entries.complete(scope, { fingerprint, token, account, expiresAt: time + ttlMs }, answer);
  }

  function isHeld({ request, token }: HeldClaim): boolean {
    expectOpen();
    const entry = entries.held(scopeOf(request));
    return entry?.token === token && entry.expiresAt > now();
  }

  return {
    claim: async (request) => claim(request),
    complete: async (held, answer) => complete(held, answer),
    release: async (held) => {
      if (isHeld(held)) entries.remove(scopeOf(held.request));
    },
    renew: async (held) => {
      if (!isHeld(held)) return false;
      const { request, token } = held;
      const scope = scopeOf(request);
      entries.remove(scope);
      hold(request, scope, token, now());
      return true;
    },
    close: () => {
      open = false;
      entries.clear();
    },
  };
}

/** @throws {IdempotencyError} `idempotency_quota_exceeded`, `idempotency_unavailable` */
function requireRoom(
  entries: MemoryEntries,
  quota: Quota,
  request: ClaimRequest,
  time: number,
): void {
  const { accounts } = entries;
  const account = accounts.of(accountOf(request));
  const used = { total: accounts.total, own: account.bytes };
  switch (refused(quota, used, request.isAnonymous)) {
    case "full":
      throw full(used.total, (entries.firstEnd() ?? time) - time);
    case "quota":
      throw quotaExceeded(request, (entries.firstEnd(account) ?? time) - time);
    case undefined:
  }
}

/** The lengths say where each string ends. Not JSON, as in a database: it would be made for every call. */
function scopeOf({ client, operation, key }: ClaimRequest): string {
  return `${client.length} ${operation.length} ${client}${operation}${key}`;
}
