/** Several checks at once. */

import type { Check } from "./check.js";
import { isAuthenticated, type Principal } from "./principal.js";

/** Each has to agree, in turn; the caller is who the first of them says, `open` aside. */
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
