/** Checks methods against the rules of both parties (§2.6). */

import { breach, type FulfillmentBreach } from "./breach.js";
import { selectedDestination } from "./choices.js";
import { isSamePlace } from "./destination-key.js";
import type { Destination, FulfillmentMethod } from "./fulfillment.js";
import { allowsTogether, type FulfillmentRules } from "./rules.js";

export function checkMethods(
  methods: readonly FulfillmentMethod[],
  path: string,
  rules: FulfillmentRules,
): readonly FulfillmentBreach[] {
  return [
    ...checkCombination(methods, path, rules),
    ...checkOneDestination(methods, path, rules),
    ...checkConsolidated(methods, path, rules),
  ];
}

function checkCombination(
  methods: readonly FulfillmentMethod[],
  path: string,
  rules: FulfillmentRules,
): readonly FulfillmentBreach[] {
  const types = [...new Set(methods.map(({ type }) => type))];
  if (allowsTogether(rules, types)) return [];
  const expected = "a combination of types that the business allows";
  return [breach("combination_not_allowed", path, expected, types.join(", "))];
}

/** A list of destinations to choose from is allowed; two methods of one type with different destinations are not. */
function checkOneDestination(
  methods: readonly FulfillmentMethod[],
  path: string,
  { multiDestination }: FulfillmentRules,
): readonly FulfillmentBreach[] {
  const first = new Map<string, Destination>();
  return methods.flatMap((method, index) => {
    const place = selectedDestination(method);
    if (place === undefined || multiDestination.has(method.type)) return [];
    const other = first.get(method.type) ?? place;
    first.set(method.type, other);
    if (isSamePlace(other, place)) return [];
    const where = `${path}[${index}].selected_destination_id`;
    const expected = `one destination for ${method.type}`;
    return [breach("multi_destination_not_allowed", where, expected, "another one")];
  });
}

function checkConsolidated(
  methods: readonly FulfillmentMethod[],
  path: string,
  { multiGroup }: FulfillmentRules,
): readonly FulfillmentBreach[] {
  if (multiGroup) return [];
  return methods.flatMap(({ groups = [] }, index) =>
    groups.length < 2
      ? []
      : [breach("groups_not_consolidated", `${path}[${index}].groups`, "1", `${groups.length}`)],
  );
}
