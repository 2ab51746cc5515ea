/** Where a platform wants to hear of its orders now (§6.1): it may have moved since the purchase. */

import type { Cancellation } from "../../idempotency/index.js";
import { isObject, own } from "../../json/members.js";
import { readRegistry } from "../../negotiation/index.js";
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
 * @param profile URL of the platform's profile
 * @returns undefined if the profile has none
 */
export async function currentUrl(
  kept: string | undefined,
  profile: string,
  { name, platforms }: CurrentUrlOptions,
  signal: Cancellation,
): Promise<string | undefined> {
  if (platforms === undefined) return kept;
  try {
    const published = await platforms.get(profile, { signal });
    return urlIn(isObject(published.profile) ? own(published.profile, name) : undefined);
  } catch {
    return kept;
  }
}

function urlIn(member: unknown): string | undefined {
  const urls = readRegistry(member)
    .capabilities.filter((each) => isCapability(each.name, "order"))
    .map(({ config }) => config?.["webhook_url"]);
  return urls.find((url) => typeof url === "string");
}
