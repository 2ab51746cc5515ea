/** The rates at which the shop may be called; a caller beyond them is told when to come again (429, §7). */

import { createRateLimiter, type RateLimit } from "@proto-gen/runtime/server";

/** Each platform that signs its calls. */
const PLATFORM = { perSecond: 50, burst: 500 };
/** All others together: nobody can tell them apart. */
const UNSIGNED = { perSecond: 20, burst: 100 };
/** Those others from one address. */
const ADDRESS = { perSecond: 10, burst: 50 };

/** @param isBehindProxy true where all callers have the proxy's address */
export function shopRateLimit(isBehindProxy: boolean): RateLimit {
  return createRateLimiter({
    principal: PLATFORM,
    anonymous: UNSIGNED,
    address: isBehindProxy ? false : ADDRESS,
  });
}
