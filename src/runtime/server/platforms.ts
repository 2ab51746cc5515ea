/**
 * Where platforms' profiles come from: a port. In: the profile URL that a call names (§5.3). Out: the
 * profile, and what tells its contents from other ones.
 */

import type { Cancellation } from "../idempotency/index.js";

export interface PlatformProfile {
  readonly url: string;
  readonly profile: unknown;
  /** Equal for equal contents: an entity tag, or a hash. */
  readonly identity: string;
}

export interface PlatformProfiles {
  /** @throws ProtocolError invalid_profile_url, profile_unreachable, profile_malformed, profile_not_trusted */
  get(url: string, signal: Cancellation): Promise<PlatformProfile>;
}
