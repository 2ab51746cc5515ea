import type { ProfileRole } from "../compose/profile-schemas.js";
import type { Profile } from "../load/profile.js";
import type { Sources } from "../load/sources.js";

/** A profile of a run, and the party that publishes it. */
export interface RoleProfile {
  readonly profile: Profile;
  readonly role: ProfileRole;
}

/** The profiles of a run: beside a platform's, the profile is a business's. */
export function listRoleProfiles({ profile, platform }: Pick<Sources, "profile" | "platform">) {
  const profiles: readonly RoleProfile[] =
    platform === undefined
      ? [{ profile, role: recognizeRole(profile) }]
      : [
          { profile, role: "business" },
          { profile: platform, role: "platform" },
        ];
  return profiles;
}

/** A platform publishes a `webhook_url` (§6.1), which no business does; a business has services (§2.1.1). */
export function recognizeRole({
  registry,
  services,
}: Pick<Profile, "registry" | "services">): ProfileRole {
  const hasWebhook = registry.capabilities.some(
    ({ config }) => typeof config?.["webhook_url"] === "string",
  );
  return hasWebhook || services.length === 0 ? "platform" : "business";
}
