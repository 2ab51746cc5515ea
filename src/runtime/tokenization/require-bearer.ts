/** §4.6: nobody detokenizes without a bearer token. In: a check. Out: the same, which lets in nobody else. */

import { unauthorized } from "../auth/challenge.js";
import type { Check } from "../auth/index.js";

const BEARER = /^Bearer /;

/**
 * What a check asks for shows when it is made; whom it lets in, when it is asked: so `anyOf(bearer, open())`
 * answers 401 to whom `open` lets in.
 *
 * @throws TypeError for a check that asks for no bearer token, or for something else in its place
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
