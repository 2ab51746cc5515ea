/**
 * Plans the fulfillment of a request (§2.6, §4.2): assigns lines, keeps ids, applies the rules of both parties, and
 * asks the business for what only it knows.
 */

import { askLocations, askOptions, askSplit } from "./ask-business.js";
import type { Destination } from "./fulfillment.js";
import { namedMethods, type NamedMethod, assignedLines, type WithLines } from "./named-methods.js";
import { newIds, randomId, type NewIds } from "./new-ids.js";
import {
  plannedDestinations,
  type PlacesById,
  withOneDestination,
} from "./planned-destinations.js";
import { plannedGroups, answeredGroup, type OptionOffer } from "./planned-groups.js";
import type { FulfillmentPlan, FulfillmentPlanning } from "./planning.js";
import { collectProblems, METHODS_PATH, type Problems } from "./problems.js";
import { allowsTogether } from "./rules.js";

/**
 * Plans as much of a request as possible, and reports what is dropped and why. PUT replaces (§4.2): choices that are
 * not sent again are lost, but a method named by its id keeps its type, lines and destinations.
 * @throws TypeError if `split` returns no partition, or `newId` ids in use; whatever the hooks throw
 * @example
 * ```ts
 * import { fulfillmentRules, planFulfillment } from "@proto-gen/runtime/commerce";
 *
 * const destination = { address_country: "FR", postal_code: "75001" };
 * const { fulfillment, problems } = await planFulfillment({
 *   request: { methods: [{ type: "shipping", destinations: [destination] }] },
 *   lines: [{ id: "line_1", physical: true }],
 *   rules: fulfillmentRules({}, {}),
 *   hooks: { options: () => [{ title: "Standard", totals: [{ type: "total", amount: 490 }] }] },
 * });
 * fulfillment.methods[0]?.line_item_ids; // ["line_1"]
 * problems; // []
 * ```
 */
export async function planFulfillment<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
>(planning: FulfillmentPlanning<Type, Place, Offer>): Promise<FulfillmentPlan<Type, Place, Offer>> {
  const { request, rules, before, hooks, newId = randomId } = planning;
  const problems = collectProblems();
  const ids = newIds(newId, before, request);
  const methods = withLines(planning, ids, problems);
  const locations = await askLocations(planning, methods);
  // A platform's destination must not have the id of a location.
  const places: PlacesById = new Map();
  for (const each of [...locations.values()].flatMap((found) => found ?? [])) {
    places.set(each.id, each);
    ids.take(each.id);
  }
  const placed = methods.map((method) => ({
    ...method,
    ...plannedDestinations({
      method,
      locations: locations.get(method.type),
      places,
      ids,
      problems,
    }),
  }));
  const allowed = withOneDestination<Place, (typeof placed)[number]>(placed, rules, problems);
  const sets = await askSplit(hooks, rules, allowed);
  const grouped = allowed.map((method, index) => ({
    ...method,
    groups: plannedGroups(method, sets[index] ?? [], ids, problems),
  }));
  const offers = await askOptions(hooks, grouped);
  for (const { groups, path } of grouped)
    if (groups.some((group) => offers.get(group)?.length === 0))
      problems.add("fulfillment_unavailable", `${path}.selected_destination_id`);
  return {
    fulfillment: {
      methods: grouped.map(({ id, type, lineItemIds, destinations, selected, groups }) => ({
        id,
        type,
        line_item_ids: [...lineItemIds],
        destinations,
        selected_destination_id: selected,
        groups: groups.map((group) => answeredGroup(group, offers.get(group) ?? [], ids, problems)),
      })),
    },
    problems: problems.found,
  };
}

/** Methods that the business offers, that may be combined, and that have lines. */
function withLines<Type extends string, Place extends Destination, Offer extends OptionOffer>(
  { request, before, lines, rules, types }: FulfillmentPlanning<Type, Place, Offer>,
  ids: NewIds,
  problems: Problems,
): readonly WithLines<NamedMethod<Type, Place>>[] {
  const asked = request?.methods ?? [];
  if (asked.length === 0 && lines.some(({ physical }) => physical))
    problems.add("missing", METHODS_PATH);
  const named = namedMethods(asked, before?.methods ?? [], ids, problems);
  const offered = named.filter(({ type, path }) => {
    const isOffered = types === undefined || types.includes(type);
    if (!isOffered) problems.add("fulfillment_type_unavailable", `${path}.type`);
    return isOffered;
  });
  const assigned = assignedLines(offered, lines, problems);
  const all = assigned.map(({ type }) => type);
  if (allowsTogether(rules, all)) return assigned;
  return assigned.filter(({ type, path }) => {
    const isFirst = type === all[0];
    if (!isFirst) problems.add("fulfillment_combination_not_allowed", `${path}.type`);
    return isFirst;
  });
}
