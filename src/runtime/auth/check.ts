/** One way to say who calls (§5.2). In: a request. Out: a principal. */

import type { Cancellation } from "../idempotency/index.js";
import type { WebHeaders } from "../rest/index.js";
import type { Connection } from "../server/connection.js";
import type { Principal } from "./principal.js";

/** A request as it was sent; over MCP that of the message which has the call. */
export interface Presented {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: WebHeaders;
  };
  /** Path and query; as they stood on the request line, where the connection knows that. */
  readonly target: string;
  /** As it was sent. */
  readonly body: Uint8Array;
  readonly connection: Connection;
  /** The origins of the endpoint that it came to, by the business's profile; unknown where no profile says so. */
  readonly origins?: readonly string[];
  /** Fields that a signature has to cover, whether the request has them or not: over MCP §5.4 names some. In lower case. */
  readonly signedFields?: readonly string[];
  /** `create_checkout`. */
  readonly operation: string;
  /** URL of the platform's profile, which the call names and nobody has verified; undefined for a call that names none. */
  readonly profile: string | undefined;
}

export interface CheckOptions {
  /** Aborted when the caller goes away or the time is over. */
  readonly signal: Cancellation;
}

export interface Check {
  /** For `WWW-Authenticate` (RFC 9110 §11.6.1) where the request has no such credentials. */
  readonly challenges: readonly string[];
  /**
   * Undefined where the request has no such credentials, so that another check may find its own.
   *
   * @throws ProtocolError unauthorized for credentials that are wrong, forbidden
   */
  authenticate(
    presented: Presented,
    options: CheckOptions,
  ): Principal | undefined | Promise<Principal | undefined>;
}
