/**
 * Plans the fulfillment of a request (§2.6, §4.2): assigns lines, keeps ids, applies the rules of both parties, and asks the business, as
 * far as the planned methods require, for what only it knows.
 */

import type {
  Destination,
  Fulfillment,
  FulfillmentLine,
  FulfillmentRequest,
} from "./fulfillment.js";
import { type MethodTypesOption, methodTypeOf } from "./method-types.js";
import { namedMethods, type NamedMethod, assignedLines, type WithLines } from "./named-methods.js";
import { type FulfillmentIdKind, newIds, randomId, type NewIds } from "./new-ids.js";
import {
  type Placed,
  plannedDestinations,
  type PlacesById,
  withOneDestination,
  type WithDestinations,
} from "./planned-destinations.js";
import {
  type AnsweredGroup,
  type OptionOffer,
  plannedGroups,
  answeredGroup,
  type PlannedGroup,
} from "./planned-groups.js";
import {
  type FulfillmentProblem,
  collectProblems,
  METHODS_PATH,
  type Problems,
} from "./problems.js";
import { type FulfillmentRules, allowsTogether } from "./rules.js";

/** Lines that go to a destination. */
interface Shipment<Type extends string, Place extends Destination> {
  readonly type: Type;
  readonly destination: Placed<Place>;
  readonly lineItemIds: readonly string[];
}

/** The business's knowledge. Errors that the hooks throw are passed on. */
export interface FulfillmentHooks<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /**
   * Returns the pickup locations of the business. Undefined for types whose destinations are the platform's; for the
   * business's types (`methodTypes`) undefined means that there are none.
   */
  readonly locations?:
    | ((type: Type) => Awaitable<readonly (Place & { readonly id: string })[] | undefined>)
    | undefined;
  /** Returns the options in display order. Empty if delivery is not possible. */
  readonly options: (shipment: Shipment<Type, Place>) => Awaitable<readonly Offer[]>;
  /** Divides a method's lines into groups, for platforms that support several. Default: one group. */
  readonly split?:
    | ((
        method: Omit<Shipment<Type, Place>, "destination"> & {
          /** Undefined until it is chosen. */
          readonly destination: Placed<Place> | undefined;
        },
      ) => Awaitable<readonly (readonly string[])[]>)
    | undefined;
}

type Awaitable<Value> = Value | Promise<Value>;

export interface FulfillmentPlanning<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> extends MethodTypesOption {
  /** `fulfillment` of a create or update request. */
  readonly request: FulfillmentRequest<Type, Place> | undefined;
  /** All lines of the checkout. */
  readonly lines: readonly FulfillmentLine[];
  readonly rules: FulfillmentRules;
  /** The last response, so that ids are kept. Undefined for a new checkout. */
  readonly before?: Fulfillment<Type, Place> | undefined;
  /** The types that the business offers. Default: every type. */
  readonly types?: readonly Type[] | undefined;
  readonly hooks: FulfillmentHooks<Type, Place, Offer>;
  /** Creates ids of methods, destinations, groups and options. Default: random ids. */
  readonly newId?: ((kind: FulfillmentIdKind) => string) | undefined;
}

/** Mutable, and a type, so that it fits generated types of schemas that are open. */
type AnsweredMethod<Type extends string, Place extends Destination, Offer extends OptionOffer> = {
  id: string;
  type: Type;
  line_item_ids: string[];
  destinations: Placed<Place>[];
  selected_destination_id: string | null;
  groups: AnsweredGroup<Offer>[];
};

export interface FulfillmentPlan<
  Type extends string,
  Place extends Destination,
  Offer extends OptionOffer,
> {
  /** Without `available_methods`, which the business adds. */
  readonly fulfillment: { methods: AnsweredMethod<Type, Place, Offer>[] };
  /** For the `messages` of the response, with JSONPaths into the request. At most 100. */
  readonly problems: readonly FulfillmentProblem[];
}

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

type PlacedMethod<Type extends string, Place extends Destination> = WithDestinations<
  WithLines<NamedMethod<Type, Place>>,
  Place
>;

/** Calls `locations` once per type. Copies the results, since their members may be changed later. */
async function askLocations<
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
function askSplit<Type extends string, Place extends Destination, Offer extends OptionOffer>(
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
async function askOptions<
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
