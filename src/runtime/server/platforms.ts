/**
 * Where platforms' profiles come from: a port. In: the profile URL that a call names (§5.3). Out: the
 * profile, and what tells its contents from other ones.
 */

import { ProtocolError } from "../error/index.js";
import type { Cancellation } from "../idempotency/index.js";

export interface PlatformProfile {
  readonly url: string;
  readonly profile: unknown;
  /** Equal for equal contents: an entity tag, or a hash. */
  readonly identity: string;
}

export interface PlatformProfiles {
  /** @throws ProtocolError invalid_profile_url, profile_unreachable, profile_malformed, profile_not_trusted */
  get(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
  /**
   * As `get`, but as the profile is now: for a key that what is known does not have (§5.4). Soon after it
   * was fetched it is not fetched again, since anyone can name a key.
   */
  refresh?(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
}

/**
 * Platforms that are approved beforehand (§7, `profile_not_trusted`), by the URLs of their profiles:
 * nothing is fetched.
 */
export function approvedPlatforms(profiles: Readonly<Record<string, object>>): PlatformProfiles {
  const known = new Map(Object.entries(profiles));
  return {
    get(url) {
      const profile = known.get(url);
      return profile === undefined
        ? Promise.reject(new ProtocolError("profile_not_trusted"))
        : Promise.resolve({ url, profile, identity: url });
    },
  };
}
