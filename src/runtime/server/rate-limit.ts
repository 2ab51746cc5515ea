/**
 * How often someone may call: a port. A function is asked before anything is done for a call, and so does not
 * know who calls; a `RateLimiter` is asked as soon as that is known.
 */

import { ANONYMOUS } from "../auth/principal.js";
import type { Principal } from "../auth/index.js";
import { ProtocolError } from "../error/index.js";
import type { Authenticate } from "./authenticate.js";
import type { Inbound } from "./core.js";

export interface LimitedCall {
  /** The id of an operation; `tools/list` for the tools that a platform is shown. */
  readonly operation: string;
  /** The profile URL that the call names, which nobody has verified; empty for a call that names none. */
  readonly profile: string;
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

/** The result of `createRateLimiter`. The server asks it after authentication, also where that has failed. */
export interface RateLimiter {
  (call: PrincipalCall): number | undefined | Promise<number | undefined>;
  readonly byPrincipal: true;
}

/** @throws ProtocolError rate_limited, with `Retry-After` */
export async function heedRateLimit<Call>(
  limit: RateLimit<Call> | undefined,
  call: Call,
): Promise<void> {
  const seconds = await limit?.(call);
  if (typeof seconds !== "number") return;
  // A hook that divides by nothing still says that there were too many.
  const wait = Number.isFinite(seconds) ? String(Math.max(1, Math.ceil(seconds))) : "1";
  throw new ProtocolError("rate_limited", { headers: { "Retry-After": wait } });
}

/** An option `rateLimit`, as the server asks it. */
export interface Limits {
  /** Undefined where nobody is asked before authentication. @throws ProtocolError rate_limited */
  readonly before: ((inbound: Inbound) => Promise<void>) | undefined;
  /** For what nobody authenticates for. @throws ProtocolError rate_limited */
  readonly unauthenticated: (call: LimitedCall) => Promise<void>;
  /** The same, with the limit after it: then it throws ProtocolError rate_limited, too. */
  around(authenticate: Authenticate): Authenticate;
}

export function limitsOf(limit: RateLimit | undefined): Limits {
  if (limit !== undefined && isRateLimiter(limit)) return limitsByPrincipal(limit);
  const heed = (call: LimitedCall): Promise<void> => heedRateLimit(limit, call);
  return {
    before: limit && ((inbound) => heed(limitedCall(inbound))),
    unauthenticated: heed,
    around: (authenticate) => authenticate,
  };
}

function isRateLimiter(limit: RateLimit): limit is RateLimiter {
  return "byPrincipal" in limit;
}

function limitsByPrincipal(limit: RateLimiter): Limits {
  return {
    before: undefined,
    unauthenticated: ({ remoteAddress }) =>
      heedRateLimit(limit, { principal: ANONYMOUS, remoteAddress }),
    around: (authenticate) => async (inbound, options) => {
      const { remoteAddress } = inbound.message.connection;
      // A caller that fails to authenticate counts as anonymous.
      let principal = ANONYMOUS;
      try {
        principal = await authenticate(inbound, options);
      } finally {
        await heedRateLimit(limit, { principal, remoteAddress });
      }
      return principal;
    },
  };
}

function limitedCall({ operation, profile, message }: Inbound): LimitedCall {
  return { operation: operation.id, profile, remoteAddress: message.connection.remoteAddress };
}
