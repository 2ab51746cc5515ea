/** A business's authentication rules (§5.1): a check per operation, and permissions. */

import type { Check } from "./check.js";
import type { Principal } from "./principal.js";

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
  readonly operations?: { readonly [Each in Id]?: Check };
  /**
   * Returns true if the caller may make this call; otherwise it gets a 403. A method, so that rules for known
   * operations are assignable to rules for any.
   */
  permit?(principal: Principal, call: PermittedCall<Id>): boolean | Promise<boolean>;
}

/** One check for everything, or rules. */
export type Authentication<Id extends string = string> = Check | AuthenticationRules<Id>;
