/** Checks that lines are where they belong (§2.6). */

import { breach, type FulfillmentBreach } from "./breach.js";
import type { FulfillmentLine, FulfillmentMethod } from "./fulfillment.js";

/** Each must be a line of the checkout, need delivery, and be in one method only. */
export function checkAssigned(
  methods: readonly FulfillmentMethod[],
  path: string,
  lines: readonly FulfillmentLine[],
): readonly FulfillmentBreach[] {
  const physical = new Map(lines.map((line) => [line.id, line.physical]));
  const seen = new Set<string>();
  return methods.flatMap(({ line_item_ids }, index) =>
    line_item_ids.flatMap((id, at) => {
      const place = `${path}[${index}].line_item_ids[${at}]`;
      if (!physical.has(id)) return [breach("line_unknown", place, "a line's id", id)];
      if (seen.has(id)) return [breach("line_repeated", place, "one method a line", id)];
      seen.add(id);
      return physical.get(id) === true
        ? []
        : [breach("line_not_physical", place, "a line that needs delivery", id)];
    }),
  );
}

/** Only requires lines of the checkout: nothing is assigned to an available method. */
export function checkKnown(
  lineItemIds: readonly string[],
  path: string,
  lines: readonly FulfillmentLine[],
): readonly FulfillmentBreach[] {
  const known = new Set(lines.map(({ id }) => id));
  return [...lineItemIds.entries()]
    .filter(([, id]) => !known.has(id))
    .map(([at, id]) => breach("line_unknown", `${path}[${at}]`, "a line's id", id));
}

/** Each line of the method must be in one of its groups. A method may have no groups yet. */
export function checkGrouped(
  { line_item_ids, groups = [] }: FulfillmentMethod,
  path: string,
): readonly FulfillmentBreach[] {
  if (groups.length === 0) return [];
  const free = new Set(line_item_ids);
  const own = new Set(line_item_ids);
  const grouped = groups.flatMap((group, index) =>
    group.line_item_ids.flatMap((id, at) => {
      const place = `${path}.groups[${index}].line_item_ids[${at}]`;
      if (!own.has(id)) return [breach("line_of_other_method", place, "the method's line", id)];
      return free.delete(id) ? [] : [breach("line_repeated", place, "one group a line", id)];
    }),
  );
  const left = [...free].map((id) =>
    breach("line_without_group", `${path}.groups`, `a group with ${id}`, "none"),
  );
  return [...grouped, ...left];
}
