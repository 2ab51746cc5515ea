/** The protocol's own capabilities (§1.2), whatever the protocol is called: `dev.<name>.shopping.order`. */

import type { CapabilityConfigs } from "../envelope/create-negotiator.js";

export function isCapability(id: string, name: string): boolean {
  const [top, , service, ...rest] = id.split(".");
  return top === "dev" && service === "shopping" && rest.join(".") === name;
}

export function hasCapability(capabilities: ReadonlySet<string>, name: string): boolean {
  return [...capabilities].some((id) => isCapability(id, name));
}

/** The configuration of a capability in the platform's profile. Undefined if the platform lacks it. */
export function configOf(
  configs: CapabilityConfigs,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  return Object.entries(configs).find(([id]) => isCapability(id, name))?.[1];
}
