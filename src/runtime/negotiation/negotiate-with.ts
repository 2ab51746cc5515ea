/**
 * Negotiation with one platform, limited to what the code was generated for. It has a module of its own: a client imports its agreement
 * from a generated file that imports this, and bundlers would load `negotiate` with it.
 */

import { requireSoundProfile } from "../profile/sound-profile.js";
import { negotiate, type Agreement } from "./negotiate.js";

/**
 * Negotiates with one platform (§9.3).
 * @param name the profile's member with its registries, which is the protocol's name
 * @param built the agreement that the code was generated for: the most that can become active
 * @param platformProfile the platform's profile document, whose invalid entries are ignored
 * @throws RegistryError if the document or its version cannot be read, or all declared capabilities are invalid
 * @example
 * ```ts
 * import { negotiateWith } from "@proto-gen/runtime/negotiation";
 * import { agreement } from "./generated/negotiation.js";
 *
 * const { version } = agreement;
 * const capabilities = { "dev.proto.shopping.checkout": [{ version }] };
 * const { capabilities: active } = negotiateWith("proto", agreement, { proto: { version, capabilities } });
 * active.map(({ name }) => name); // ["dev.proto.shopping.checkout"]
 * ```
 */
export function negotiateWith(name: string, built: Agreement, platformProfile: unknown): Agreement {
  const { registry } = requireSoundProfile(name, platformProfile);
  return negotiate({ version: built.version, capabilities: built.capabilities }, registry);
}
