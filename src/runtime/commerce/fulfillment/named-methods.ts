/** Matches the methods of a request with those of the previous plan (§4.2), and assigns the lines to them. */

import type {
  Destination,
  FulfillmentMethod,
  MethodRequest,
  FulfillmentLine,
} from "./fulfillment.js";
import type { NewIds } from "./new-ids.js";
import { METHODS_PATH, type Problems } from "./problems.js";

export interface NamedMethod<Type extends string, Place extends Destination> {
  readonly id: string;
  readonly type: Type;
  /** JSONPath in the request. */
  readonly path: string;
  readonly asked: MethodRequest<Type, Place>;
  readonly before: FulfillmentMethod<Type, Place> | undefined;
}

type MethodRequests<Type extends string, Place extends Destination> = readonly MethodRequest<
  Type,
  Place
>[];
type Before<Type extends string, Place extends Destination> = FulfillmentMethod<Type, Place>;

/**
 * A method with an id is the previous one with it. One without an id is the previous one at its position if that has
 * its type and is not named elsewhere, or otherwise the first unnamed one of its type, so that a platform which sends
 * its addresses again keeps all ids. Otherwise it is new.
 */
export function namedMethods<Type extends string, Place extends Destination>(
  asked: MethodRequests<Type, Place>,
  before: readonly Before<Type, Place>[],
  ids: NewIds,
  problems: Problems,
): readonly NamedMethod<Type, Place>[] {
  const known = new Map(before.map((each) => [each.id, each]));
  const unnamed = unnamedMethods(asked, before);
  const seen = new Set<string>();
  return asked.flatMap((each, index) => {
    const path = `${METHODS_PATH}[${index}]`;
    const found =
      each.id === undefined ? takeUnnamed(unnamed, each, before[index]) : known.get(each.id);
    const type = each.type ?? found?.type;
    const problem = problemOf(each, found, seen);
    if (problem !== undefined) problems.add(problem, path);
    if (type === undefined && problem === undefined) problems.add("missing", `${path}.type`);
    if (type === undefined || problem !== undefined) return [];
    const id = found?.id ?? ids.create("method");
    seen.add(id);
    return [{ id, type, path, asked: each, before: found }];
  });
}

function unnamedMethods<Type extends string, Place extends Destination>(
  asked: MethodRequests<Type, Place>,
  before: readonly Before<Type, Place>[],
): Set<Before<Type, Place>> {
  const named = new Set(asked.map(({ id }) => id));
  return new Set(before.filter(({ id }) => !named.has(id)));
}

/** A method without a type takes that of the one at its position. */
function takeUnnamed<Type extends string, Place extends Destination>(
  unnamed: Set<Before<Type, Place>>,
  { type }: MethodRequest<Type, Place>,
  atPosition: Before<Type, Place> | undefined,
): Before<Type, Place> | undefined {
  const fits = (each: Before<Type, Place>): boolean => type === undefined || each.type === type;
  if (atPosition !== undefined && fits(atPosition) && unnamed.delete(atPosition)) return atPosition;
  if (type === undefined) return undefined;
  for (const each of unnamed)
    if (fits(each)) {
      unnamed.delete(each);
      return each;
    }
  return undefined;
}

/** A method never changes its type: another type makes another method. */
function problemOf(
  { id, type }: MethodRequest,
  found: FulfillmentMethod | undefined,
  seen: ReadonlySet<string>,
): "fulfillment_method_unknown" | "fulfillment_id_repeated" | undefined {
  if (id === undefined) return undefined;
  if (seen.has(id)) return "fulfillment_id_repeated";
  return found === undefined || (type !== undefined && type !== found.type)
    ? "fulfillment_method_unknown"
    : undefined;
}

export type WithLines<Method> = Method & { readonly lineItemIds: readonly string[] };

/**
 * Assigns the lines to the methods (§2.6), each to at most one. Lines named by the platform have priority. A method
 * without named lines keeps its previous ones, and the first such method gets the rest. Methods without lines are
 * dropped.
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
