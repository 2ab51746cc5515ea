/**
 * Whose profile it is (§2.1): that of a business, which says where it is reached, or that of a platform, which says what it
 * supports. Both have the same shape; the command line may say which it is, and otherwise its content does.
 */

import type { DeclaredRegistry } from "@proto-gen/runtime/codegen/generator";
import type { Service } from "./profile.js";

/** The party that publishes a profile (§2.1). */
export type ProfileRole = "business" | "platform";

interface RoleMarks {
  readonly registry: Pick<DeclaredRegistry, "capabilities">;
  readonly services: readonly Service[];
}

/**
 * A platform publishes a `webhook_url` (§6.1), which no business does. Its services name their documents and have no
 * endpoint, or it has none; a business has an endpoint (§2.1.1).
 */
export function recognizeRole(profile: RoleMarks): ProfileRole {
  if (hasWebhook(profile)) return "platform";
  if (profile.services.length === 0) return "platform";
  const bindings = profile.services.flatMap((service) => service.bindings);
  const isReached = bindings.some(({ endpoint }) => endpoint !== undefined);
  const namesDocument = bindings.some(({ schema }) => schema !== undefined);
  return !isReached && namesDocument ? "platform" : "business";
}

export function hasWebhook({ registry }: Pick<RoleMarks, "registry">): boolean {
  return registry.capabilities.some(({ config }) => typeof config?.["webhook_url"] === "string");
}
