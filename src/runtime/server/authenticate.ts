/**
 * Who calls (§5), as the business has asked for it. In: the rules, and what is served; then a call. Out: a
 * principal who may make it.
 */

import type {
  Authentication,
  AuthenticationRules,
  Check,
  CheckOptions,
  Principal,
} from "../auth/index.js";
import { forbidden, unauthorized } from "../auth/challenge.js";
import { ANONYMOUS, requireIdentified } from "../auth/principal.js";
import type { Service } from "../service/index.js";
import type { Inbound } from "./inbound.js";
import { ownWords } from "./own-words.js";

/** In the log, of what a hook threw. */
const WHAT = "authentication";

/** @throws ProtocolError unauthorized, forbidden, and what a check says in its own words */
export type Authenticate = (inbound: Inbound, options: CheckOptions) => Promise<Principal>;

/** @throws TypeError for rules of an operation that nothing serves: it was meant for another one */
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
    // Nothing but true: a rule that forgets to answer permits nothing.
    if ((await ownWords(WHAT, async () => rules.permit?.(principal, call))) !== true)
      throw forbidden();
    return principal;
  };
}

async function identify(check: Check, inbound: Inbound, options: CheckOptions): Promise<Principal> {
  const { operation, profile, message } = inbound;
  const presented = { ...message, operation: operation.id, profile };
  const principal = await ownWords(WHAT, async () => {
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
    if (!served.has(id)) throw new TypeError(`authentication: there is no operation ${id}`);
    requireCheck(id, check);
    checks.set(id, check);
  }
  return checks;
}

function requireCheck(where: string, check: unknown): asserts check is Check {
  if (typeof (check as Check | undefined)?.authenticate === "function") return;
  throw new TypeError(`authentication: ${where} is no check, such as open()`);
}
