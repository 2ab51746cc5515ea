/** Publishes the profile with the business's current signing keys (§5.4). */

import { createDiscovery, type Discovery } from "../rest/discovery.js";
import { requireValidProfile } from "./require-valid-profile.js";
import type { ServerOptions } from "./definition.js";

type Published = Pick<ServerOptions, "profile" | "signingKeys" | "development">;

export function withSigningKeys({ profile, signingKeys }: Published): object {
  return signingKeys === undefined ? profile : { ...profile, signing_keys: signingKeys() };
}

/** @param name the profile's member, which is the protocol's name */
export function createPublishedProfile(name: string, options: Published): Discovery {
  const { signingKeys, development = false } = options;
  if (signingKeys === undefined) return createDiscovery(options.profile);
  let keys: string | undefined;
  let discover: Discovery | undefined;
  return async (request) => {
    const now = JSON.stringify(signingKeys());
    if (discover === undefined || now !== keys) {
      const profile = withSigningKeys(options);
      // Checked at each change: a private member of a key must never be published.
      requireValidProfile({ name, profile, development }, undefined);
      discover = createDiscovery(profile);
      keys = now;
    }
    return discover(request);
  };
}
