/** Calls the business's hooks (§2.6) as far as the planned methods require. */

import type { Destination } from "./fulfillment.js";
import type { NamedMethod, WithLines } from "./named-methods.js";
import type { Placed, WithDestinations } from "./planned-destinations.js";
import type { PlannedGroup, OptionOffer } from "./planned-groups.js";
import { methodTypeOf, type MethodTypesOption } from "./method-types.js";
import type { FulfillmentHooks, FulfillmentPlanning } from "./planning.js";
import type { FulfillmentRules } from "./rules.js";

type PlacedMethod<Type extends string, Place extends Destination> = WithDestinations<
  WithLines<NamedMethod<Type, Place>>,
  Place
>;

/** Calls `locations` once per type. Copies the results, since their members may be changed later. */
export async function askLocations<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
>(
  planning: Pick<FulfillmentPlanning<Type, Place, Offer>, "hooks" | "methodTypes">,
  methods: readonly { readonly type: Type }[],
): Promise<ReadonlyMap<Type, readonly Placed<Place>[] | undefined>> {
  const types = [...new Set(methods.map(({ type }) => type))];
  const { locations } = planning.hooks;
  const found = await Promise.all(
    types.map(async (type) => (await locations?.(type)) ?? none(type, planning)),
  );
  return new Map(types.map((type, index) => [type, found[index]?.map((each) => ({ ...each }))]));
}

/**
 * Platforms cannot send destinations for types whose destinations are the business's, such as retail locations
 * (§2.6).
 */
function none(type: string, option: MethodTypesOption): [] | undefined {
  return methodTypeOf(type, option).destinations === "business" ? [] : undefined;
}

/** One group per method unless the platform supports several (§2.6). */
export function askSplit<Type extends string, Place extends Destination, Offer extends OptionOffer>(
  { split }: FulfillmentHooks<Type, Place, Offer>,
  { multiGroup }: FulfillmentRules,
  methods: readonly PlacedMethod<Type, Place>[],
): Promise<readonly (readonly (readonly string[])[])[]> {
  return Promise.all(
    methods.map(async (method) => {
      const { type, lineItemIds } = method;
      if (split === undefined || !multiGroup) return [lineItemIds];
      const sets = await split({ type, lineItemIds, destination: destinationOf(method) });
      return partitionOf(lineItemIds, sets);
    }),
  );
}

/** The options are known only once the destination is. */
export async function askOptions<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
>(
  { options }: FulfillmentHooks<Type, Place, Offer>,
  methods: readonly (PlacedMethod<Type, Place> & { readonly groups: readonly PlannedGroup[] })[],
): Promise<ReadonlyMap<PlannedGroup, readonly Offer[]>> {
  const asked = methods.flatMap((method) => {
    const destination = destinationOf(method);
    if (destination === undefined) return [];
    return method.groups.map(async (group): Promise<[PlannedGroup, readonly Offer[]]> => {
      const { lineItemIds } = group;
      return [group, await options({ type: method.type, destination, lineItemIds })];
    });
  });
  return new Map(await Promise.all(asked));
}

function destinationOf<Place extends Destination>({
  destinations,
  selected,
}: WithDestinations<unknown, Place>): Placed<Place> | undefined {
  return destinations.find(({ id }) => id === selected);
}

function partitionOf(
  lineItemIds: readonly string[],
  sets: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const free = new Set(lineItemIds);
  const isPartition = sets.flat().every((id) => free.delete(id)) && free.size === 0;
  if (!isPartition) throw new TypeError("split: each line of the method must be in one group");
  return sets.filter((set) => set.length > 0);
}
