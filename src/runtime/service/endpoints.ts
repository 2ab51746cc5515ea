/**
 * Where a business serves what (§2.1.1). In: the protocol's member of its profile, in either shape of
 * registry and either form of a service. Out: the endpoints of a service.
 */

import { entriesOf } from "../negotiation/registry.js";
import { isObject, own } from "../json/members.js";
import type { Service, TransportName } from "./operation.js";

export type Endpoints = { readonly [Name in TransportName]?: string };

const TRANSPORTS: readonly TransportName[] = ["rest", "mcp"];

/**
 * Of the version that the code was generated for: another one may have other paths.
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
      // One entry a transport, which it names, or one entry with a member for each.
      const binding = own(entry, "transport") === transport ? entry : own(entry, transport);
      const endpoint = isObject(binding) ? own(binding, "endpoint") : undefined;
      if (typeof endpoint === "string") endpoints[transport] ??= endpoint;
    }
  return endpoints;
}
