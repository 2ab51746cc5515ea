/**
 * Limits the rate of calls per principal. Each process counts on its own, or several count together in a shared storage.
 *
 * Calls are counted in token buckets by name, using the generic cell rate algorithm (ITU-T I.371). Each bucket is one number, the time
 * at which it is full again, and the number of names in memory is bounded.
 */

import { isAuthenticated, type Principal } from "../auth/check.js";
import { atLeast } from "../bounds/at-least.js";
import { sha256Hex } from "../digest/sha256.js";
import { encodeJson } from "../rest/answer.js";
import {
  recordKey,
  StorageError,
  type Storage,
  ABSENT,
  type StoredRecord,
} from "../storage/storage.js";
import { update, createLanes } from "../storage/update.js";
import type { PrincipalCall, RateLimiter } from "./request-path.js";

/** An IPv4 address as written by a dual-stack socket (RFC 4291 §2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

export interface RateLimiterOptions {
  /** Rate of each authenticated principal. Default: 50 calls a second, bursts of 500. */
  readonly principal?: Rate | undefined;
  /** Rate of all anonymous callers together. Default: 50 calls a second, bursts of 500. */
  readonly anonymous?: Rate | undefined;
  /**
   * Additional rate of anonymous callers per IPv4 address or IPv6 /64 network. Default: 10 calls a second, bursts of
   * 50. Behind a proxy all callers have the proxy's address: use false.
   */
  readonly address?: Rate | false | undefined;
  /** Number of principals, and of addresses, to remember. Default: 10,000 each. */
  readonly maxRemembered?: number | undefined;
  /**
   * Makes processes on this storage count principals together; anonymous callers are still counted per process. While
   * the storage fails, each process counts on its own. Default: each process counts on its own.
   */
  readonly store?: Storage | undefined;
  /** Monotonic milliseconds; with `store`, milliseconds since 1970. Default: a suitable clock. */
  readonly now?: (() => number) | undefined;
}

const PRINCIPAL: Rate = { perSecond: 50, burst: 500 };
const ANONYMOUS: Rate = { perSecond: 50, burst: 500 };
const ADDRESS: Rate = { perSecond: 10, burst: 50 };

const EVERYONE = "";
/** Callers choose their names, so longer ones are hashed. */
const LONGEST_NAME = 128;

/**
 * Creates the option `rateLimit` of a server or tokenizer. A refused call gets a 429 (§7) and uses no quota.
 * @throws {RangeError} if a rate would never allow a call
 * @example
 * ```ts
 * import { createRateLimiter, type ServerOptions } from "@proto-gen/runtime/server";
 *
 * // Behind a proxy, so all callers have the proxy's address.
 * const principal = { perSecond: 20, burst: 100 };
 * const rateLimit = createRateLimiter({ principal, address: false });
 * const options: Partial<ServerOptions> = { rateLimit };
 * ```
 */
export function createRateLimiter(options: RateLimiterOptions = {}): RateLimiter {
  const { address = ADDRESS, store } = options;
  const now = options.now ?? (store === undefined ? () => performance.now() : Date.now);
  const most = atLeast("maxRemembered", 1, options.maxRemembered ?? 10_000);
  const rate = options.principal ?? PRINCIPAL;
  const byPrincipal = new CallTimes(rate, most);
  const shared = store && createSharedCallTimes({ store, rate, maxNames: most, now });
  const together = new CallTimes(options.anonymous ?? ANONYMOUS, 1);
  const byAddress = address === false ? undefined : new CallTimes(address, most);

  function ofPrincipal(name: string): number | undefined | Promise<number | undefined> {
    const own = (): number | undefined => take([[byPrincipal, name]], now());
    if (shared === undefined) return own();
    const inSeconds = (ms: number | undefined): number | undefined => ms && ms / 1_000;
    return shared(name).then(inSeconds, (thrown: unknown) => {
      if (thrown instanceof StorageError) return own();
      throw thrown;
    });
  }

  function ofAnonymous(from: string | undefined): number | undefined {
    const all = [together, EVERYONE] as const;
    return take(
      from === undefined || byAddress === undefined ? [all] : [all, [byAddress, networkOf(from)]],
      now(),
    );
  }

  function limit({ principal, remoteAddress }: PrincipalCall): ReturnType<RateLimiter> {
    // The caller is not known yet: the tokenizer asks again after authentication.
    if (principal === undefined) return undefined;
    if (!isAuthenticated(principal)) return ofAnonymous(remoteAddress);
    const name = nameOf(principal);
    return typeof name === "string" ? ofPrincipal(name) : name.then(ofPrincipal);
  }

  return Object.assign(limit, { byPrincipal: true } as const);
}

/** Counts the call in every bucket, unless one of them requires a wait: then returns that wait in seconds. */
function take(
  counted: readonly (readonly [CallTimes, name: string])[],
  now: number,
): number | undefined {
  const waitMs = Math.max(...counted.map(([times, name]) => times.waitFor(name, now)));
  if (waitMs > 0) return waitMs / 1_000;
  for (const [times, name] of counted) times.add(name, now);
  return undefined;
}

function nameOf({ kind, issuer, client, id }: Principal): string | Promise<string> {
  const parts = [kind, issuer, client, id];
  const name = JSON.stringify(parts);
  return name.length <= LONGEST_NAME ? name : sha256Hex(encodeJson(parts));
}

/**
 * Groups callers by the network that a single subscriber has. Returns an IPv4 address as it is, and an IPv6
 * address as its /64 network: a subscriber has all addresses in it (RFC 6177).
 */
function networkOf(address: string): string {
  const mapped = MAPPED.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  if (!address.includes(":")) return address;
  const [head = "", tail = ""] = address.split("%", 1).join().toLowerCase().split("::");
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array<string>(Math.max(0, 8 - first.length - last.length)).fill("0");
  const network = [...first, ...zeros, ...last].slice(0, 4);
  return `${network.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}

function groupsOf(text: string): string[] {
  return text === "" ? [] : text.split(":");
}

interface Rate {
  /** Sustained calls per second. */
  readonly perSecond: number;
  /** Calls allowed at once after a pause. */
  readonly burst: number;
}

/**
 * The arithmetic of a bucket. `fullAt` is the time at which the bucket is full again, in milliseconds; undefined
 * means full.
 */
class Bucket {
  readonly #intervalMs: number;
  readonly #toleranceMs: number;

  /** @throws {RangeError} if the rate would never allow a call */
  constructor({ perSecond, burst }: Rate) {
    if (!(perSecond > 0 && Number.isFinite(perSecond)))
      throw new RangeError(`perSecond: expected a number above 0, found ${perSecond}`);
    if (!(burst >= 1 && Number.isFinite(burst)))
      throw new RangeError(`burst: expected a number of at least 1, found ${burst}`);
    this.#intervalMs = 1_000 / perSecond;
    this.#toleranceMs = (burst - 1) * this.#intervalMs;
  }

  /** Milliseconds until a call is allowed. 0 if it is allowed now. */
  waitFor(fullAt: number | undefined, now: number): number {
    return Math.max(0, (fullAt ?? now) - now - this.#toleranceMs);
  }

  /** The number of calls that are allowed now. */
  left(fullAt: number | undefined, now: number): number {
    const spareMs = this.#toleranceMs - Math.max(0, (fullAt ?? now) - now);
    return spareMs < 0 ? 0 : Math.floor(spareMs / this.#intervalMs) + 1;
  }

  /** The new `fullAt` after the given number of calls. */
  after(fullAt: number | undefined, now: number, calls: number): number {
    return Math.max(fullAt ?? now, now) + calls * this.#intervalMs;
  }
}

class CallTimes {
  /** Least recent callers first, so they are forgotten first. */
  readonly #fullAt = new Map<string, number>();
  readonly #bucket: Bucket;
  readonly #maxNames: number;

  /** @throws {RangeError} if the rate would never allow a call */
  constructor(rate: Rate, maxNames: number) {
    this.#bucket = new Bucket(rate);
    this.#maxNames = maxNames;
  }

  /** Milliseconds until `name` may call. 0 if it may call now. */
  waitFor(name: string, now: number): number {
    return this.#bucket.waitFor(this.#fullAt.get(name), now);
  }

  add(name: string, now: number): void {
    const fullAt = this.#bucket.after(this.#fullAt.get(name), now, 1);
    this.#fullAt.delete(name);
    this.#fullAt.set(name, fullAt);
    if (this.#fullAt.size > this.#maxNames) this.#forgetOne();
  }

  #forgetOne(): void {
    for (const name of this.#fullAt.keys()) return void this.#fullAt.delete(name);
  }
}

interface BucketRecord {
  /** Milliseconds since 1970. */
  readonly fullAt: number;
}

/** Calls that this process has taken and may let through. */
interface Permits {
  readonly left: number;
  readonly endsAt: number;
}

interface Taken {
  readonly permits: number;
  readonly waitMs: number;
}

interface SharedCallTimesOptions {
  readonly store: Storage;
  readonly rate: Rate;
  readonly maxNames: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Counts a call. @returns milliseconds until `name` may call, or undefined if it may call now. Rejects with
 * `StorageError`.
 */
type SharedCallTimes = (name: string) => Promise<number | undefined>;

const COLLECTION = "call_rate";
/** A process takes a burst divided by this number at once. */
const PART = 10;
const PERMITS_MS = 1_000;
/** Tolerated difference between clocks. */
const CLOCKS_MS = 60_000;

/**
 * Token buckets shared by several processes, stored as records. A process takes several calls from a bucket at a time
 * and may use them for a second, so that few calls wait for the database.
 * @throws {RangeError} if the rate would never allow a call
 */
function createSharedCallTimes({
  store,
  rate,
  maxNames,
  now,
}: SharedCallTimesOptions): SharedCallTimes {
  const bucket = new Bucket(rate);
  const atOnce = Math.max(1, Math.floor(rate.burst / PART));
  const held = new Map<string, Permits>();
  const inTurn = createLanes();

  function hold(name: string, permits: Permits): void {
    held.delete(name);
    if (permits.left > 0) held.set(name, permits);
    if (held.size <= maxNames) return;
    for (const first of held.keys()) return void held.delete(first);
  }

  /** False if this process has no calls left. */
  function spend(name: string): boolean {
    const permits = held.get(name);
    if (permits === undefined) return false;
    const isOver = permits.endsAt <= now();
    hold(name, { ...permits, left: isOver ? 0 : permits.left - 1 });
    return !isOver;
  }

  function taking(found: StoredRecord<BucketRecord> | undefined, key: string) {
    const time = now();
    const fullAt = found?.value.fullAt;
    const permits = Math.min(atOnce, bucket.left(fullAt, time));
    const result: Taken = { permits, waitMs: bucket.waitFor(fullAt, time) };
    if (permits === 0) return { result };
    const value: BucketRecord = { fullAt: bucket.after(fullAt, time, permits) };
    const expected = found?.version ?? ABSENT;
    // A full bucket needs no record; the margin covers the clock of the database.
    const expiresAt = value.fullAt + CLOCKS_MS;
    const write = { collection: COLLECTION, key, value, expected, expiresAt };
    return { writes: [write], result };
  }

  async function take(name: string): Promise<number | undefined> {
    // A concurrent call may have refilled it meanwhile.
    if (spend(name)) return undefined;
    const key = await recordKey(name);
    const { permits, waitMs } = await update<BucketRecord, Taken>(
      store,
      { collection: COLLECTION, key },
      (found) => taking(found, key),
      () =>
        new StorageError("counting a principal's calls failed: concurrent writes kept interfering"),
    );
    if (permits === 0) return waitMs;
    hold(name, { left: permits - 1, endsAt: now() + PERMITS_MS });
    return undefined;
  }

  return async (name) => (spend(name) ? undefined : inTurn(name, () => take(name)));
}
