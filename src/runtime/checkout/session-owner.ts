/** The owner of a checkout session, a cart or an order: calls of others do not find it. */

import { isAuthenticated, type Principal } from "../auth/principal.js";
import type { QuotaClient } from "../storage/quota.js";
import { UNNAMED_CLIENT } from "../server/client-of.js";
import type { CallContext } from "../server/handlers.js";

export interface SessionOwner {
  /** Of the platform; undefined for one that names none. */
  readonly profile: string | undefined;
  /** Kind, issuer and id of the principal that authenticated, if one had to. */
  readonly principal: string | undefined;
}

export function ownerOf({
  platform,
  principal,
}: Pick<CallContext, "platform"> & Partial<Pick<CallContext, "principal">>): SessionOwner {
  return { profile: platform.profile, principal: namedBy(principal) };
}

/** The client whose share of a store a record of this owner takes. */
export function recordClientOf({ profile, principal }: SessionOwner): QuotaClient {
  return { client: principal ?? profile ?? UNNAMED_CLIENT, isAnonymous: principal === undefined };
}

function namedBy(principal: Principal | undefined): string | undefined {
  if (principal === undefined || !isAuthenticated(principal)) return undefined;
  return JSON.stringify([principal.kind, principal.issuer ?? null, principal.id]);
}

/**
 * A session of someone who had to say who it is, is nobody else's: a profile in a header alone proves nothing.
 * One that was made openly goes on for whoever has authenticated since, on the same platform.
 */
export function isOwner(owner: SessionOwner, caller: SessionOwner): boolean {
  if (owner.profile !== caller.profile) return false;
  return owner.principal === undefined || owner.principal === caller.principal;
}
