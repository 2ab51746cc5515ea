/**
 * Where a method's things can go, and where they go (§2.6). In: destinations of the platform, or locations of
 * the business. Out: destinations with ids, and the chosen one.
 */

import { choose } from "./choose.js";
import { destinationKey, isSamePlace } from "./destination-key.js";
import type { Destination } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import type { NewIds } from "./new-ids.js";
import type { Problems } from "./problems.js";

/** With the id that it has in answers. */
export type Placed<Place extends Destination> = Place & { id: string };

export interface PlannedDestinations<Place extends Destination> {
  readonly destinations: Placed<Place>[];
  readonly selected: string | null;
}

/** What stands under each id in all of the plan: one id is one place. */
export type PlacesById = Map<string, Destination>;

interface DestinationPlanning<Place extends Destination> {
  readonly method: NamedMethod<string, Place>;
  /** Of the business; undefined where the platform brings its destinations. */
  readonly locations: readonly Placed<Place>[] | undefined;
  readonly places: PlacesById;
  readonly ids: NewIds;
  readonly problems: Problems;
}

/** Where a platform names one destination only, that one is chosen, unless it says that none is. */
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

/** Those of the business's locations that the platform names. */
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

/** The platform's own; those of before where it sends none, as one that only selects does (§4.2, rule 3). */
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

/** A place keeps the id that it had; each id is given once. */
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
