/** Negotiation with one platform, bound to the active set that code was generated for. */

import { negotiate, type Agreement } from "./negotiate.js";
import { expectObject, readRegistry } from "./registry.js";

/**
 * @param name the protocol's name: the profile's member that holds its registries
 * @param built the agreement the code was generated for: the most that can become active
 * @param platformProfile the platform's profile document
 * @throws RegistryError where the profile has no registry in either shape of §2.1
 */
export function negotiateWith(name: string, built: Agreement, platformProfile: unknown): Agreement {
  const platform = readRegistry(expectObject(platformProfile, "")[name]);
  return negotiate({ version: built.version, capabilities: built.capabilities }, platform);
}
