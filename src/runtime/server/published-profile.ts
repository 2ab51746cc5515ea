/** The profile that a server publishes, with the keys that the business has at that time (§5.4). */

import { createDiscovery, type Discovery } from "../rest/discovery.js";
import { requireValidProfile } from "./require-valid-profile.js";
import type { ServerOptions } from "./definition.js";

type Published = Pick<ServerOptions, "profile" | "signingKeys" | "development">;

export function withSigningKeys({ profile, signingKeys }: Published): object {
  return signingKeys === undefined ? profile : { ...profile, signing_keys: signingKeys() };
}

/** @param name the protocol's: the profile's member */
export function createPublishedProfile(name: string, options: Published): Discovery {
  const { signingKeys, development = false } = options;
  if (signingKeys === undefined) return createDiscovery(options.profile);
  let keys: string | undefined;
  let discover: Discovery | undefined;
  return async (request) => {
    const now = JSON.stringify(signingKeys());
    if (discover === undefined || now !== keys) {
      const profile = withSigningKeys(options);
      // A private member must not get out, whatever gives the keys.
      requireValidProfile({ name, profile, development }, undefined);
      discover = createDiscovery(profile);
      keys = now;
    }
    return discover(request);
  };
}
