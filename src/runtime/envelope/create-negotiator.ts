/**
 * The agreement with each platform (§9). In: what the code was generated for, and profiles of platforms.
 * Out: what both have, negotiated once for each content of a profile.
 */

import {
  compareVersions,
  negotiate,
  type Agreement,
  type DeclaredRegistry,
} from "../negotiation/index.js";
import { requireSoundProfile } from "../profile/sound-profile.js";
import type { EnvelopeExtra } from "../service/release-values.js";
import { createEnvelope, type Envelope, type RegistryShape } from "./create-envelope.js";

export interface PlatformAgreement<Name extends string = string> {
  readonly agreement: Agreement;
  /** True for a platform of a later protocol version than the business's (§9.2). */
  readonly isLater: boolean;
  /** Names of the active set: what `project` and `subset` take. */
  readonly active: ReadonlySet<string>;
  /** What the platform's profile says of them: `{webhook_url}` of the order capability, for instance. */
  readonly configs: CapabilityConfigs;
  /** What every response to the platform carries; see `withPaymentHandlers`. */
  readonly envelope: Envelope<Name>;
}

/** What one side says of each capability (§2.1.2, `config`), by names. */
export type CapabilityConfigs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Where a profile was read, and what tells its content from another one's: an ETag, a digest. */
export interface ProfileIdentity {
  readonly url: string;
  readonly content: string;
}

export interface NegotiatorOptions<Name extends string> {
  /** The protocol's name: the member of a profile that holds its registries. */
  readonly name: Name;
  /** What the code was generated for: `agreement` of `negotiation.ts`. */
  readonly agreement: Agreement;
  /** How the business's own profile writes its registries. */
  readonly registryShape: RegistryShape;
  /** The members that the release's envelopes have beside `version` and `capabilities`; all unless given. */
  readonly extras?: readonly EnvelopeExtra[] | undefined;
  /** How many platforms to remember; the one that was not heard of longest goes first. */
  readonly capacity?: number | undefined;
}

export interface Negotiator<Name extends string = string> {
  /**
   * What the business and a platform have in common. Remembered by `identity`; without one, negotiated
   * every time. What is odd in the profile is left out.
   *
   * @throws RegistryError where the profile or its version cannot be read, or none of its capabilities is sound
   */
  agreementFor(platformProfile: unknown, identity?: ProfileIdentity): PlatformAgreement<Name>;
}

interface Known<Name extends string> {
  readonly content: string;
  readonly result: PlatformAgreement<Name>;
}

export function createNegotiator<Name extends string>({
  name,
  agreement: built,
  registryShape,
  extras,
  capacity = 1000,
}: NegotiatorOptions<Name>): Negotiator<Name> {
  // One content a URL, so that a platform that changes its profile takes no other's place.
  const known = new Map<string, Known<Name>>();

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
      // A map keeps the order of insertion: the first one is the one not asked for longest.
      known.delete(url);
      known.set(url, { content, result });
      if (known.size > capacity) known.delete(known.keys().next().value as string);
      return result;
    },
  };
}

/** Of the versions that are used. */
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
