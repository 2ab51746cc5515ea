/** Negotiation with one platform, bound to the active set that code was generated for. */

import { negotiate, type Agreement } from "./negotiate.js";
import { expectObject, readRegistry, type Registry } from "./registry.js";

/**
 * @param name the protocol's name: the profile's member that holds its registries
 * @param business what the business declares
 * @param built the agreement the code was generated for; nothing outside of it becomes active
 * @param platformProfile the platform's profile document
 * @throws RegistryError where the profile has no registry in either shape of §2.1
 */
export function negotiateWith(name: string, business: Registry, built: Agreement, platformProfile: unknown): Agreement {
  const platform = readRegistry(expectObject(platformProfile, "")[name]);
  const generated = new Map(built.capabilities.map((capability) => [capability.name, capability.version]));
  const capabilities = business.capabilities.filter((capability) => generated.get(capability.name) === capability.version);
  return negotiate({ ...business, capabilities }, platform);
}
