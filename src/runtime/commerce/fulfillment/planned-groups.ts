/** Plans the groups of a method (§2.6), and keeps the ids of previous groups. */

import type { Destination, FulfillmentGroup, GroupRequest } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import type { NewIds } from "./new-ids.js";
import type { Problems } from "./problems.js";

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
