/**
 * How often someone may call: a port. A function is asked before anything is done for a call, and so does not
 * know who calls; a `RateLimiter` is asked as soon as that is known.
 */

import { ANONYMOUS } from "../auth/principal.js";
import type { Principal } from "../auth/index.js";
import { ProtocolError } from "../error/index.js";

export interface LimitedCall {
  /**
   * The id of an operation; over MCP the method of what calls no tool, such as `tools/list`. Undefined for a page, the published
   * profile, and what was refused before it was known: a path that there is not, a body that cannot be read.
   */
  readonly operation: string | undefined;
  /** What was asked for where it is no operation: `discovery`, or the name of a page. */
  readonly page: string | undefined;
  /** The profile URL that the call names, which nobody has verified; undefined for a call that names none. */
  readonly profile: string | undefined;
  /** Where the server knows it. */
  readonly remoteAddress: string | undefined;
}

/** Seconds until the caller may call again; undefined, or nothing, where it may now. */
export type RateLimit<Call = LimitedCall> = (
  call: Call,
) => number | undefined | void | Promise<number | undefined | void>;

/** A call of someone who is known; where nobody has authenticated, of `ANONYMOUS`. */
export interface PrincipalCall extends Pick<LimitedCall, "remoteAddress"> {
  readonly principal?: Principal | undefined;
}

/** The result of `createRateLimiter`. A server asks it after authentication, also where that has failed or there is none. */
export interface RateLimiter {
  (call: PrincipalCall): number | undefined | Promise<number | undefined>;
  readonly byPrincipal: true;
}

/** @throws ProtocolError rate_limited, with `Retry-After` */
export async function heedRateLimit<Call>(
  limit: RateLimit<Call> | undefined,
  call: Call,
): Promise<void> {
  const seconds: unknown = await limit?.(call);
  if (seconds === undefined || seconds === null) return;
  // A hook in JavaScript may answer anything, and nothing but its silence lets a call through.
  if (typeof seconds !== "number") throw new TypeError("rateLimit gives seconds, or nothing");
  // A hook that divides by nothing still says that there were too many.
  const wait = Number.isFinite(seconds) ? String(Math.max(1, Math.ceil(seconds))) : "1";
  throw new ProtocolError("rate_limited", { headers: { "Retry-After": wait } });
}

/** What is known of a request before it is known who has sent it. */
export type CountedCall = Partial<Pick<LimitedCall, "operation" | "page" | "profile">>;

/** How one request counts: once, by the first of these that asks the limit. */
export interface RequestCount {
  /** False as long as the limit has not been asked about the request. */
  readonly isCounted: boolean;
  /** Before authentication, for a function. @throws ProtocolError rate_limited */
  before(call: CountedCall): Promise<void>;
  /** As soon as it is known who calls, for a `RateLimiter`. @throws ProtocolError rate_limited */
  caller(call: CountedCall, principal: Principal): Promise<void>;
  /** For what nobody authenticates for. @throws ProtocolError rate_limited */
  anonymous(call: CountedCall): Promise<void>;
}

export type CountRequest = (remoteAddress: string | undefined) => RequestCount;

export interface CountOptions {
  /** True if a function is asked about the caller, too. */
  readonly asksAgain?: boolean;
  /** Puts something around each call of the limit. */
  readonly around?: (ask: () => Promise<void>) => Promise<void>;
}

/** The calls of a function have a `principal` where it is known. */
export function createCountRequest(
  limit: RateLimit | undefined,
  { asksAgain = false, around = (ask) => ask() }: CountOptions = {},
): CountRequest {
  const isByPrincipal = limit !== undefined && isRateLimiter(limit);
  return (remoteAddress) => {
    let isCounted = false;
    const ask = (call: CountedCall, principal?: Principal): Promise<void> => {
      isCounted = true;
      const { operation, page, profile } = call;
      const told = { operation, page, profile, remoteAddress };
      return around(() =>
        heedRateLimit<LimitedCall & PrincipalCall>(
          limit,
          principal === undefined ? told : { ...told, principal },
        ),
      );
    };
    return {
      get isCounted() {
        return isCounted;
      },
      before: async (call) => (isByPrincipal ? undefined : ask(call)),
      caller: async (call, principal) =>
        isByPrincipal || asksAgain ? ask(call, principal) : undefined,
      anonymous: async (call) => ask(call, isByPrincipal ? ANONYMOUS : undefined),
    };
  };
}

function isRateLimiter(limit: RateLimit): limit is RateLimiter {
  return "byPrincipal" in limit;
}
