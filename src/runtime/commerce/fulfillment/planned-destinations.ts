/**
 * Plans a method's destinations and the chosen one (§2.6): the platform's, or locations of the business. Types may
 * allow only one destination for all methods.
 */

import { type Destination, destinationKey, isSamePlace } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import type { NewIds } from "./new-ids.js";
import { type Problems, choose } from "./problems.js";
import type { FulfillmentRules } from "./rules.js";

/** With its id in responses. */
export type Placed<Place extends Destination> = Place & { id: string };

export interface PlannedDestinations<Place extends Destination> {
  readonly destinations: Placed<Place>[];
  readonly selected: string | null;
}

/** The place under each id in the whole plan: one id must mean one place. */
export type PlacesById = Map<string, Destination>;

interface DestinationPlanning<Place extends Destination> {
  readonly method: NamedMethod<string, Place>;
  /** The business's locations. Undefined if the platform sends its destinations. */
  readonly locations: readonly Placed<Place>[] | undefined;
  readonly places: PlacesById;
  readonly ids: NewIds;
  readonly problems: Problems;
}

/** A destination that the platform names alone is chosen, unless the request explicitly chooses none. */
export function plannedDestinations<Place extends Destination>(
  planning: DestinationPlanning<Place>,
): PlannedDestinations<Place> {
  const { method, locations, problems } = planning;
  const sent = locations === undefined ? placed(planning) : known(planning, locations);
  const destinations = [...(locations ?? sent)];
  const { before, asked, path } = method;
  const only = sent.length === 1 ? sent[0]?.id : undefined;
  const selected = choose(
    {
      asked: asked.selected_destination_id === undefined ? only : asked.selected_destination_id,
      offered: new Set(destinations.map(({ id }) => id)),
      before: new Set([...(before?.destinations ?? []).flatMap(({ id }) => id ?? [])]),
      path: `${path}.selected_destination_id`,
      unknown: "fulfillment_destination_unknown",
      unavailable: "fulfillment_destination_unavailable",
    },
    problems,
  );
  return { destinations, selected };
}

/** The locations that the platform names. */
function known<Place extends Destination>(
  { method: { asked, path }, problems }: DestinationPlanning<Place>,
  locations: readonly Placed<Place>[],
): readonly Placed<Place>[] {
  const byId = new Map(locations.map((each) => [each.id, each]));
  return (asked.destinations ?? []).flatMap(({ id }, index) => {
    const found = byId.get(id ?? "");
    if (found !== undefined) return [found];
    problems.add("fulfillment_destination_unknown", `${path}.destinations[${index}]`);
    return [];
  });
}

/**
 * The platform's destinations, or the previous ones if it sends none, as when it only makes a choice (§4.2, rule 3).
 */
function placed<Place extends Destination>(planning: DestinationPlanning<Place>): Placed<Place>[] {
  const { method, places, problems } = planning;
  const idOf = idsBefore(planning);
  const seen = new Set<string>();
  const all = method.asked.destinations ?? method.before?.destinations ?? [];
  return all.flatMap((each, index) => {
    const id = each.id || idOf(each);
    const other = places.get(id);
    if (seen.has(id) || (other !== undefined && !isSamePlace(other, each))) {
      problems.add("fulfillment_id_repeated", `${method.path}.destinations[${index}]`);
      return [];
    }
    seen.add(id);
    places.set(id, each);
    return [{ ...each, id }];
  });
}

/** A place keeps its previous id; each id is used once. */
function idsBefore<Place extends Destination>({
  method: { asked, before },
  ids,
}: DestinationPlanning<Place>): (place: Place) => string {
  const sent = new Set(asked.destinations?.map(({ id }) => id));
  const byKey = new Map<string | undefined, string[]>();
  for (const each of before?.destinations ?? []) {
    if (each.id === undefined || sent.has(each.id)) continue;
    const key = destinationKey(each);
    const same = byKey.get(key) ?? [];
    same.push(each.id);
    byKey.set(key, same);
  }
  return (place) => byKey.get(destinationKey(place))?.shift() ?? ids.create("destination");
}

export type WithDestinations<Method, Place extends Destination> = Method &
  PlannedDestinations<Place>;

/**
 * Enforces a single destination for types that allow only one. A list of destinations to choose from is allowed; a
 * method with another destination than an earlier one of its type is not.
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
