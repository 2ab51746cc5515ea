/**
 * What the live profile of a business has in common with the code that was generated (§9.6). In: the profile as it was fetched. Out:
 * what is active, where it is called, and what differs. Every client that reads a profile loads it as a module of its own, so it imports
 * next to nothing of what is loaded first: a bundler would make one more module of that.
 */

import { isObject, own } from "../json/members.js";
// From their files: through the folder's index, which generated code imports, a bundler would put them into what is loaded first.
import { negotiate, type Agreement } from "../negotiation/negotiate.js";
import { readRegistry } from "../negotiation/registry.js";
import { RegistryError } from "../negotiation/registry-error.js";
import { describePlace, readSoundProfile, type SoundProfile } from "../profile/sound-profile.js";
import { endpointsOf, type Endpoints } from "../service/endpoints.js";
import type { ClientError, ClientErrorCode } from "./client-error.js";
import type { ClientDefinition } from "./definition.js";
import type { FetchedProfile } from "./discover.js";
import { capabilityDrift, endpointDrift, entryDrift, type Drift } from "./drift.js";
import type { RenewalSettings } from "./renewal.js";
import type { NamedProfile } from "./supported-version.js";

export interface LiveProfile {
  readonly profile: Readonly<Record<string, unknown>>;
  /** What is active: of what the code was generated for, what the business still has. */
  readonly agreement: Agreement;
  /** By the names of services. */
  readonly endpoints: ReadonlyMap<string, Endpoints>;
  readonly drift: readonly Drift[];
}

/** What the client does for the reader of a profile. */
export interface ProfileReading extends RenewalSettings {
  /** Fetches another profile as discovery does. */
  fetchAt(url: string): Promise<FetchedProfile>;
  /** The URL without its fragment, if it may be called and has the origin of the business; undefined otherwise. */
  sameOrigin(url: unknown): string | undefined;
  refuse(code: ClientErrorCode, content: string, cause?: unknown): ClientError;
}

type Mismatch = (why: string, cause?: unknown) => ClientError;

/** What is left of what the code was generated for by the platform's own profile, which is held to every rule. */
export function agreementOf(name: string, built: Agreement, platform: object): Agreement {
  const member = isObject(platform) ? own(platform, name) : undefined;
  return negotiate(built, readRegistry(member));
}

/**
 * @throws ClientError DISCOVERY_FAILED, VERSION_MISMATCH; what `fetchAt` throws where it may be asked again
 */
export async function readLiveProfile(
  definition: ClientDefinition,
  fetched: FetchedProfile,
  reading: ProfileReading,
): Promise<LiveProfile & FetchedProfile> {
  const { version: built } = definition.agreement;
  const published = readPublished(definition.name, fetched.profile, reading);
  const { version } = published.registry;
  if (version === built) return { ...fetched, ...compare(definition, published, fetched) };
  const mismatch: Mismatch = (why, cause) => {
    const content = `The business speaks version ${version}, the code was generated for ${built}. ${why}`;
    return reading.refuse("VERSION_MISMATCH", content, cause);
  };
  const supported = own(published.member, "supported_versions");
  const url = isObject(supported) ? own(supported, built) : undefined;
  if (url === undefined) {
    const live = compare(definition, published, fetched);
    if (live.agreement.capabilities.length > 0) return { ...fetched, ...live };
    throw mismatch("Its profile names none for that version.");
  }
  const { fetchSupported } = await import("./supported-version.js");
  const named = await fetchSupported(url, { ...reading, fetched, mismatch });
  const live = compare(definition, readNamed(definition, named, mismatch), named);
  const moved: Drift = { kind: "supported_version", built, live: version, profile: named.url };
  return { ...named, ...live, drift: [moved, ...live.drift] };
}

function readPublished(name: string, profile: unknown, { refuse }: ProfileReading): SoundProfile {
  try {
    return readSoundProfile(name, profile);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const content = `The business's profile cannot be read: ${describePlace(error)}.`;
    throw refuse("DISCOVERY_FAILED", content, error);
  }
}

/** One step: what that profile lists itself is not followed. */
function readNamed(
  { name, agreement }: ClientDefinition,
  { profile, url }: NamedProfile,
  mismatch: Mismatch,
): SoundProfile {
  try {
    const named = readSoundProfile(name, profile);
    const { version } = named.registry;
    if (version === agreement.version) return named;
    throw mismatch(`The profile that it names for that, ${url}, is one of version ${version}.`);
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error;
    const place = describePlace(error);
    throw mismatch(`The profile that it names for that, ${url}, cannot be read: ${place}.`, error);
  }
}

function compare(
  { agreement: built, services }: ClientDefinition,
  { registry, member, leftOut }: SoundProfile,
  { profile }: FetchedProfile,
): LiveProfile {
  const { version } = registry;
  // The version used is the business's (§9.2): it may be later than the platform's, if it still has what that was made for.
  const agreement = negotiate({ ...built, version }, { ...registry, version: built.version });
  const endpoints = new Map(
    services.map((service) => [service.name, endpointsOf(service, member)] as const),
  );
  return {
    profile: profile as LiveProfile["profile"],
    agreement,
    endpoints,
    drift: [
      ...entryDrift(leftOut),
      ...capabilityDrift(built, registry, { ...agreement, leftOut }),
      ...services.flatMap((service) => endpointDrift(service, endpoints.get(service.name) ?? {})),
    ],
  };
}
