/** The owner of a checkout session, a cart or an order. Calls by others do not find it. */

import { isAuthenticated, type Principal } from "../../auth/principal.js";
import type { QuotaClient } from "../../storage/quota.js";
import { UNNAMED_CLIENT } from "../../server/client-of.js";
import type { CallContext } from "../../server/handlers.js";

export interface SessionOwner {
  /** The platform's profile URL. Undefined if the platform names none. */
  readonly profile: string | undefined;
  /** Kind, issuer and id of the authenticated principal. Undefined if the call was anonymous. */
  readonly principal: string | undefined;
}

export function ownerOf({
  platform,
  principal,
}: Pick<CallContext, "platform"> & Partial<Pick<CallContext, "principal">>): SessionOwner {
  return { profile: platform.profile, principal: namedBy(principal) };
}

/** The client whose storage quota a record of this owner counts towards. */
export function recordClientOf({ profile, principal }: SessionOwner): QuotaClient {
  return { client: principal ?? profile ?? UNNAMED_CLIENT, isAnonymous: principal === undefined };
}

function namedBy(principal: Principal | undefined): string | undefined {
  if (principal === undefined || !isAuthenticated(principal)) return undefined;
  return JSON.stringify([principal.kind, principal.issuer ?? null, principal.id]);
}

/**
 * A session created with authentication belongs to that principal alone: a profile header proves nothing. A session
 * created anonymously is open to any principal on the same platform.
 */
export function isOwner(owner: SessionOwner, caller: SessionOwner): boolean {
  if (owner.profile !== caller.profile) return false;
  return owner.principal === undefined || owner.principal === caller.principal;
}
