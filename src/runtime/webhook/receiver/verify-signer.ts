/** Verifies that the business named by a request signed it (§5.4). */

import { headerList } from "../../rest/header-list.js";
import type { WebHeaders } from "../../rest/index.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import type { Cancellation } from "../../time/cancellation.js";
import {
  keysOf,
  verifyRequest,
  type VerificationKeys,
  type VerifyRequestOptions,
} from "../../signature/index.js";

export interface SignedWebhook {
  /** As on the request line. */
  readonly target: string;
  readonly scheme: "https" | "http";
  /** Host of the webhook's own URL, so that a request signed for another platform cannot be replayed here. */
  readonly authority: string;
  readonly headers: WebHeaders;
  /** Alternating names and values as they were sent, if known. */
  readonly rawHeaders: readonly string[] | undefined;
  readonly body: Uint8Array;
}

/**
 * @param business URL of the profile that the request names
 * @throws ProtocolError as `verifyRequest`, and whatever fetching the profile throws
 */
export async function verifySigner(
  { headers, rawHeaders, ...message }: SignedWebhook,
  business: string,
  businesses: PlatformProfiles,
  signal: Cancellation,
  options: VerifyRequestOptions,
): Promise<void> {
  const request = { ...message, method: "POST", headers: rawHeaders ?? headerList(headers) };
  await verifyRequest(request, lazyKeys(business, businesses, signal), options);
}

/** Fetches the profile only after the signature's fields were found valid, since anyone can name a URL. */
function lazyKeys(
  url: string,
  businesses: PlatformProfiles,
  signal: Cancellation,
): VerificationKeys {
  return {
    async keyFor(kid) {
      const { profile } = await businesses.get(url, { signal });
      const refreshed = businesses.refresh?.bind(businesses);
      const refresh = refreshed && (async () => (await refreshed(url, { signal })).profile);
      return keysOf(profile, refresh).keyFor(kid);
    },
  };
}
