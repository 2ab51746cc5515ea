/** How often someone may call: a port. In: a call that nothing was done for yet. Out: how long to wait. */

import { ProtocolError } from "../error/index.js";

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
