/** When a token made now ends (§2.10). In: a policy, a checkout. Out: a time, in milliseconds since 1970. */

import { ownWords } from "../server/own-words.js";
import type { TokenPolicy } from "./token-policy.js";

/** Undefined where the checkout's session has ended, or there is none. */
export async function endOf(
  { maxMs, endOf: ask }: TokenPolicy,
  checkoutId: string,
  now: number,
): Promise<number | undefined> {
  const latest = now + maxMs;
  if (ask === undefined) return latest;
  const end = await ownWords("endOf", () => ask(checkoutId));
  // NaN is no end either.
  return typeof end === "number" && end > now ? Math.min(Math.floor(end), latest) : undefined;
}
