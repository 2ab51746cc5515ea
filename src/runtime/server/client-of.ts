/**
 * Whose idempotency keys are apart from whose (§8: "unique per client"). In: who calls, and the request.
 * Out: a client, hashed where it is more than a profile URL, since stores keep it.
 */

import { isAuthenticated, type Principal } from "../auth/index.js";
import { fingerprintOf } from "../idempotency/index.js";
import type { WebHeaders } from "../rest/index.js";

/** No URL, and no JSON: neither a profile nor a principal has this name. */
export const UNNAMED_CLIENT = "unnamed";

/** DESIGN §12: the principal, whatever it has proved that with and whichever profile it names. */
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
 * An unsigned agent header can be forged: with the credentials beside it, nobody gets another's answers.
 */
function unknownClientOf(
  headers: WebHeaders,
  profile: string | undefined,
): string | Promise<string> {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key");
  // Those that name no platform share their keys: nothing tells them apart.
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
