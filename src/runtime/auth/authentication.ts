/** What a business asks of its callers (§5.1): a check for each operation, and who may do what. */

import type { Check } from "./check.js";
import type { Principal } from "./principal.js";

export interface PermittedCall<Id extends string = string> {
  readonly operation: Id;
  /** What names the resource: `{ id }`. */
  readonly identifiers: Readonly<Record<string, string>>;
  /** URL of the platform's profile, which a signature alone proves; undefined for a call that names none. */
  readonly profile: string | undefined;
}

export interface AuthenticationRules<Id extends string = string> {
  /** For every operation that has none of its own. */
  readonly default: Check;
  /** By the ids of operations: `complete_checkout`. One that is there has to be a check. */
  readonly operations?: { readonly [Each in Id]?: Check };
  /**
   * Whether the caller may do this: false is 403. A method, so that the rules of a server whose
   * operations are known are those of any.
   */
  permit?(principal: Principal, call: PermittedCall<Id>): boolean | Promise<boolean>;
}

/** One check for everything, or rules. */
export type Authentication<Id extends string = string> = Check | AuthenticationRules<Id>;
