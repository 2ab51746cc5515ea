/**
 * Limits the rate of calls per principal. Each process counts on its own, or several count together in a shared
 * storage.
 */

import { isAuthenticated, type Principal } from "../auth/principal.js";
import { atLeast } from "../bounds/at-least.js";
import { encodeJson } from "../rest/answer.js";
import { StorageError, type Storage } from "../storage/storage.js";
import { CallTimes, type Rate, createSharedCallTimes } from "./call-times.js";
import type { PrincipalCall, RateLimiter } from "./rate-limit.js";
import { sha256Hex } from "../digest/sha256.js";

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
