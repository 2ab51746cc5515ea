/** Tokens of OAuth 2.0 (§5.2), in `Authorization: Bearer` (RFC 6750). */

import type { ProtocolError } from "../error/index.js";
import { challenge, DEFAULT_REALM, unauthorized } from "./challenge.js";
import type { Check, CheckOptions } from "./check.js";
import { principalOf, type Found } from "./principal.js";

/**
 * In: a token, which is never to be logged. Out: whose it is; undefined for one that is not valid. What
 * it throws is the server's fault (500), unless it is a `ProtocolError`.
 */
export type TokenVerifier = (token: string, options: CheckOptions) => Found | Promise<Found>;

export interface BearerOptions {
  readonly realm?: string | undefined;
}

const SCHEME = "Bearer";
/** RFC 6750 §2.1: so two fields that were joined by a comma are none. */
const CREDENTIALS = /^Bearer +([\w\-.~+/]+=*)$/i;
/** Half of what all header fields may have together. */
const MAX_LENGTH = 8_192;

export function bearer(verify: TokenVerifier, options: BearerOptions = {}): Check {
  const { realm = DEFAULT_REALM } = options;
  const challenges = [challenge(SCHEME, { realm })];
  return {
    challenges,
    async authenticate({ request }, checking) {
      const sent = request.headers.get("authorization");
      if (sent === null) return undefined;
      // §3.1: who comes with another scheme is told of this one, and of no error.
      if (!/^Bearer(?: |$)/i.test(sent)) throw unauthorized(challenges);
      const token = sent.length > MAX_LENGTH ? undefined : CREDENTIALS.exec(sent)?.[1];
      if (token === undefined) throw invalidToken(realm);
      const identity = await verify(token, checking);
      if (!identity) throw invalidToken(realm);
      return principalOf("bearer", identity);
    },
  };
}

/** §3.1: the same for a token that is malformed, unknown or expired. `cause` is for the log. */
export function invalidToken(realm: string, cause?: unknown): ProtocolError {
  return unauthorized([challenge(SCHEME, { realm, error: "invalid_token" })], cause);
}
