/** A store in memory: for one process, and gone with it. */
import { atLeast, claimOn, claimTimes, type ClaimTimes, type Entry } from "./claim-times.js";
import { leaseLost, unavailable } from "./idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim, IdempotencyStore } from "./store.js";
import { type Label, type Place, type Shelved, Shelves } from "./shelves.js";
import type { AnswerHead, StoredAnswer } from "./stored-answer.js";

export interface MemoryStoreOptions extends ClaimTimes {
  /** By default 100,000. */
  readonly maxEntries?: number;
  /** Of stored answers; what runs when it is reached may go beyond. By default 256 MiB. */
  readonly maxBytes?: number;
}

/** What is claimed and has no answer yet. */
type Pending = Label & Pick<Entry, "leaseEndsAt"> & { readonly answer: undefined };

/** More than one claim adds, so that expired entries become fewer; and not many, so that none is slow. */
const SWEEP = 16;

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
 * Full of entries that have not expired, it refuses new keys with `idempotency_unavailable`: to forget
 * one would allow its effect twice.
 * @throws {RangeError} for a time to live below 24 hours
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  const { ttlMs, leaseMs, now } = claimTimes(options);
  const maxEntries = atLeast("maxEntries", 1, options.maxEntries ?? 100_000);
  const maxBytes = atLeast("maxBytes", 1, options.maxBytes ?? 256 * 1024 * 1024);
  // Both in the order in which they expire, since all live equally long.
  const pending = new Map<string, Pending>();
  const completed = new Map<string, Place>();
  const shelves = new Shelves();
  let bytes = 0;
  let lastToken = 0;
  /** Nothing expires before it: what comes lives longer than what is there. */
  let nextExpiry = 0;
  let open = true;

  function find(scope: string): Pending | Shelved | undefined {
    const held = pending.get(scope);
    if (held !== undefined) return held;
    const place = completed.get(scope);
    return place === undefined ? undefined : shelves.at(place);
  }

  function remove(scope: string): void {
    const place = completed.get(scope);
    if (place === undefined) return void pending.delete(scope);
    const { head, bodyLength } = shelves.at(place);
    bytes -= sizeOf(scope, head, bodyLength);
    completed.delete(scope);
    shelves.remove(place);
  }

  /** The time until which none of what is left expires. */
  function sweep(scopes: Iterable<string>, time: number): number {
    let left = SWEEP;
    for (const scope of scopes) {
      const { expiresAt } = find(scope)!;
      if (left === 0 || expiresAt > time) return expiresAt;
      remove(scope);
      left -= 1;
    }
    return time + ttlMs;
  }

  function expectOpen(): void {
    if (!open) throw unavailable("the store is closed");
  }

  function expectRoom(): void {
    if (pending.size + completed.size >= maxEntries) {
      throw unavailable(`the store is full: ${maxEntries} entries have not expired`);
    }
    if (bytes >= maxBytes) {
      throw unavailable(`the store is full: ${bytes} bytes of answers have not expired`);
    }
  }

  function hold(scope: string, token: number, fingerprint: string, time: number): void {
    const leaseEndsAt = time + leaseMs;
    const expiresAt = leaseEndsAt + ttlMs;
    pending.set(scope, { fingerprint, token, leaseEndsAt, expiresAt, answer: undefined });
  }

  function claim(request: ClaimRequest): Claim {
    expectOpen();
    const time = now();
    if (time >= nextExpiry)
      nextExpiry = Math.min(sweep(completed.keys(), time), sweep(pending.keys(), time));
    const scope = scopeOf(request);
    const entry = find(scope);
    const known = claimOn(entry, request, time);
    if (known !== undefined) return known;
    if (entry === undefined) expectRoom();
    // A map keeps the place of a key that is set again.
    else remove(scope);
    lastToken += 1;
    hold(scope, lastToken, request.fingerprint, time);
    return new MemoryClaim(request, lastToken, leaseMs, scope);
  }

  function complete(held: HeldClaim, answer: StoredAnswer): void {
    expectOpen();
    const { token } = held;
    const scope = MemoryClaim.scopeOf(held);
    const time = now();
    const entry = find(scope);
    if (entry?.token !== token || entry.expiresAt <= time) throw leaseLost();
    if (!pending.delete(scope)) return;
    const label = { fingerprint: entry.fingerprint, token, expiresAt: time + ttlMs };
    completed.set(scope, shelves.put(label, answer));
    bytes += sizeOf(scope, answer, answer.body.length);
  }

  function isHeld({ request, token }: HeldClaim): boolean {
    expectOpen();
    const entry = pending.get(scopeOf(request));
    return entry?.token === token && entry.expiresAt > now();
  }

  return {
    claim: async (request) => claim(request),
    complete: async (held, answer) => complete(held, answer),
    release: async (held) => {
      if (isHeld(held)) pending.delete(scopeOf(held.request));
    },
    renew: async (held) => {
      if (!isHeld(held)) return false;
      const scope = scopeOf(held.request);
      remove(scope);
      hold(scope, held.token, held.request.fingerprint, now());
      return true;
    },
    close: () => {
      open = false;
      pending.clear();
      completed.clear();
      shelves.clear();
    },
  };
}

/** About what it takes: two bytes for each character. */
function sizeOf(scope: string, { headers }: AnswerHead, bodyLength: number): number {
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return bodyLength + 2 * (scope.length + characters);
}

/** The lengths say where each string ends. Not JSON, as in a database: it would be made for every call. */
function scopeOf({ client, operation, key }: ClaimRequest): string {
  return `${client.length} ${operation.length} ${client}${operation}${key}`;
}
