/** Requires scopes of a token (RFC 6749 §3.3). */

import { challenge, DEFAULT_REALM, forbidden } from "./challenge.js";
import type { Check } from "./check.js";

/**
 * Accepts callers of `check` that have all of these scopes, and answers 403 to others. Apply it to the check that
 * knows scopes: around `anyOf(..., open())` it refuses anonymous callers, who have none.
 */
export function requireScope(check: Check, ...scopes: readonly [string, ...string[]]): Check {
  // RFC 6750 §3.1.
  const insufficient = challenge("Bearer", {
    realm: DEFAULT_REALM,
    error: "insufficient_scope",
    scope: scopes.join(" "),
  });
  return {
    challenges: check.challenges,
    async authenticate(presented, options) {
      const principal = await check.authenticate(presented, options);
      if (principal === undefined) return undefined;
      const own = new Set(principal.scopes);
      if (scopes.every((scope) => own.has(scope))) return principal;
      throw forbidden(principal.kind === "bearer" ? [insufficient] : []);
    },
  };
}
