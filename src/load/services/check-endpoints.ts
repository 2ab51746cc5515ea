/**
 * Warns of endpoints that no client calls: a client uses one endpoint for each transport of a service, for all operations.
 */

import { compareVersions } from "@proto-gen/runtime/negotiation";
import { diagnostic, type Diagnostic } from "../../errors.js";
import { locateSource } from "../document.js";
import type { Binding, Profile } from "../profile.js";

export function checkEndpoints({ services, document }: Profile): Diagnostic[] {
  return services.flatMap(({ name, bindings }) =>
    ["rest", "mcp"].flatMap((transport) => {
      const own = bindings.filter((each) => each.transport === transport);
      const [first, ...others] = newestOf(own).filter(
        ({ schema, endpoint }) => schema !== undefined && endpoint !== undefined,
      );
      return others
        .filter(({ endpoint }) => endpoint !== first?.endpoint)
        .map(({ endpoint, pointer }) =>
          diagnostic(
            "SERVICE_ENDPOINT_UNUSED",
            `${name} has ${first?.endpoint} for ${transport}, so ${endpoint} is never called`,
            { place: locateSource(document, `${pointer}/endpoint`) },
          ),
        );
    }),
  );
}

/** Reads only the highest version of several declarations of one transport. */
export function newestOf(bindings: readonly Binding[]): Binding[] {
  const [first] = [...bindings].sort((left, right) => compareVersions(right.version, left.version));
  return bindings.filter(({ version }) => version === first?.version);
}
