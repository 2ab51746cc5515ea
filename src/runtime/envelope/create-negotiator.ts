/** The agreement with each platform (§9), negotiated once for each content of its profile. */

import { RecentMap } from "../bounds/recent-map.js";
import { compareVersions } from "../negotiation/version.js";
import { negotiate, type Agreement } from "../negotiation/negotiate.js";
import type { DeclaredRegistry } from "../negotiation/registry.js";
import { requireSoundProfile } from "../profile/sound-profile.js";
import type { EnvelopeExtra } from "../service/release-values.js";
import { createEnvelope, type Envelope, type RegistryShape } from "./create-envelope.js";

export interface PlatformAgreement<Name extends string = string> {
  readonly agreement: Agreement;
  /** True for a platform of a later protocol version than the business's (§9.2). */
  readonly isLater: boolean;
  /** Names of the active capabilities, as `project` and `subset` take them. */
  readonly active: ReadonlySet<string>;
  /** The platform's configuration of each, from its profile, such as `{webhook_url}` of the order capability. */
  readonly configs: CapabilityConfigs;
  /** The envelope of every response to the platform; see `withPaymentHandlers`. */
  readonly envelope: Envelope<Name>;
}

/** One side's configuration of each capability (§2.1.2, `config`), by name. */
export type CapabilityConfigs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** The URL of a profile and an identifier of its content, such as an ETag or a digest. */
export interface ProfileIdentity {
  readonly url: string;
  readonly content: string;
}

export interface NegotiatorOptions<Name extends string> {
  /** The profile's member with its registries, which is the protocol's name. */
  readonly name: Name;
  /** What the code was generated for: `agreement` of `negotiation.ts`. */
  readonly agreement: Agreement;
  /** The shape of the registries in the business's own profile. */
  readonly registryShape: RegistryShape;
  /** The envelope's members in this release, besides `version` and `capabilities`. Default: all. */
  readonly extras?: readonly EnvelopeExtra[] | undefined;
  /** Number of platforms to cache; the least recently used is dropped. Default: 1,000. */
  readonly capacity?: number | undefined;
}

export interface Negotiator<Name extends string = string> {
  /**
   * Negotiates with a platform, ignoring invalid entries of its profile. Cached by `identity`; without it, negotiated
   * every time.
   * @throws RegistryError if the profile or its version cannot be read, or all of its capabilities are invalid
   */
  agreementFor(platformProfile: unknown, identity?: ProfileIdentity): PlatformAgreement<Name>;
}

interface Known<Name extends string> {
  readonly content: string;
  readonly result: PlatformAgreement<Name>;
}

/**
 * Creates a negotiator with a cache. A server asks it for the agreement with each calling platform (§9.2).
 * @example
 * ```ts
 * import { createNegotiator } from "@proto-gen/runtime/server";
 * import { agreement } from "./generated/negotiation.js";
 *
 * const negotiator = createNegotiator({ name: "proto", agreement, registryShape: "keyed" });
 * const { version } = agreement;
 * const profile = { proto: { version, capabilities: { "dev.proto.shopping.cart": [{ version }] } } };
 * const identity = { url: "https://agent.example/profile.json", content: '"v7"' };
 * negotiator.agreementFor(profile, identity).active.has("dev.proto.shopping.cart"); // true
 * ```
 */
export function createNegotiator<Name extends string>({
  name,
  agreement: built,
  registryShape,
  extras,
  capacity = 1000,
}: NegotiatorOptions<Name>): Negotiator<Name> {
  // One content per URL, so that a platform that changes its profile does not displace others.
  const known = new RecentMap<Known<Name>>(capacity);

  function negotiated(platformProfile: unknown): PlatformAgreement<Name> {
    const { registry } = requireSoundProfile(name, platformProfile);
    const { version, capabilities } = built;
    const agreement = negotiate({ version, capabilities }, registry);
    return {
      agreement,
      isLater: compareVersions(registry.version, version) > 0,
      active: new Set(agreement.capabilities.map((capability) => capability.name)),
      configs: configsOf(agreement, registry),
      envelope: createEnvelope({ name, agreement, shape: registryShape, extras }),
    };
  }

  return {
    agreementFor(platformProfile, identity) {
      if (identity === undefined) return negotiated(platformProfile);
      const { url, content } = identity;
      const found = known.get(url);
      const result = found?.content === content ? found.result : negotiated(platformProfile);
      if (found?.result !== result) known.set(url, { content, result });
      return result;
    },
  };
}

/** Of the versions in use. */
function configsOf(
  { capabilities }: Agreement,
  { capabilities: declared }: DeclaredRegistry,
): CapabilityConfigs {
  const used = capabilities.flatMap(
    (each) =>
      declared.find((their) => their.name === each.name && their.version === each.version) ?? [],
  );
  return Object.freeze(Object.fromEntries(used.map((each) => [each.name, each.config ?? {}])));
}
