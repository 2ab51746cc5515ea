/** Authenticates a caller of the tokenizer and applies the rate limit (§5). */

import { unauthorized } from "../auth/challenge.js";
import type { Check, Presented, Principal } from "../auth/index.js";
import { requireIdentified } from "../auth/principal.js";
import type { Cancellation } from "../idempotency/index.js";
import { redactHookErrors } from "../server/redact-hook-errors.js";
import type { RequestCount } from "../server/rate-limit.js";
import type { TokenizerCall } from "./operations.js";

/** @throws ProtocolError `rate_limited`, `unauthorized`, and whichever the check throws */
export async function admit(
  check: Check,
  presented: Presented & { readonly operation: TokenizerCall },
  count: RequestCount,
  signal: Cancellation,
): Promise<Principal> {
  const { operation } = presented;
  await count.before({ operation });
  const principal = await redactHookErrors("authentication", async () => {
    const found = await check.authenticate(presented, { signal });
    if (found !== undefined) requireIdentified(found);
    return found;
  });
  if (principal === undefined) throw unauthorized(check.challenges);
  await count.caller({ operation }, principal);
  return principal;
}
