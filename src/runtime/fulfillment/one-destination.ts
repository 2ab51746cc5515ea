/** Enforces a single destination for types that allow only one (§2.6). */

import { isSamePlace } from "./destination-key.js";
import type { Destination } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import type { PlannedDestinations } from "./planned-destinations.js";
import type { Problems } from "./problems.js";
import type { FulfillmentRules } from "./rules.js";

export type WithDestinations<Method, Place extends Destination> = Method &
  PlannedDestinations<Place>;

/**
 * A list of destinations to choose from is allowed; a method with another destination than an earlier one of its type
 * is not.
 */
export function withOneDestination<
  Place extends Destination,
  Method extends WithDestinations<NamedMethod<string, Place>, Place>,
>(
  methods: readonly Method[],
  { multiDestination }: FulfillmentRules,
  problems: Problems,
): readonly Method[] {
  const first = new Map<string, Destination>();
  return methods.map((method) => {
    const { type, selected, path } = method;
    const place = method.destinations.find(({ id }) => id === selected);
    if (place === undefined || multiDestination.has(type)) return method;
    const other = first.get(type) ?? place;
    first.set(type, other);
    if (isSamePlace(other, place)) return method;
    problems.add("fulfillment_multi_destination_not_allowed", `${path}.selected_destination_id`);
    return { ...method, selected: null };
  });
}
