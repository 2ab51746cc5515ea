/** Determines the end of a new token (§2.10), in milliseconds since 1970. */

import { redactHookErrors } from "../server/redact-hook-errors.js";
import type { TokenPolicy } from "./token-policy.js";

/** Undefined if the checkout's session has ended or does not exist. */
export async function endOf(
  { maxMs, endOf: ask }: TokenPolicy,
  checkoutId: string,
  now: number,
): Promise<number | undefined> {
  const latest = now + maxMs;
  if (ask === undefined) return latest;
  const end = await redactHookErrors("endOf", () => ask(checkoutId));
  // NaN is not an end either.
  return typeof end === "number" && end > now ? Math.min(Math.floor(end), latest) : undefined;
}
