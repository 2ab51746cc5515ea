/** Where a platform wants to hear of its orders now (§6.1): it may have moved since the purchase. */

import type { Cancellation } from "../../idempotency/index.js";
import { readSoundProfile, type SoundProfile } from "../../profile/sound-profile.js";
import type { PlatformProfiles } from "../../server/platforms.js";
import { isCapability } from "../../vocabulary/index.js";

export interface CurrentUrlOptions {
  /** The protocol's: the profile's member. */
  readonly name: string;
  /** Profiles as they are now; undefined to send to the URL that was kept. */
  readonly platforms: Pick<PlatformProfiles, "get"> | undefined;
}

/**
 * @param kept the URL when the order was placed, which is used while the profile cannot be read
 * @param profile URL of the platform's profile; undefined for one that names none
 * @returns undefined if the profile has none
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

/** A platform may declare several versions, each with a URL: the one that is known stays for as long as it is one of them. */
function urlIn({ registry }: SoundProfile, kept: string | undefined): string | undefined {
  const urls = registry.capabilities
    .filter((each) => isCapability(each.name, "order"))
    .map(({ config }) => config?.["webhook_url"])
    .filter((url) => typeof url === "string");
  return kept !== undefined && urls.includes(kept) ? kept : urls[0];
}
