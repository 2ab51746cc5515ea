/** A store in memory: for one process, and gone with it. */
import { atLeast, claimOn, claimTimes, type ClaimTimes, type Entry } from "./claim-times.js";
import { leaseLost, unavailable } from "./idempotency-error.js";
import type { Claim, ClaimRequest, HeldClaim, IdempotencyStore } from "./store.js";
import { createShelves, type Place, taken } from "./shelves.js";
import { copyHead, type StoredAnswer } from "./stored-answer.js";

export interface MemoryStoreOptions extends ClaimTimes {
  /** By default 100,000. */
  readonly maxEntries?: number;
  /** Of stored answers; what runs when it is reached may go beyond. By default 256 MiB. */
  readonly maxBytes?: number;
}

/** One object for each scope: a hundred thousand of them stay for days, and every part is one more. */
class MemoryEntry implements Entry {
  fingerprint: string;
  token: number;
  leaseEndsAt: number;
  expiresAt: number;
  head: Omit<StoredAnswer, "body"> | undefined = undefined;
  place: Place | undefined = undefined;
  bytes = 0;

  constructor(fingerprint: string, token: number, leaseEndsAt: number, expiresAt: number) {
    this.fingerprint = fingerprint;
    this.token = token;
    this.leaseEndsAt = leaseEndsAt;
    this.expiresAt = expiresAt;
  }

  /** A copy: whoever asked may do with it what they like. */
  get answer(): StoredAnswer | undefined {
    const { head, place } = this;
    return head && place && { ...head, body: taken(place) };
  }
}

/** In the order in which they expire, since all live equally long. */
type Entries = Map<string, MemoryEntry>;

/** More than one claim adds, so that expired entries become fewer; and not many, so that none is slow. */
const SWEEP = 16;

/**
 * Full of entries that have not expired, it refuses new keys with `idempotency_unavailable`: to forget
 * one would allow its effect twice.
 * @throws {RangeError} for a time to live below 24 hours
 */
export function createMemoryStore(options: MemoryStoreOptions = {}): IdempotencyStore {
  const { ttlMs, leaseMs, now } = claimTimes(options);
  const maxEntries = atLeast("maxEntries", 1, options.maxEntries ?? 100_000);
  const maxBytes = atLeast("maxBytes", 1, options.maxBytes ?? 256 * 1024 * 1024);
  const pending: Entries = new Map();
  const completed: Entries = new Map();
  const shelves = createShelves();
  let bytes = 0;
  let lastToken = 0;
  let open = true;

  function remove(scope: string): void {
    bytes -= completed.get(scope)?.bytes ?? 0;
    completed.delete(scope);
    pending.delete(scope);
  }

  function sweep(entries: Entries, time: number): void {
    let left = SWEEP;
    for (const [scope, { expiresAt }] of entries) {
      if (expiresAt > time || left === 0) return;
      remove(scope);
      left -= 1;
    }
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
    // Deleted first: a map keeps the place of a key that is set again.
    remove(scope);
    pending.set(scope, new MemoryEntry(fingerprint, token, leaseEndsAt, leaseEndsAt + ttlMs));
  }

  function claim(request: ClaimRequest): Claim {
    expectOpen();
    const time = now();
    sweep(completed, time);
    sweep(pending, time);
    const scope = scopeOf(request);
    const entry = completed.get(scope) ?? pending.get(scope);
    const known = claimOn(entry, request, time);
    if (known !== undefined) return known;
    if (entry === undefined) expectRoom();
    lastToken += 1;
    hold(scope, lastToken, request.fingerprint, time);
    return { kind: "claimed", request, token: lastToken, leaseMs };
  }

  function complete({ request, token }: HeldClaim, answer: StoredAnswer): void {
    expectOpen();
    const scope = scopeOf(request);
    const time = now();
    const entry = completed.get(scope) ?? pending.get(scope);
    if (entry?.token !== token || entry.expiresAt <= time) throw leaseLost();
    if (entry.head !== undefined) return;
    entry.head = copyHead(answer);
    entry.place = shelves.keep(answer.body);
    entry.bytes = sizeOf(scope, answer);
    entry.expiresAt = time + ttlMs;
    pending.delete(scope);
    completed.set(scope, entry);
    bytes += entry.bytes;
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
      hold(scopeOf(held.request), held.token, held.request.fingerprint, now());
      return true;
    },
    close: () => {
      open = false;
      pending.clear();
      completed.clear();
    },
  };
}

/** About what it takes: two bytes for each character. */
function sizeOf(scope: string, { headers, body }: StoredAnswer): number {
  const characters = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  return body.length + 2 * (scope.length + characters);
}

/** The lengths say where each string ends. Not JSON, as in a database: it would be made for every call. */
function scopeOf({ client, operation, key }: ClaimRequest): string {
  return `${client.length} ${operation.length} ${client}${operation}${key}`;
}
