/** Open access (§5.2): anyone may call. */

import type { Check } from "./check.js";
import { ANONYMOUS } from "./principal.js";

/**
 * Use it in `anyOf` next to other checks to accept callers without credentials. Wrong credentials are still refused.
 */
export function open(): Check {
  return { challenges: [], authenticate: () => ANONYMOUS };
}
