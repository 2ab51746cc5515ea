/** OAuth 2.0 tokens (§5.2), in `Authorization: Bearer` (RFC 6750). */

import type { ProtocolError } from "../error/protocol-error.js";
import {
  type Check,
  type CheckOptions,
  challenge,
  DEFAULT_REALM,
  type Found,
  principalOf,
  unauthorized,
} from "./check.js";

/**
 * Returns the owner of a token, or undefined if it is not valid. Never log the token. Errors that it throws are the
 * server's (500), unless they are a `ProtocolError`.
 */
export type TokenVerifier = (token: string, options: CheckOptions) => Found | Promise<Found>;

export interface BearerOptions {
  readonly realm?: string | undefined;
}

const SCHEME = "Bearer";
/** RFC 6750 §2.1. Two fields joined by a comma do not match. */
const CREDENTIALS = /^Bearer +([\w\-.~+/]+=*)$/i;
/** Half of what all header fields together may have. */
const MAX_LENGTH = 8_192;

/**
 * Creates a check of tokens in `Authorization: Bearer` (§5.2). It answers 401 to a token without an owner (RFC 6750
 * §3.1). For JWTs, use `jwtBearer`.
 * @example
 * ```ts
 * import { bearer } from "@proto-gen/runtime/auth";
 *
 * // A row for each token: the platform that acts, and the buyer for whom it acts.
 * const tokens = new Map([["token_1", { id: "buyer_7", client: "agent.example" }]]);
 * const authentication = bearer((token) => tokens.get(token), { realm: "shop" });
 * ```
 */
export function bearer(verify: TokenVerifier, options: BearerOptions = {}): Check {
  const { realm = DEFAULT_REALM } = options;
  const challenges = [challenge(SCHEME, { realm })];
  return {
    challenges,
    async authenticate({ request }, checking) {
      const sent = request.headers.get("authorization");
      if (sent === null) return undefined;
      // §3.1: a caller with another scheme is told about this one, without an error.
      if (!/^Bearer(?: |$)/i.test(sent)) throw unauthorized(challenges);
      const token = sent.length > MAX_LENGTH ? undefined : CREDENTIALS.exec(sent)?.[1];
      if (token === undefined) throw invalidToken(realm);
      const identity = await verify(token, checking);
      if (!identity) throw invalidToken(realm);
      return principalOf("bearer", identity);
    },
  };
}

/** §3.1: the same for malformed, unknown and expired tokens. `cause` is for the log. */
export function invalidToken(realm: string, cause?: unknown): ProtocolError {
  return unauthorized([challenge(SCHEME, { realm, error: "invalid_token" })], cause);
}
