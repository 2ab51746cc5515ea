/** The interface through which platforms' profiles are obtained, by the URL that a call names (§5.3). */

import { ProtocolError } from "../error/protocol-error.js";
import type { Cancellation } from "../time/cancellation.js";

export interface PlatformProfile {
  readonly url: string;
  readonly profile: unknown;
  /** Changes whenever the content does: an entity tag, or a hash. */
  readonly identity: string;
}

export interface PlatformProfiles {
  /**
   * @throws ProtocolError `invalid_profile_url`, `profile_unreachable`, `profile_malformed`, `profile_not_trusted`
   */
  get(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
  /**
   * Like `get`, but fetches the profile again, for a key that the cached one lacks (§5.4). Limited to one fetch per
   * short period, since anyone can name a key.
   */
  refresh?(url: string, options: { readonly signal: Cancellation }): Promise<PlatformProfile>;
}

/**
 * Accepts only the given platforms, by profile URL (§7, `profile_not_trusted`). Fetches nothing.
 * @example
 * ```ts
 * import { approvedPlatforms } from "@proto-gen/runtime/server";
 *
 * const agent = { proto: { version: "2026-11-27", capabilities: {} } };
 * const platforms = approvedPlatforms({ "https://agent.example/profile.json": agent });
 * const { signal } = new AbortController();
 * (await platforms.get("https://agent.example/profile.json", { signal })).profile === agent; // true
 * await platforms.get("https://other.example/profile.json", { signal }); // throws ProtocolError
 * ```
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
