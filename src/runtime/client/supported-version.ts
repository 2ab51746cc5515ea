/**
 * Fetches the profile of an earlier release, which a business names in `supported_versions` if it has moved on and
 * still serves the release of the generated code. Loaded on demand.
 */

import { lifetimeOf } from "../profile/freshness.js";
import { cutText, printableText } from "../text/printable-text.js";
import type { ClientError } from "./client-error.js";
import type { FetchedProfile } from "./discover.js";
import type { ProfileReading } from "./live-profile.js";
import type { RenewalSettings } from "./renewal.js";

export interface NamedProfile extends FetchedProfile {
  readonly url: string;
}

export interface NamingProfile extends ProfileReading {
  readonly fetched: FetchedProfile;
  mismatch(why: string, cause?: unknown): ClientError;
}

const MAX_URL = 300;

/**
 * Control over a path of a host does not imply control over another host, so the URL must have the origin of the
 * profile that names it, and redirects are not followed.
 * @param given as the business writes it
 * @throws ClientError `VERSION_MISMATCH`; whatever `fetchAt` throws if a retry may help
 */
export async function fetchSupported(
  given: unknown,
  { fetched, sameOrigin, fetchAt, mismatch, ...settings }: NamingProfile,
): Promise<NamedProfile> {
  const url = sameOrigin(given);
  if (url === undefined) {
    const found =
      typeof given === "string" ? printableText(cutText(given, MAX_URL, "…")) : "no text";
    throw mismatch(
      `The profile that it names for that is not at an https URL of its origin: ${found}.`,
    );
  }
  try {
    const named = await fetchAt(url);
    return { ...named, headers: shorterLived(settings, [fetched, named]).headers, url };
  } catch (error) {
    // Errors that may be retried say nothing about the version.
    const { code, content } = error as Partial<ClientError>;
    if (code !== "DISCOVERY_FAILED") throw error;
    throw mismatch(`The profile that it names for that is ${url}. ${content}`, error);
  }
}

/** Both profiles are renewed when the first of them expires: the business may have ended the support. */
function shorterLived(
  { profileFloorMs: floorMs, profileCeilingMs: ceilingMs = Infinity }: RenewalSettings,
  profiles: readonly [FetchedProfile, FetchedProfile],
): FetchedProfile {
  const [first, second] = profiles.map(({ headers, fetchedAt }) =>
    lifetimeOf(headers, fetchedAt, { floorMs, ceilingMs }),
  ) as [number, number];
  return profiles[first <= second ? 0 : 1];
}
