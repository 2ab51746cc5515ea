/** Combines checks that must all succeed. */

import type { Check } from "./check.js";
import { isAuthenticated, type Principal } from "./principal.js";

/** Requires every check to succeed, in order. The principal is that of the first check other than `open`. */
export function allOf(...checks: readonly [Check, ...Check[]]): Check {
  return {
    challenges: checks.flatMap(({ challenges }) => challenges),
    async authenticate(presented, options) {
      let caller: Principal | undefined;
      for (const check of checks) {
        const principal = await check.authenticate(presented, options);
        if (principal === undefined) return undefined;
        if (caller === undefined || !isAuthenticated(caller)) caller = principal;
      }
      return caller;
    },
  };
}
