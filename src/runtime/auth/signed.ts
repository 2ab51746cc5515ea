/** Requests that are signed (§5.4): the platform is who its profile URL says. */

import { ProtocolError } from "../error/index.js";
import type { WebHeaders } from "../rest/index.js";
import type { Cancellation } from "../idempotency/index.js";
import type { Check } from "./check.js";
import { principalOf } from "./principal.js";

/** What a signature may cover, and where its key is found. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, as they stood on the request line, where that is known. */
  readonly target: string;
  /** For scheme and authority, unless `origins` has them. */
  readonly url: string;
  /** The origins that a request to the business may be for, by its profile: `https://shop.example.com`. */
  readonly origins?: readonly string[] | undefined;
  readonly headers: WebHeaders;
  /** Names and values in turn, as they were sent, where that is known. */
  readonly rawHeaders: readonly string[] | undefined;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Fields that have to be covered, whether the request has them or not. In lower case. */
  readonly signedFields?: readonly string[] | undefined;
  /** URL of the profile whose `signing_keys` has the key. */
  readonly profile: string;
  readonly signal: Cancellation;
}

const NO_PROFILE =
  "A signature is verified with the keys of a profile, which the request does not name.";

/** A port: who verifies signatures. */
export interface RequestVerifier {
  /**
   * @throws ProtocolError signature_missing, signature_invalid, key_not_found, digest_mismatch,
   * algorithm_unsupported; and what fetching the profile throws
   */
  verify(request: SignedRequest): Promise<{ readonly keyId: string }>;
}

/** The principal is the profile URL, whichever of the platform's keys it has signed with. */
export function signed(verifier: RequestVerifier): Check {
  return {
    challenges: [],
    async authenticate(presented, { signal }) {
      const { request, target: path, body, connection, origins, signedFields, profile } = presented;
      if (profile === undefined)
        throw new ProtocolError("signature_missing", { content: NO_PROFILE });
      const { method, url, headers } = request;
      // The target itself, which may be in absolute form: that names the authority, too.
      const { rawHeaders, target = path } = connection;
      await verifier.verify({
        method,
        target,
        url,
        headers,
        rawHeaders,
        body,
        origins,
        signedFields,
        profile,
        signal,
      });
      return principalOf("signature", { id: profile });
    },
  };
}
