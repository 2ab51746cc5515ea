/** One of several checks. */

import { ProtocolError } from "../error/index.js";
import type { Check, CheckOptions, Presented } from "./check.js";
import { isAuthenticated, type Principal } from "./principal.js";

/**
 * The first that says who it is. Credentials that are wrong do not make a caller anonymous: they are
 * refused, unless others beside them are right, even where one of the checks is `open`.
 */
export function anyOf(...checks: readonly [Check, ...Check[]]): Check {
  return {
    challenges: checks.flatMap(({ challenges }) => challenges),
    async authenticate(presented, options) {
      const refusals: ProtocolError[] = [];
      let anonymous: Principal | undefined;
      for (const check of checks) {
        const outcome = await outcomeOf(check, presented, options);
        if (outcome instanceof ProtocolError) refusals.push(outcome);
        else if (outcome !== undefined && isAuthenticated(outcome)) return outcome;
        else anonymous ??= outcome;
      }
      const refusal = worst(refusals, presented);
      if (refusal !== undefined) throw refusal;
      if (anonymous !== undefined || refusals.length < checks.length) return anonymous;
      throw refusals[0];
    },
  };
}

/** What another check may make up for; the rest, such as a profile that cannot be fetched, is thrown. */
async function outcomeOf(
  check: Check,
  presented: Presented,
  options: CheckOptions,
): Promise<Principal | ProtocolError | undefined> {
  try {
    return await check.authenticate(presented, options);
  } catch (thrown) {
    if (thrown instanceof ProtocolError && thrown.status >= 400 && thrown.status <= 403)
      return thrown;
    throw thrown;
  }
}

/** Whoever is known but may not is told so; a signature that is missing as a whole is as no credentials. */
function worst(
  refusals: readonly ProtocolError[],
  { request: { headers } }: Presented,
): ProtocolError | undefined {
  const isUnsigned = headers.get("signature") === null && headers.get("signature-input") === null;
  return (
    refusals.find(({ status }) => status === 403) ??
    refusals.find(({ code }) => !isUnsigned || code !== "signature_missing")
  );
}
