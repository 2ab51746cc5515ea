/** Plans the groups of a method and the options of each group (§2.6), and keeps the ids of previous ones. */

import type { Destination, FulfillmentGroup, GroupRequest } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import type { NewIds } from "./new-ids.js";
import { type Problems, choose } from "./problems.js";
import type { TotalType } from "../totals/total.js";
import { foldText } from "./check-parts.js";

export interface PlannedGroup {
  readonly id: string;
  readonly lineItemIds: readonly string[];
  readonly before: FulfillmentGroup | undefined;
  readonly asked: GroupRequest | undefined;
  /** JSONPath in the request, or the method's if the group is not in it. */
  readonly path: string;
}

/** A group keeps its id while it keeps a line; a method's only group always keeps it. */
export function plannedGroups(
  method: NamedMethod<string, Destination>,
  sets: readonly (readonly string[])[],
  ids: NewIds,
  problems: Problems,
): readonly PlannedGroup[] {
  const before = method.before?.groups ?? [];
  const found = sets.length === 1 ? [onlyBefore(sets[0] ?? [], before)] : matched(sets, before);
  const named = sets.map((lineItemIds, index) => {
    const group = found[index];
    return { id: group?.id ?? ids.create("group"), lineItemIds, before: group };
  });
  const asked = askedGroups(
    method,
    named.map(({ id }) => id),
    problems,
  );
  return named.map((each) => ({ ...each, ...(asked.get(each.id) ?? unasked(method)) }));
}

function onlyBefore(
  set: readonly string[],
  before: readonly FulfillmentGroup[],
): FulfillmentGroup | undefined {
  return matched([set], before)[0] ?? before[0];
}

/** Matches the first free group that shares a line. A group with the same lines shares none with other sets. */
function matched(
  sets: readonly (readonly string[])[],
  before: readonly FulfillmentGroup[],
): readonly (FulfillmentGroup | undefined)[] {
  const free = new Set(before);
  return sets.map((set) => {
    const lines = new Set(set);
    const group = [...free].find(({ line_item_ids }) => line_item_ids.some((id) => lines.has(id)));
    if (group !== undefined) free.delete(group);
    return group;
  });
}

type AskedGroup = Pick<PlannedGroup, "asked" | "path">;

function unasked({ path }: NamedMethod<string, Destination>): AskedGroup {
  return { asked: undefined, path };
}

/** A group with an id is the one that has it; one without is the one at its position. */
function askedGroups(
  { asked, before, path }: NamedMethod<string, Destination>,
  planned: readonly string[],
  problems: Problems,
): ReadonlyMap<string, AskedGroup> {
  const known = new Set(planned);
  const gone = new Set(before?.groups?.map(({ id }) => id));
  const groups = new Map<string, AskedGroup>();
  for (const [index, each] of (asked.groups ?? []).entries()) {
    const place = `${path}.groups[${index}]`;
    const id = each.id ?? planned[index];
    if (id === undefined) problems.add("fulfillment_group_unknown", place);
    else if (groups.has(id)) problems.add("fulfillment_id_repeated", place);
    else if (known.has(id)) groups.set(id, { asked: each, path: place });
    else if (gone.has(id)) problems.add("fulfillment_group_unavailable", place);
    else problems.add("fulfillment_group_unknown", place);
  }
  return groups;
}

/** An option as the business offers it, in display order. */
export interface OptionOffer {
  /**
   * The business's own id, such as the name of a service. Default: an id that stays the same while the title does.
   */
  readonly id?: string | undefined;
  readonly title: string;
  readonly description?: string;
  readonly carrier?: string;
  /** RFC 3339. */
  readonly earliest_fulfillment_time?: string;
  readonly latest_fulfillment_time?: string;
  readonly totals: readonly OfferTotal[];
}

/** Lists the known types so that literals are not widened; extensions may add others. */
interface OfferTotal {
  readonly type: TotalType | (string & {});
  readonly amount: number;
  readonly display_text?: string;
}

type Offered<Offer extends OptionOffer> = Offer & { id: string };

/** A type and no interface, so that it fits generated types of schemas that are open. */
export type AnsweredGroup<Offer extends OptionOffer> = {
  id: string;
  line_item_ids: string[];
  options: Offered<Offer>[];
  selected_option_id: string | null;
};

/**
 * Plans the options of a group (§2.6), and keeps the ids of previous options. An option keeps its id while its title
 * stays the same, whatever its price.
 */
export function answeredGroup<Offer extends OptionOffer>(
  { id, lineItemIds, before, asked, path }: PlannedGroup,
  offers: readonly Offer[],
  ids: NewIds,
  problems: Problems,
): AnsweredGroup<Offer> {
  for (const offer of offers) if (offer.id !== undefined) ids.take(offer.id);
  const idOf = idsBefore(before?.options ?? [], offers);
  const options = offers.map((offer) => ({
    ...offer,
    id: offer.id ?? idOf(offer.title) ?? ids.create("option"),
  }));
  const selected = choose(
    {
      asked: asked?.selected_option_id,
      offered: new Set(options.map((each) => each.id)),
      before: new Set(before?.options?.map((each) => each.id)),
      path: `${path}.selected_option_id`,
      unknown: "fulfillment_option_unknown",
      unavailable: "fulfillment_option_unavailable",
    },
    problems,
  );
  return { id, line_item_ids: [...lineItemIds], options, selected_option_id: selected };
}

function idsBefore(
  before: readonly { readonly id: string; readonly title: string }[],
  offers: readonly OptionOffer[],
): (title: string) => string | undefined {
  const own = new Set(offers.map(({ id }) => id));
  const byTitle = new Map<string, string>();
  for (const { id, title } of before) if (!own.has(id)) byTitle.set(foldText(title), id);
  return (title) => {
    const folded = foldText(title);
    const id = byTitle.get(folded);
    byTitle.delete(folded);
    return id;
  };
}
