/** Combines checks: one must succeed, or all. */

import { ProtocolError } from "../error/protocol-error.js";
import type { Check, CheckOptions, Presented } from "./check.js";
import { isAuthenticated, type Principal } from "./principal.js";

/**
 * Accepts callers that pass one of the checks (§5.1). The first check that identifies the caller decides. Wrong
 * credentials do not make a caller anonymous: they are refused unless other credentials are right, even if one check is
 * `open`.
 * @example
 * ```ts
 * import { anyOf, apiKey, mtls } from "@proto-gen/runtime/auth";
 *
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const certificate = mtls(({ subject }) => (subject === "CN=agent.example" ? { id: subject } : undefined));
 * const authentication = anyOf(certificate, key);
 * ```
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

/** Returns errors that another check may make up for. Others, such as an unreachable profile, are thrown. */
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

/** A known caller without permission gets a 403. A completely missing signature counts as no credentials. */
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

/**
 * Requires every check to succeed, in order. The principal is that of the first check other than `open`.
 * @example
 * ```ts
 * import { allOf, apiKey, signed } from "@proto-gen/runtime/auth";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { verifyRequests } from "@proto-gen/runtime/signature";
 *
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const authentication = allOf(key, signed(verifyRequests({ name: "proto", platforms })));
 * ```
 */
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
