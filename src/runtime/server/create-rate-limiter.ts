/** A rate limit by principal. Each process counts its own calls, or those that share a storage count them together. */

import { isAuthenticated, type Principal } from "../auth/principal.js";
import { sha256Hex } from "../digest/sha256-hex.js";
import { atLeast } from "../idempotency/claim-times.js";
import { encodeJson } from "../rest/index.js";
import { StorageError, type Storage } from "../storage/index.js";
import { CallTimes, type Rate } from "./call-times.js";
import { networkOf } from "./network-of.js";
import type { PrincipalCall, RateLimiter } from "./rate-limit.js";
import { createSharedCallTimes } from "./shared-call-times.js";

export interface RateLimiterOptions {
  /** The rate of each principal that has authenticated; 50 calls a second and 500 at once unless given. */
  readonly principal?: Rate;
  /** The rate of all others together; 50 calls a second and 500 at once unless given. */
  readonly anonymous?: Rate;
  /**
   * The rate of those others from one IPv4 address, or one IPv6 network of 64 bits, beside that; 10 calls a second and 50 at
   * once unless given. Behind a proxy all have the proxy's address: false there.
   */
  readonly address?: Rate | false;
  /** Principals, and addresses, that are remembered: 10,000 of each unless given. */
  readonly maxRemembered?: number;
  /**
   * Processes on this storage count the calls of principals together; anonymous callers are counted by each. While the storage cannot be
   * asked, each counts its own.
   */
  readonly store?: Storage | undefined;
  /** Milliseconds that never go back; with `store`, since 1970. */
  readonly now?: () => number;
}

// Every platform has it, but ECMAScript's own declarations do not.
declare const performance: { now(): number };

const PRINCIPAL: Rate = { perSecond: 50, burst: 500 };
const ANONYMOUS: Rate = { perSecond: 50, burst: 500 };
const ADDRESS: Rate = { perSecond: 10, burst: 50 };

const EVERYONE = "";
/** Longer names are remembered as a hash: whoever calls chooses them. */
const LONGEST_NAME = 128;

/**
 * For the server's and the tokenizer's option `rateLimit`. What is refused does not count, so that whoever keeps
 * calling is served at the rate.
 * @throws {RangeError} for a rate that never lets anyone call
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
    // Nobody knows yet who calls: the tokenizer asks again.
    if (principal === undefined) return undefined;
    if (!isAuthenticated(principal)) return ofAnonymous(remoteAddress);
    const name = nameOf(principal);
    return typeof name === "string" ? ofPrincipal(name) : name.then(ofPrincipal);
  }

  return Object.assign(limit, { byPrincipal: true } as const);
}

/** Seconds to wait, where one of them says so; else the call counts for each. */
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
