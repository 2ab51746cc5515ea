/** Negotiation with one platform, bound to the active set that code was generated for. */

import { requireSoundProfile } from "../profile/sound-profile.js";
import { negotiate, type Agreement } from "./negotiate.js";

/**
 * @param name the protocol's name: the profile's member that holds its registries
 * @param built the agreement the code was generated for: the most that can become active
 * @param platformProfile the platform's profile document: what is odd in it is left out
 * @throws RegistryError where the document or its version cannot be read, or none of the capabilities that it declares is sound
 */
export function negotiateWith(name: string, built: Agreement, platformProfile: unknown): Agreement {
  const { registry } = requireSoundProfile(name, platformProfile);
  return negotiate({ version: built.version, capabilities: built.capabilities }, registry);
}
