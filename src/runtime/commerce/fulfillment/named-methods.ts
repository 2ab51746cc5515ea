/** Matches the methods of a request with those of the previous plan (§4.2). */

import type { Destination, FulfillmentMethod, MethodRequest } from "./fulfillment.js";
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
