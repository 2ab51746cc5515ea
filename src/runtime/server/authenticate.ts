/** Applies the business's authentication rules to each call (§5). */

import type { Authentication, AuthenticationRules } from "../auth/authentication.js";
import { type Check, type CheckOptions, forbidden, unauthorized } from "../auth/check.js";
import { type Principal, ANONYMOUS, requireIdentified } from "../auth/principal.js";
import type { Service } from "../service/operation.js";
import type { Inbound } from "./transport.js";
import { redactHookErrors } from "../error/redact-hook-errors.js";

/** Names the hook in the log if it throws. */
const WHAT = "authentication";

/** @throws ProtocolError `unauthorized`, `forbidden`, or whichever a check throws */
export type Authenticate = (inbound: Inbound, options: CheckOptions) => Promise<Principal>;

/** @throws TypeError if there are rules for an unknown operation: the intended one would be unprotected */
export function createAuthenticate(
  authentication: Authentication | undefined,
  services: readonly Service[],
): Authenticate {
  if (authentication === undefined) return () => Promise.resolve(ANONYMOUS);
  const rules = rulesOf(authentication);
  const checks = checksById(rules, services);
  return async (inbound, options) => {
    const { operation, identifiers, profile } = inbound;
    const check = checks.get(operation.id) ?? rules.default;
    const principal = await identify(check, inbound, options);
    const call = { operation: operation.id, identifiers, profile };
    if (rules.permit === undefined) return principal;
    // Only true permits: a rule without a return value must not permit anything.
    if ((await redactHookErrors(WHAT, async () => rules.permit?.(principal, call))) !== true)
      throw forbidden();
    return principal;
  };
}

async function identify(check: Check, inbound: Inbound, options: CheckOptions): Promise<Principal> {
  const { operation, profile, message } = inbound;
  const presented = { ...message, operation: operation.id, profile };
  const principal = await redactHookErrors(WHAT, async () => {
    const found = await check.authenticate(presented, options);
    if (found !== undefined) requireIdentified(found);
    return found;
  });
  if (principal === undefined) throw unauthorized(check.challenges);
  return principal;
}

function rulesOf(authentication: Authentication): AuthenticationRules {
  return "authenticate" in authentication ? { default: authentication } : authentication;
}

function checksById(
  { default: standard, operations = {} }: AuthenticationRules,
  services: readonly Service[],
): ReadonlyMap<string, Check> {
  requireCheck("default", standard);
  const served = new Set(services.flatMap(({ operations: each }) => each.map(({ id }) => id)));
  const checks = new Map<string, Check>();
  for (const [id, check] of Object.entries(operations)) {
    if (!served.has(id)) throw new TypeError(`authentication: unknown operation ${id}`);
    requireCheck(id, check);
    checks.set(id, check);
  }
  return checks;
}

function requireCheck(where: string, check: unknown): asserts check is Check {
  if (typeof (check as Check | undefined)?.authenticate === "function") return;
  throw new TypeError(`authentication: ${where} must be a check, such as open()`);
}
