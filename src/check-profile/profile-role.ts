import type { Profile } from "../load/profile.js";
import { hasWebhook, type ProfileRole } from "../load/profile-role.js";
import type { Sources } from "../load/sources.js";

/** A profile of a run, and the party that publishes it. */
export interface RoleProfile {
  readonly profile: Profile;
  readonly role: ProfileRole;
  /** It has no endpoint yet, and no `webhook_url` either: it may still be a business's. */
  readonly isGuessed?: boolean;
}

/** The profiles of a run, the other side's last. */
export function listRoleProfiles({
  profile,
  platform,
}: Pick<Sources, "profile" | "platform">): readonly RoleProfile[] {
  const { role } = profile;
  if (platform !== undefined)
    return [
      { profile, role },
      { profile: platform, role: platform.role },
    ];
  return [{ profile, role, isGuessed: role === "platform" && !hasWebhook(profile) }];
}
