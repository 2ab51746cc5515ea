/**
 * Gives every type of a module a name of its own. Of several types that want one name, the one of the highest
 * precedence keeps it, and the others step to their next name, all at once: the result does not depend on the
 * order in which types come.
 */

import { failure, type SourceLocation } from "../errors.js";
import type { Identifier } from "../text/identifier.js";

/** A type that needs a name in a module. */
export interface NameRequest<Type> {
  readonly type: Type;
  /** Names to try, the plain one first. */
  readonly candidates: readonly Identifier[];
  /** Keeps its plain name before others: a root, or the type a file is named after. */
  readonly precedence: number;
  /** The schema it comes from, for the error. */
  readonly source: string;
  place?(): SourceLocation | undefined;
}

/** Names that generated modules import or use as globals. */
const RESERVED: ReadonlySet<string> = new Set([
  "Omit",
  "Record",
  "Issues",
  "Validator",
  "Evaluated",
  "Attribution",
  "Json",
]);

export function assignNames<Type>(
  module: string,
  requests: readonly NameRequest<Type>[],
): Map<Type, Identifier> {
  const levels = new Map(
    requests.map((request) => [request, RESERVED.has(request.candidates[0] ?? "") ? 1 : 0]),
  );
  const nameOf = (request: NameRequest<Type>): Identifier | undefined =>
    request.candidates[levels.get(request) ?? 0];
  for (;;) {
    const groups = new Map<string, NameRequest<Type>[]>();
    for (const request of requests) {
      const name = nameOf(request) as string;
      groups.set(name, [...(groups.get(name) ?? []), request]);
    }
    const clash = [...groups].find(([, group]) => group.length > 1);
    if (clash === undefined)
      return new Map(requests.map((request) => [request.type, nameOf(request)!]));
    stepToNextNames(module, clash, levels);
  }
}

function stepToNextNames<Type>(
  module: string,
  [name, group]: [string, NameRequest<Type>[]],
  levels: Map<NameRequest<Type>, number>,
): void {
  const highest = Math.max(...group.map(({ precedence }) => precedence));
  const first = group.filter(({ precedence }) => precedence === highest);
  const stepping = first.length === 1 ? group.filter((request) => request !== first[0]) : group;
  const movable = stepping.filter(
    (request) => (levels.get(request) ?? 0) + 1 < request.candidates.length,
  );
  if (movable.length === 0) {
    const sources = group
      .map(({ source }) => source)
      .sort()
      .join(" and ");
    throw failure("MODEL_NAME_CLASH", `${module} would have two types named ${name}: ${sources}`, {
      place: group[0]?.place?.(),
    });
  }
  for (const request of movable) levels.set(request, (levels.get(request) ?? 0) + 1);
}
