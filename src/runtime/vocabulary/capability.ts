/** The protocol's own capabilities (§1.2), whatever the protocol is called: `dev.<name>.shopping.order`. */

import type { CapabilityConfigs } from "../envelope/create-negotiator.js";

/**
 * True if `id` is the protocol's own capability `name` (§1.2). The protocol may have any name.
 * @example
 * ```ts
 * import { isCapability } from "@proto-gen/runtime/negotiation";
 *
 * isCapability("dev.proto.shopping.cart", "cart"); // true
 * isCapability("com.example.shopping.cart", "cart"); // false
 * ```
 */
export function isCapability(id: string, name: string): boolean {
  const [top, , service, ...rest] = id.split(".");
  return top === "dev" && service === "shopping" && rest.join(".") === name;
}

/**
 * True if the protocol's own capability `name` (§1.2) is one of these.
 * @example
 * ```ts
 * import { hasCapability } from "@proto-gen/runtime/negotiation";
 *
 * const active = new Set(["dev.proto.shopping.checkout", "dev.proto.shopping.buyer_consent"]);
 * hasCapability(active, "buyer_consent"); // true
 * hasCapability(active, "discount"); // false
 * ```
 */
export function hasCapability(capabilities: ReadonlySet<string>, name: string): boolean {
  return [...capabilities].some((id) => isCapability(id, name));
}

/**
 * Returns the configuration of a capability (§2.1.2) in the platform's profile, which handlers get as
 * `context.platform.configs`. Undefined if the platform lacks the capability.
 * @example
 * ```ts
 * import { configOf } from "@proto-gen/runtime/commerce";
 *
 * const configs = { "dev.proto.shopping.fulfillment": { supports_multi_group: true } };
 * configOf(configs, "fulfillment"); // { supports_multi_group: true }
 * configOf(configs, "order"); // undefined
 * ```
 */
export function configOf(
  configs: CapabilityConfigs,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  return Object.entries(configs).find(([id]) => isCapability(id, name))?.[1];
}
