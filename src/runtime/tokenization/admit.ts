/** Who calls, and how often (§5). In: a request that was read. Out: a principal. */

import { unauthorized } from "../auth/challenge.js";
import type { Check, Presented, Principal } from "../auth/index.js";
import { requireIdentified } from "../auth/principal.js";
import type { Cancellation } from "../idempotency/index.js";
import { ownWords } from "../server/own-words.js";
import { heedRateLimit } from "../server/rate-limit.js";
import type { TokenizerCall } from "./operations.js";
import type { TokenizerOptions } from "./tokenizer-options.js";

/** @throws ProtocolError rate_limited, unauthorized, and what the check says in its own words */
export async function admit(
  check: Check,
  presented: Presented & { readonly operation: TokenizerCall },
  rateLimit: TokenizerOptions["rateLimit"],
  signal: Cancellation,
): Promise<Principal> {
  const { operation, connection } = presented;
  const { remoteAddress } = connection;
  const heed = (principal: Principal | undefined): Promise<void> =>
    ownWords("rateLimit", () => heedRateLimit(rateLimit, { operation, principal, remoteAddress }));
  await heed(undefined);
  const principal = await ownWords("authentication", async () => {
    const found = await check.authenticate(presented, { signal });
    if (found !== undefined) requireIdentified(found);
    return found;
  });
  if (principal === undefined) throw unauthorized(check.challenges);
  await heed(principal);
  return principal;
}
