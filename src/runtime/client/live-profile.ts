/**
 * Compares a business's live profile with the generated code (§9.6): what is active, where it is called, and what
 * differs. Every client that reads a profile loads this as a separate chunk, so it imports almost nothing of what is
 * loaded first: bundlers would create another chunk for that.
 */

import { isObject, own } from "../json/members.js";
// Imported from their files: through the folder's index, which generated code imports, bundlers would put them into
// what is loaded first.
import { negotiate, type Agreement } from "../negotiation/negotiate.js";
import {
  readRegistry,
  RegistryError,
  endpointsOf,
  type Endpoints,
} from "../negotiation/registry.js";
import { describePlace, readSoundProfile, type SoundProfile } from "../profile/sound-profile.js";
import type { ClientError, ClientErrorCode } from "./client-error.js";
import type { ClientDefinition } from "./definition.js";
import type { FetchedProfile } from "./discover.js";
import { capabilityDrift, endpointDrift, entryDrift, type Drift } from "./drift.js";
import type { RenewalSettings } from "./renewal.js";
import type { NamedProfile } from "./supported-version.js";

export interface LiveProfile {
  readonly profile: Readonly<Record<string, unknown>>;
  /** The generated capabilities that the business still has. */
  readonly agreement: Agreement;
  /** By service name. */
  readonly endpoints: ReadonlyMap<string, Endpoints>;
  readonly drift: readonly Drift[];
}

/** Functions of the client that the reader of a profile needs. */
export interface ProfileReading extends RenewalSettings {
  /** Fetches another profile in the same way as discovery. */
  fetchAt(url: string): Promise<FetchedProfile>;
  /**
   * Returns the URL without its fragment, or undefined if it must not be called or has another origin than the
   * business.
   */
  sameOrigin(url: unknown): string | undefined;
  refuse(code: ClientErrorCode, content: string, cause?: unknown): ClientError;
}

type Mismatch = (why: string, cause?: unknown) => ClientError;

/** Restricts the agreement to the platform's own profile, which must be entirely valid. */
export function agreementOf(name: string, built: Agreement, platform: object): Agreement {
  const member = isObject(platform) ? own(platform, name) : undefined;
  return negotiate(built, readRegistry(member));
}

/** @throws ClientError `DISCOVERY_FAILED`, `VERSION_MISMATCH`; whatever `fetchAt` throws if a retry may help */
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
    const content = `The business uses version ${version}, but the code was generated for ${built}. ${why}`;
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

/** Follows one step only: that profile's own `supported_versions` is ignored. */
function readNamed(
  { name, agreement }: ClientDefinition,
  { profile, url }: NamedProfile,
  mismatch: Mismatch,
): SoundProfile {
  try {
    const named = readSoundProfile(name, profile);
    const { version } = named.registry;
    if (version === agreement.version) return named;
    throw mismatch(`The profile that it names for that, ${url}, has version ${version}.`);
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
  // The business's version is used (§9.2). It may be later than the platform's if it still has the generated
  // capabilities.
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
