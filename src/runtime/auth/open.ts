/** Open access (§5.2): whoever calls. */

import type { Check } from "./check.js";
import { ANONYMOUS } from "./principal.js";

/** Beside other checks in `anyOf`, for who sends no credentials; wrong ones are refused all the same. */
export function open(): Check {
  return { challenges: [], authenticate: () => ANONYMOUS };
}
