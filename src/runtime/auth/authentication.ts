/**
 * A business's authentication rules (§5.1) choose a check per operation, the scopes that it requires, and permissions.
 */

import { type Check, challenge, DEFAULT_REALM, forbidden, type Principal } from "./check.js";

export interface PermittedCall<Id extends string = string> {
  readonly operation: Id;
  /** The identifiers of the resource, such as `{ id }`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** URL of the platform's profile, which only a signature proves. Undefined if the call names none. */
  readonly profile: string | undefined;
}

export interface AuthenticationRules<Id extends string = string> {
  /** For every operation without a check of its own. */
  readonly default: Check;
  /** By operation id, such as `complete_checkout`. */
  readonly operations?: { readonly [Each in Id]?: Check } | undefined;
  /**
   * Returns true if the caller may make this call; otherwise it gets a 403. A method, so that rules for known
   * operations are assignable to rules for any.
   */
  permit?(principal: Principal, call: PermittedCall<Id>): boolean | Promise<boolean>;
}

/** One check for everything, or rules. */
export type Authentication<Id extends string = string> = Check | AuthenticationRules<Id>;

/**
 * Accepts callers of `check` that have all of these scopes, and answers 403 to others. Apply it to the check that
 * knows scopes: around `anyOf(..., open())` it refuses anonymous callers, who have none.
 * @example
 * ```ts
 * import { bearer, open, requireScope } from "@proto-gen/runtime/auth";
 *
 * const tokens = new Map([["token_1", { id: "agent.example", scopes: ["checkout:complete"] }]]);
 * const token = bearer((sent) => tokens.get(sent));
 * const operations = { complete_checkout: requireScope(token, "checkout:complete") };
 * const authentication = { default: open(), operations };
 * ```
 */
export function requireScope(check: Check, ...scopes: readonly [string, ...string[]]): Check {
  // RFC 6750 §3.1.
  const insufficient = challenge("Bearer", {
    realm: DEFAULT_REALM,
    error: "insufficient_scope",
    scope: scopes.join(" "),
  });
  return {
    challenges: check.challenges,
    async authenticate(presented, options) {
      const principal = await check.authenticate(presented, options);
      if (principal === undefined) return undefined;
      const own = new Set(principal.scopes);
      if (scopes.every((scope) => own.has(scope))) return principal;
      throw forbidden(principal.kind === "bearer" ? [insufficient] : []);
    },
  };
}
