/** Signed requests (§5.4): the signature proves the platform's profile URL. */

import { ProtocolError } from "../error/protocol-error.js";
import type { WebHeaders } from "../rest/web.js";
import type { Cancellation } from "../time/time.js";
import { type Check, principalOf } from "./check.js";

/** Options that limit the coverage of a signature and name the source of its key. */
export interface SignedRequest {
  readonly method: string;
  /** Path and query, as on the request line if that is known. */
  readonly target: string;
  /** Source of scheme and authority, unless `origins` has them. */
  readonly url: string;
  /** The origins that a request may be for, from the business's profile, such as `https://shop.example.com`. */
  readonly origins?: readonly string[] | undefined;
  readonly headers: WebHeaders;
  /** Alternating names and values as they were sent, if known. */
  readonly rawHeaders: readonly string[] | undefined;
  /** As it was sent. */
  readonly body: Uint8Array;
  /** Fields that must be covered, whether the request has them or not. In lower case. */
  readonly signedFields?: readonly string[] | undefined;
  /** URL of the profile whose `signing_keys` has the key. */
  readonly profile: string;
  readonly signal: Cancellation;
}

const NO_PROFILE = "The request must name the profile whose keys verify its signature.";

/** The interface through which signatures are verified. */
export interface RequestVerifier {
  /**
   * @throws ProtocolError `signature_missing`, `signature_invalid`, `key_not_found`, `digest_mismatch`,
   * `algorithm_unsupported`; and whatever fetching the profile throws
   */
  verify(request: SignedRequest): Promise<{ readonly keyId: string }>;
}

/**
 * Creates a check of signed requests (§5.4). The principal is the profile URL, whichever of the platform's keys signed
 * the request.
 * @example
 * ```ts
 * import { signed } from "@proto-gen/runtime/auth";
 * import { guardedFetch } from "@proto-gen/runtime/guarded-fetch";
 * import { createPlatformProfiles } from "@proto-gen/runtime/profile";
 * import { verifyRequests } from "@proto-gen/runtime/signature";
 *
 * const platforms = createPlatformProfiles({ name: "proto", fetch: guardedFetch() });
 * const authentication = signed(verifyRequests({ name: "proto", platforms }));
 * ```
 */
export function signed(verifier: RequestVerifier): Check {
  return {
    challenges: [],
    async authenticate(presented, { signal }) {
      const { request, target: path, body, connection, origins, signedFields, profile } = presented;
      if (profile === undefined)
        throw new ProtocolError("signature_missing", { content: NO_PROFILE });
      const { method, url, headers } = request;
      // The raw target, which may be in absolute form and then includes the authority.
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
