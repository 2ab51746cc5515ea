/** A platform to call with, for who has none (§5.3): it supports what the business does, but for mandates. */

import { isCapability } from "@proto-gen/runtime/negotiation";
import { createDiscovery, type FindPage } from "@proto-gen/runtime/server";

export const PLATFORM_PATH = "/platform.json";

type Members = Readonly<Record<string, unknown>>;

/** What a platform says of a capability where a business says something else (§2.6). */
const CONFIGS: Readonly<Record<string, object>> = { fulfillment: { supports_multi_group: true } };
/** Needs keys that only a platform of its own has. */
const LEFT_OUT = "ap2_mandate";

/** @param name the protocol's: the profile's member */
export function platformProfile(business: object, name: string): object {
  const { version, capabilities } = (business as Readonly<Record<string, Members>>)[name] ?? {};
  // Some releases require these registries of a platform, which serves nothing itself.
  const registries = { services: {}, payment_handlers: {} };
  return { [name]: { version, ...registries, capabilities: platformCapabilities(capabilities) } };
}

/** In either shape (§2.1). */
function platformCapabilities(declared: unknown): object {
  if (Array.isArray(declared)) {
    const entries = declared as readonly { readonly name: string }[];
    return entries.filter(isKept).map((each) => withConfig(each.name, each));
  }
  const kept = Object.entries((declared ?? {}) as Members).filter(([id]) => isKept({ name: id }));
  return Object.fromEntries(
    kept.map(([id, entries]) => [
      id,
      [entries].flat().map((each) => withConfig(id, each as object)),
    ]),
  ) as object;
}

function isKept({ name }: { readonly name: string }): boolean {
  return !isCapability(name, LEFT_OUT);
}

function withConfig(id: string, entry: object): object {
  const { config: _ofBusiness, ...rest } = entry as Members;
  const config = Object.entries(CONFIGS).find(([name]) => isCapability(id, name))?.[1];
  return { ...rest, ...(config === undefined ? {} : { config }) };
}

/** The platform's profile at its path, for the option `pages` of a server. */
export function platformPage(profile: object): FindPage {
  const discover = createDiscovery(profile);
  return (request) =>
    new URL(request.url).pathname === PLATFORM_PATH
      ? { page: "platform", answer: () => discover(request) }
      : undefined;
}
