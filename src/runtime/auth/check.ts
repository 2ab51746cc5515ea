/**
 * The interface of a check identifies the caller of a request (§5.2); the check `open` accepts everyone. Challenges
 * tell the others how to authenticate.
 */

import type { Cancellation } from "../time/cancellation.js";
import type { WebHeaders } from "../rest/web.js";
import type { Connection } from "../server/transport.js";
import { type Principal, ANONYMOUS } from "./principal.js";
import { ProtocolError } from "../error/protocol-error.js";

/** A request as it was sent; over MCP, the HTTP request with the call. */
export interface Presented {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: WebHeaders;
  };
  /** Path and query, as on the request line if the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** Origins of the endpoint, from the business's profile. Undefined if the profile does not say. */
  readonly origins?: readonly string[];
  /**
   * Fields that a signature must cover, whether the request has them or not, as §5.4 requires over MCP. In lower
   * case.
   */
  readonly signedFields?: readonly string[];
  /** Such as `create_checkout`. */
  readonly operation: string;
  /** URL of the platform's profile, unverified. Undefined if the call names none. */
  readonly profile: string | undefined;
}

export interface CheckOptions {
  /** Aborted when the caller disconnects or the time is over. */
  readonly signal: Cancellation;
}

export interface Check {
  /** For `WWW-Authenticate` (RFC 9110 §11.6.1) if the request lacks these credentials. */
  readonly challenges: readonly string[];
  /**
   * Undefined if the request lacks these credentials, so that another check may find its own.
   * @throws ProtocolError `unauthorized` if the credentials are wrong, `forbidden`
   */
  authenticate(
    presented: Presented,
    options: CheckOptions,
  ): Principal | undefined | Promise<Principal | undefined>;
}

/**
 * Accepts every caller (§5.1), as the principal `anonymous`. Use it in `anyOf` next to other checks to accept callers
 * without credentials. Wrong credentials are still refused.
 * @example
 * ```ts
 * import { apiKey, open } from "@proto-gen/runtime/auth";
 *
 * // Anyone may look, and only known platforms may buy.
 * const key = apiKey({ keys: { "agent.example": "key_2026_4f9c1b07" } });
 * const authentication = { default: open(), operations: { complete_checkout: key } };
 * ```
 */
export function open(): Check {
  return { challenges: [], authenticate: () => ANONYMOUS };
}

/** RFC 6750 §3 requires at least one parameter, so there is always a realm. */
export const DEFAULT_REALM = "business";

/** Characters that need no escaping in a quoted string. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Builds challenges (RFC 9110 §11.6.1), which tell a caller how to authenticate.
 * @throws TypeError if a value is not printable ASCII, or has `"` or a backslash
 */
export function challenge(scheme: string, parameters: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(parameters).map(([name, value]) => {
    if (!PLAIN.test(value)) throw new TypeError(`${scheme}: ${name} cannot be sent in a header`);
    return `${name}="${value}"`;
  });
  return `${scheme} ${pairs.join(", ")}`;
}

/** A 401. Only the challenges' parameters may tell the caller why. */
export function unauthorized(challenges: readonly string[], cause?: unknown): ProtocolError {
  return new ProtocolError("unauthorized", { ...withChallenges(challenges), cause });
}

/** A 403. */
export function forbidden(challenges: readonly string[] = []): ProtocolError {
  return new ProtocolError("forbidden", withChallenges(challenges));
}

function withChallenges(challenges: readonly string[]) {
  return challenges.length === 0 ? {} : { headers: { "WWW-Authenticate": challenges.join(", ") } };
}
