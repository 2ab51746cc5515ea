/** Finds a platform's current webhook URL (§6.1), which may have changed since the purchase. */

import type { Cancellation } from "../../time/cancellation.js";
import { readSoundProfile, type SoundProfile } from "../../profile/sound-profile.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import { isCapability } from "../../vocabulary/index.js";

export interface CurrentUrlOptions {
  /** The profile's member, which is the protocol's name. */
  readonly name: string;
  /** Source of current profiles. Undefined to send to the stored URL. */
  readonly platforms: Pick<PlatformProfiles, "get"> | undefined;
}

/**
 * @param kept the URL at the time of the purchase, used while the profile cannot be read
 * @param profile URL of the platform's profile; undefined if the platform names none
 * @returns undefined if the profile has no webhook URL
 */
export async function currentUrl(
  kept: string | undefined,
  profile: string | undefined,
  { name, platforms }: CurrentUrlOptions,
  signal: Cancellation,
): Promise<string | undefined> {
  if (platforms === undefined || profile === undefined) return kept;
  try {
    const published = await platforms.get(profile, { signal });
    return urlIn(readSoundProfile(name, published.profile), kept);
  } catch {
    return kept;
  }
}

/** A platform may declare several versions, each with a URL. The stored one is kept while it is among them. */
function urlIn({ registry }: SoundProfile, kept: string | undefined): string | undefined {
  const urls = registry.capabilities
    .filter((each) => isCapability(each.name, "order"))
    .map(({ config }) => config?.["webhook_url"])
    .filter((url) => typeof url === "string");
  return kept !== undefined && urls.includes(kept) ? kept : urls[0];
}
