/** Assigns the lines to the methods (§2.6), each to at most one. */

import type { Destination, FulfillmentLine } from "./fulfillment.js";
import type { NamedMethod } from "./named-methods.js";
import { METHODS_PATH, type Problems } from "./problems.js";

export type WithLines<Method> = Method & { readonly lineItemIds: readonly string[] };

/**
 * Lines named by the platform have priority. A method without named lines keeps its previous ones, and the first such
 * method gets the rest. Methods without lines are dropped.
 */
export function assignedLines<
  Type extends string,
  Place extends Destination,
  Method extends NamedMethod<Type, Place>,
>(
  methods: readonly Method[],
  lines: readonly FulfillmentLine[],
  problems: Problems,
): readonly WithLines<Method>[] {
  const physical = new Map(lines.map(({ id, physical }) => [id, physical]));
  const free = new Set(lines.filter((line) => line.physical).map(({ id }) => id));
  const claim = (id: string): boolean => free.delete(id);
  const said = methods.map((method) => saidLines(method, physical, claim, problems));
  const kept = methods.map(({ asked, before }) =>
    asked.line_item_ids === undefined ? (before?.line_item_ids ?? []).filter(claim) : [],
  );
  const first = methods.findIndex(({ asked }) => asked.line_item_ids === undefined);
  const assigned = methods.map((method, index) => {
    const rest = index === first ? [...free].filter(claim) : [];
    return { ...method, lineItemIds: [...(said[index] ?? []), ...(kept[index] ?? []), ...rest] };
  });
  if (free.size > 0 && methods.length > 0)
    problems.add("fulfillment_line_unassigned", METHODS_PATH);
  return assigned.filter((each) => hasLines(each, problems));
}

function saidLines(
  { asked, path }: NamedMethod<string, Destination>,
  physical: ReadonlyMap<string, boolean>,
  claim: (id: string) => boolean,
  problems: Problems,
): readonly string[] {
  return (asked.line_item_ids ?? []).filter((id, index) => {
    if (claim(id)) return true;
    problems.add(whyNot(physical.get(id)), `${path}.line_item_ids[${index}]`);
    return false;
  });
}

function whyNot(physical: boolean | undefined) {
  if (physical === undefined) return "fulfillment_line_unknown";
  return physical ? "fulfillment_line_repeated" : "fulfillment_line_not_physical";
}

function hasLines(
  { lineItemIds, path }: WithLines<{ readonly path: string }>,
  problems: Problems,
): boolean {
  if (lineItemIds.length > 0) return true;
  problems.add("fulfillment_method_empty", path);
  return false;
}
