/** Checks that ids are unique and that choices refer to existing things (§2.6). */

import { breach, type FulfillmentBreach } from "./breach.js";
import {
  type Destination,
  type FulfillmentGroup,
  type FulfillmentMethod,
  isSamePlace,
} from "./fulfillment.js";

interface Identified {
  readonly id: string | undefined;
  readonly path: string;
}

/**
 * Ids of methods and groups are unique in the whole fulfillment, those of destinations in their method, and those of
 * options in their group. Destinations of different methods may share an id if they are the same place.
 */
export function checkIds(
  methods: readonly FulfillmentMethod[],
  path: string,
): readonly FulfillmentBreach[] {
  const groups = methods.flatMap((method, index) =>
    identified(method.groups, `${path}[${index}].groups`),
  );
  const inMethods = methods.flatMap((method, index) => [
    ...checkUnique(identified(method.destinations, `${path}[${index}].destinations`)),
    ...(method.groups ?? []).flatMap((group, at) =>
      checkUnique(identified(group.options, `${path}[${index}].groups[${at}].options`)),
    ),
  ]);
  return [
    ...checkUnique(identified(methods, path)),
    ...checkUnique(groups),
    ...inMethods,
    ...checkPlaces(methods, path),
  ];
}

function identified(
  items: readonly { readonly id?: string | undefined }[] = [],
  path: string,
): readonly Identified[] {
  return items.map(({ id }, index) => ({ id, path: `${path}[${index}].id` }));
}

function checkUnique(items: readonly Identified[]): readonly FulfillmentBreach[] {
  const seen = new Set<string | undefined>();
  return items.flatMap(({ id, path }) => {
    const isFirst = id !== undefined && !seen.has(id);
    seen.add(id);
    return isFirst ? [] : [breach("id_repeated", path, "an id of its own", id ?? "none")];
  });
}

function checkPlaces(
  methods: readonly FulfillmentMethod[],
  path: string,
): readonly FulfillmentBreach[] {
  const places = new Map<string, readonly [method: number, place: Destination]>();
  return methods.flatMap((method, index) =>
    (method.destinations ?? []).flatMap((each, at) => {
      const [owner, place] = places.get(each.id ?? "") ?? [index, each];
      places.set(each.id ?? "", [owner, place]);
      if (owner === index || isSamePlace(place, each)) return [];
      const where = `${path}[${index}].destinations[${at}].id`;
      return [breach("id_repeated", where, "the same place", each.id ?? "none")];
    }),
  );
}

/** A chosen id must be among those offered. */
export function checkChoices(
  method: FulfillmentMethod,
  path: string,
): readonly FulfillmentBreach[] {
  const { selected_destination_id: selected, destinations = [], groups = [] } = method;
  const ofMethod = isDangling(selected, destinations)
    ? [dangling("selected_destination_unknown", `${path}.selected_destination_id`, selected)]
    : [];
  return [
    ...ofMethod,
    ...groups.flatMap((group, index) => checkChosenOption(group, `${path}.groups[${index}]`)),
  ];
}

function checkChosenOption(
  { selected_option_id: selected, options = [] }: FulfillmentGroup,
  path: string,
): readonly FulfillmentBreach[] {
  return isDangling(selected, options)
    ? [dangling("selected_option_unknown", `${path}.selected_option_id`, selected)]
    : [];
}

function isDangling(
  selected: string | null | undefined,
  items: readonly { readonly id?: string | undefined }[],
): selected is string {
  return typeof selected === "string" && items.every(({ id }) => id !== selected);
}

function dangling(
  code: "selected_destination_unknown" | "selected_option_unknown",
  path: string,
  found: string,
): FulfillmentBreach {
  return breach(code, path, "the id of one that is there, or null", found);
}
