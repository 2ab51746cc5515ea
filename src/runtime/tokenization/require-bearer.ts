/** §4.6: detokenizing requires a bearer token, whatever check is configured. */

import { unauthorized } from "../auth/challenge.js";
import type { Check } from "../auth/index.js";

const BEARER = /^Bearer /;

/**
 * A check's challenges are tested here, its principals at each call: `anyOf(bearer, open())` answers 401 to callers
 * that `open` would accept.
 * @throws TypeError if the check does not ask for a bearer token, or accepts something else instead
 */
export function requireBearer(check: Check): Check {
  const { challenges } = check;
  if (challenges.length === 0 || !challenges.every((each) => BEARER.test(each)))
    throw new TypeError("createTokenizer: detokenize needs a check of bearer tokens (§4.6)");
  return {
    challenges,
    async authenticate(presented, options) {
      const principal = await check.authenticate(presented, options);
      if (principal !== undefined && principal.kind !== "bearer") throw unauthorized(challenges);
      return principal;
    },
  };
}
