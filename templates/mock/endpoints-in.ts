/** In: a profile as it is published. Out: where it serves each transport: the first one of each. */

import { entriesOf } from "@proto-gen/runtime/negotiation";
import type { MockAddresses } from "../../src/mock/messages.js";
import type { ShopProfile } from "../storefront/src/profile-at.js";

const TRANSPORTS = ["rest", "mcp"] as const;

export function endpointsIn({ name, published }: ShopProfile): MockAddresses["endpoints"] {
  const { services = {} } = (published as Readonly<Record<string, object>>)[name] as {
    readonly services?: unknown;
  };
  const endpoints: { rest?: string; mcp?: string } = {};
  for (const { entry } of entriesOf(services, ""))
    for (const transport of TRANSPORTS) {
      // One entry a transport, which it names, or one entry with a member for each (§2.1.1).
      const binding = entry["transport"] === transport ? entry : entry[transport];
      const { endpoint } = (binding ?? {}) as { readonly endpoint?: string };
      if (endpoint !== undefined) endpoints[transport] ??= endpoint;
    }
  return endpoints;
}
