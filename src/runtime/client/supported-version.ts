/**
 * The profile of an earlier release that a business names in `supported_versions`: it has moved on, and still serves the release that the
 * code was generated for. In: the URL that it gives. Out: that profile, fetched as discovery does. Loaded only where it is needed.
 */

import { lifetimeOf } from "../profile/freshness.js";
import { cutText } from "../text/cut-text.js";
import { printableText } from "../text/printable-text.js";
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
 * Whoever controls a path of the host does not control another host: the URL has the origin of the profile that names it, and a
 * redirect is not followed.
 *
 * @param given as the business writes it
 * @throws ClientError VERSION_MISMATCH; what `fetchAt` throws where it may be asked again
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
    // What may be asked again is left as it is: it says nothing of the version.
    const { code, content } = error as Partial<ClientError>;
    if (code !== "DISCOVERY_FAILED") throw error;
    throw mismatch(`The profile that it names for that is ${url}. ${content}`, error);
  }
}

/** Both are read again when one of them has expired: the business may have ended the support. */
function shorterLived(
  { profileFloorMs: floorMs, profileCeilingMs: ceilingMs = Infinity }: RenewalSettings,
  profiles: readonly [FetchedProfile, FetchedProfile],
): FetchedProfile {
  const [first, second] = profiles.map(({ headers, fetchedAt }) =>
    lifetimeOf(headers, fetchedAt, { floorMs, ceilingMs }),
  ) as [number, number];
  return profiles[first <= second ? 0 : 1];
}
