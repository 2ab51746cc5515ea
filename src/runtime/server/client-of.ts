/**
 * Determines the client whose idempotency keys a call shares (§8: "unique per client"). Stores keep this name, so it
 * is hashed if it contains more than a profile URL.
 */

import { isAuthenticated, type Principal } from "../auth/principal.js";
import { fingerprintOf } from "../idempotency/fingerprint.js";
import type { WebHeaders } from "../rest/web.js";

/** Neither a URL nor JSON, so it cannot collide with a profile or principal. */
export const UNNAMED_CLIENT = "unnamed";

/** DESIGN §12: the principal is the client, whatever credentials it used and whichever profile it names. */
export function clientOf(
  principal: Principal,
  headers: WebHeaders,
  profile: string | undefined,
): string | Promise<string> {
  if (!isAuthenticated(principal)) return unknownClientOf(headers, profile);
  const { kind, issuer, client, id } = principal;
  return hashed("principal", kind, [issuer, client, id]);
}

/**
 * An unsigned agent header can be forged. Including the credentials keeps callers from getting each other's answers.
 */
function unknownClientOf(
  headers: WebHeaders,
  profile: string | undefined,
): string | Promise<string> {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key");
  // Callers that name no platform share their keys, since nothing distinguishes them.
  if (authorization === null && apiKey === null) return profile ?? UNNAMED_CLIENT;
  const parts = [authorization, apiKey];
  return profile === undefined ? hashed("unnamed", "", parts) : hashed("client", profile, parts);
}

function hashed(
  method: string,
  target: string,
  parts: readonly (string | null | undefined)[],
): string | Promise<string> {
  return fingerprintOf({ method, target, value: parts });
}
