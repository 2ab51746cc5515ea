import type { ProfileRole } from "../compose/profile-schemas.js";
import type { Profile } from "../load/profile.js";
import type { Sources } from "../load/sources.js";

/** A profile of a run, and the party that publishes it. */
export interface RoleProfile {
  readonly profile: Profile;
  readonly role: ProfileRole;
  /** It has no services yet, and no `webhook_url` either: it may still be a business's. */
  readonly isGuessed?: boolean;
}

/** The profiles of a run: beside a platform's, the profile is a business's. */
export function listRoleProfiles({ profile, platform }: Pick<Sources, "profile" | "platform">) {
  const profiles: readonly RoleProfile[] =
    platform === undefined
      ? [{ profile, role: recognizeRole(profile), isGuessed: isGuessed(profile) }]
      : [
          { profile, role: "business" },
          { profile: platform, role: "platform" },
        ];
  return profiles;
}

type RoleMarks = Pick<Profile, "registry" | "services">;

/** A platform publishes a `webhook_url` (§6.1), which no business does; a business has services (§2.1.1). */
export function recognizeRole(profile: RoleMarks): ProfileRole {
  return hasWebhook(profile) || profile.services.length === 0 ? "platform" : "business";
}

function isGuessed(profile: RoleMarks): boolean {
  return profile.services.length === 0 && !hasWebhook(profile);
}

function hasWebhook({ registry }: RoleMarks): boolean {
  return registry.capabilities.some(({ config }) => typeof config?.["webhook_url"] === "string");
}
