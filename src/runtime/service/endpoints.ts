/**
 * Reads a service's endpoints from the profile (§2.1.1), in either shape of registry and either form of a service.
 */

import { entriesOf } from "../negotiation/registry.js";
import { isObject, own } from "../json/members.js";
import type { Service, TransportName } from "./operation.js";

export type Endpoints = { readonly [Name in TransportName]?: string };

const TRANSPORTS: readonly TransportName[] = ["rest", "mcp"];

/**
 * Only reads entries of the version that the code was generated for, since other versions may have other paths.
 * @throws RegistryError
 */
export function endpointsOf(
  { name, version }: Service,
  member: Readonly<Record<string, unknown>>,
): Endpoints {
  const services = own(member, "services");
  const declared = services === undefined ? [] : entriesOf(services, "/services");
  const ours = declared.filter(
    (each) => each.name === name && (own(each.entry, "version") ?? version) === version,
  );
  const endpoints: { [Name in TransportName]?: string } = {};
  for (const { entry } of ours)
    for (const transport of TRANSPORTS) {
      // Either one entry per transport, which names it, or one entry with a member per transport.
      const binding = own(entry, "transport") === transport ? entry : own(entry, transport);
      const endpoint = isObject(binding) ? own(binding, "endpoint") : undefined;
      if (typeof endpoint === "string") endpoints[transport] ??= endpoint;
    }
  return endpoints;
}
