/** The owner of a checkout session, a cart or an order. Calls by others do not find it. */

import { isAuthenticated, type Principal } from "../../auth/check.js";
import type { QuotaClient } from "../../storage/quota.js";
import { UNNAMED_CLIENT } from "../../idempotency/fingerprint.js";
import type { CallContext } from "../../server/handlers.js";

export interface SessionOwner {
  /** The platform's profile URL. Undefined if the platform names none. */
  readonly profile: string | undefined;
  /** Kind, issuer and id of the authenticated principal. Undefined if the call was anonymous. */
  readonly principal: string | undefined;
}

/**
 * Returns the owner of what a call creates, from the context of a handler. Store it with the resource for `isOwner`. A
 * caller that did not authenticate is known by its profile alone (§5.3).
 * @example
 * ```ts
 * import { ownerOf } from "@proto-gen/runtime/commerce";
 * import type { CallContext } from "@proto-gen/runtime/server";
 *
 * const wishLists = new Map<string, object>();
 * function createWishList(id: string, context: CallContext) {
 *   wishLists.set(id, { id, items: [], owner: ownerOf(context) });
 * }
 * ```
 */
export function ownerOf({
  platform,
  principal,
}: Pick<CallContext, "platform"> & Partial<Pick<CallContext, "principal">>): SessionOwner {
  return { profile: platform.profile, principal: namedBy(principal) };
}

/**
 * Returns the client whose storage quota a record of this owner counts towards. Callers without authentication share
 * the quota of anonymous clients.
 * @example
 * ```ts
 * import { recordClientOf } from "@proto-gen/runtime/commerce";
 * import { ABSENT } from "@proto-gen/runtime/storage";
 *
 * const profile = "https://agent.example/profile.json";
 * const owner = recordClientOf({ profile, principal: undefined });
 * const wish = { collection: "wish_list", key: "list_1", value: { items: [] }, expected: ABSENT, owner };
 * owner.isAnonymous; // true
 * ```
 */
export function recordClientOf({ profile, principal }: SessionOwner): QuotaClient {
  return { client: principal ?? profile ?? UNNAMED_CLIENT, isAnonymous: principal === undefined };
}

function namedBy(principal: Principal | undefined): string | undefined {
  if (principal === undefined || !isAuthenticated(principal)) return undefined;
  return JSON.stringify([principal.kind, principal.issuer ?? null, principal.id]);
}

/**
 * True if the caller may see what the owner created. A session created with authentication belongs to that principal
 * alone: a profile header proves nothing. A session created anonymously is open to any principal on the same platform.
 * @example
 * ```ts
 * import { isOwner } from "@proto-gen/runtime/commerce";
 *
 * const profile = "https://agent.example/profile.json";
 * const anonymous = { profile, principal: undefined };
 * const known = { profile, principal: '["api_key",null,"agent.example"]' };
 * isOwner(anonymous, known); // true
 * isOwner(known, anonymous); // false
 * ```
 */
export function isOwner(owner: SessionOwner, caller: SessionOwner): boolean {
  if (owner.profile !== caller.profile) return false;
  return owner.principal === undefined || owner.principal === caller.principal;
}
