/**
 * All identifiers derived from the protocol's name `N`. The specification writes `proto` in place of a product name,
 * so the name is data, read from a profile. The protocol's own capabilities are recognized under any name.
 */

import type { CapabilityConfigs } from "../envelope/create-negotiator.js";

export interface Vocabulary {
  /** `N`: the envelope member of profiles and responses. */
  readonly name: string;
  /** HTTP header that carries the platform's profile URL (§4.8). */
  readonly agentHeader: string;
  /** Discovery path of a business (§4.1). */
  readonly discoveryPath: string;
  /** Key of MCP `meta` that carries the platform's profile (§4.5). */
  readonly metaKey: string;
  /** Schema annotation: visibility in requests. */
  readonly requestAnnotation: string;
  /** Schema annotation: visibility in responses. */
  readonly responseAnnotation: string;
  /** Schema annotation: one request view for all operations. */
  readonly sharedRequestAnnotation: string;
}

/**
 * Returns the identifiers that contain the protocol's name (§4.1, §4.5, §4.8).
 * @example
 * ```ts
 * import { vocabularyOf } from "@proto-gen/runtime/negotiation";
 *
 * const { agentHeader, discoveryPath, metaKey } = vocabularyOf("proto");
 * agentHeader; // "Proto-Agent"
 * discoveryPath; // "/.well-known/proto"
 * metaKey; // "proto-agent"
 * ```
 */
export function vocabularyOf(name: string): Vocabulary {
  return Object.freeze({
    name,
    agentHeader: `${name.charAt(0).toUpperCase()}${name.slice(1)}-Agent`,
    discoveryPath: `/.well-known/${name}`,
    metaKey: `${name}-agent`,
    requestAnnotation: `${name}_request`,
    responseAnnotation: `${name}_response`,
    sharedRequestAnnotation: `${name}_shared_request`,
  });
}

/** §1.9: true if a name belongs to the governing body, whose namespace has the protocol's name: `dev.proto.*`. */
export function isOfProtocol({ name }: Vocabulary, id: string): boolean {
  return id.split(".")[1] === name;
}

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
  const end = `.shopping.${name}`;
  return id.startsWith("dev.") && id.endsWith(end) && id.indexOf(".", 4) === id.length - end.length;
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
