/** Finds the members that the configuration of a payment handler has in responses (§2.1.3): its schema's `response_config`. */

import type { Composition } from "../compose/compose.js";
import { findHandlerSchemas } from "../compose/profile-schemas.js";
import { collectInPlace } from "./in-place.js";
import type { Lowering } from "./lower.js";

/** @returns by the names of handlers; one without such a schema is absent */
export function findResponseConfigs(
  composition: Composition,
  lowering: Lowering,
): Readonly<Record<string, readonly string[]>> {
  const { paymentHandlers } = composition.sources.profile;
  return Object.fromEntries(
    paymentHandlers.flatMap((handler) => {
      const { config } = findHandlerSchemas(handler, composition, "response");
      if (config === undefined) return [];
      const nodes = collectInPlace([lowering.definition(config).node]);
      const members = new Set([...nodes].flatMap(({ properties }) => [...properties.keys()]));
      return [[handler.name, [...members].sort()]];
    }),
  );
}
