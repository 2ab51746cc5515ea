/**
 * The interface of rate limits. A plain function is asked before the caller is identified; a
 * `RateLimiter` is asked as soon as the caller is known.
 */

import { ANONYMOUS, type Principal } from "../auth/principal.js";
import { ProtocolError } from "../error/protocol-error.js";

export interface LimitedCall {
  /**
   * The operation's id; over MCP, the method if it is not a tool call, such as `tools/list`. Undefined for pages, the
   * published profile, and requests refused before it was known, such as an unknown path or an unreadable body.
   */
  readonly operation: string | undefined;
  /** `discovery`, or the name of a page. Undefined for operations. */
  readonly page: string | undefined;
  /** The profile URL that the call names, unverified. Undefined if it names none. */
  readonly profile: string | undefined;
  /** Undefined if the server does not know it. */
  readonly remoteAddress: string | undefined;
}

/** Returns the seconds until the caller may call again, or undefined if it may call now. */
export type RateLimit<Call = LimitedCall> = (
  call: Call,
) => number | undefined | void | Promise<number | undefined | void>;

/** A call of a known caller: its principal, or `ANONYMOUS` if nobody authenticated. */
export interface PrincipalCall extends Pick<LimitedCall, "remoteAddress"> {
  readonly principal?: Principal | undefined;
}

/** The result of `createRateLimiter`. It is asked after authentication, even if that failed or is not configured. */
export interface RateLimiter {
  (call: PrincipalCall): number | undefined | Promise<number | undefined>;
  readonly byPrincipal: true;
}

/** @throws ProtocolError `rate_limited`, with `Retry-After` */
export async function heedRateLimit<Call>(
  limit: RateLimit<Call> | undefined,
  call: Call,
): Promise<void> {
  const seconds: unknown = await limit?.(call);
  if (seconds === undefined || seconds === null) return;
  // A JavaScript hook may return anything: only undefined or null lets a call through.
  if (typeof seconds !== "number")
    throw new TypeError("rateLimit must return a number of seconds, or undefined");
  // A hook that divides by zero still means that there were too many calls.
  const wait = Number.isFinite(seconds) ? String(Math.max(1, Math.ceil(seconds))) : "1";
  throw new ProtocolError("rate_limited", { headers: { "Retry-After": wait } });
}

/** What is known of a request before its caller is. */
export type CountedCall = Partial<Pick<LimitedCall, "operation" | "page" | "profile">>;

/** Asks the limit about one request: once, unless `asksAgain`. */
export interface RequestCount {
  /** True once the limit has been asked about the request. */
  readonly isCounted: boolean;
  /** Before authentication, for a function. @throws ProtocolError `rate_limited` */
  before(call: CountedCall): Promise<void>;
  /** Once the caller is known, for a `RateLimiter`. @throws ProtocolError `rate_limited` */
  caller(call: CountedCall, principal: Principal): Promise<void>;
  /** For requests without authentication. @throws ProtocolError `rate_limited` */
  anonymous(call: CountedCall): Promise<void>;
}

export type CountRequest = (remoteAddress: string | undefined) => RequestCount;

export interface CountOptions {
  /** True if a function is asked again once the caller is known. */
  readonly asksAgain?: boolean | undefined;
  /** Wraps each call of the limit. */
  readonly around?: ((ask: () => Promise<void>) => Promise<void>) | undefined;
}

/** A function receives `principal` only once the caller is known. */
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
