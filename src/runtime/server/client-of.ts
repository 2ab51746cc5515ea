/**
 * Whose idempotency keys are apart from whose (§8: "unique per client"). In: who calls, and the request.
 * Out: a client, hashed where it is more than a profile URL, since stores keep it.
 */

import { isAuthenticated, type Principal } from "../auth/index.js";
import { fingerprintOf } from "../idempotency/index.js";
import { encodeJson, type WebHeaders } from "../rest/index.js";
import { UNNAMED } from "./unnamed-platform.js";

/** DESIGN §12: the principal, whatever it has proved that with and whichever profile it names. */
export function clientOf(
  principal: Principal,
  headers: WebHeaders,
  profile: string,
): string | Promise<string> {
  if (!isAuthenticated(principal)) return unknownClientOf(headers, profile);
  const { kind, issuer, client, id } = principal;
  return hashed("principal", kind, [issuer, client, id]);
}

/**
 * An unsigned agent header can be forged: with the credentials beside it, nobody gets another's answers.
 */
function unknownClientOf(headers: WebHeaders, profile: string): string | Promise<string> {
  const authorization = headers.get("authorization");
  const apiKey = headers.get("x-api-key");
  // Those that name no platform share their keys: nothing tells them apart.
  if (authorization === null && apiKey === null) return profile === UNNAMED ? "unnamed" : profile;
  return hashed("client", profile, [authorization, apiKey]);
}

function hashed(
  method: string,
  target: string,
  parts: readonly (string | null | undefined)[],
): string | Promise<string> {
  return fingerprintOf({ method, target, body: encodeJson(parts) });
}
