/**
 * Give every type of a module a name of its own. In: types with the names to try. Out: a name each.
 * Where several want one, all of them step to their next name, but for one that has no other: the
 * result does not depend on the order they come in.
 */

import { failure, type SourceLocation } from "../errors.js";
import type { Identifier } from "../text/identifier.js";

export interface Contender<Type> {
  readonly type: Type;
  /** Names to try, the plain one first. */
  readonly candidates: readonly Identifier[];
  /** Keeps its plain name before others: a root, or the type a file is named after. */
  readonly precedence: number;
  /** For the error: where it comes from. */
  readonly source: string;
  place?(): SourceLocation | undefined;
}

/** Names that generated modules use themselves. */
const RESERVED: ReadonlySet<string> = new Set([
  "Omit",
  "Record",
  "Issues",
  "Validator",
  "Evaluated",
  "Attribution",
  "Json",
]);

export function qualify<Type>(
  module: string,
  contenders: readonly Contender<Type>[],
): Map<Type, Identifier> {
  const levels = new Map(
    contenders.map((contender) => [contender, RESERVED.has(contender.candidates[0] ?? "") ? 1 : 0]),
  );
  const nameOf = (contender: Contender<Type>): Identifier | undefined =>
    contender.candidates[levels.get(contender) ?? 0];
  for (;;) {
    const groups = new Map<string, Contender<Type>[]>();
    for (const contender of contenders) {
      const name = nameOf(contender) as string;
      groups.set(name, [...(groups.get(name) ?? []), contender]);
    }
    const clash = [...groups].find(([, group]) => group.length > 1);
    if (clash === undefined)
      return new Map(contenders.map((contender) => [contender.type, nameOf(contender)!]));
    step(module, clash, levels);
  }
}

function step<Type>(
  module: string,
  [name, group]: [string, Contender<Type>[]],
  levels: Map<Contender<Type>, number>,
): void {
  const highest = Math.max(...group.map(({ precedence }) => precedence));
  const first = group.filter(({ precedence }) => precedence === highest);
  const stepping = first.length === 1 ? group.filter((contender) => contender !== first[0]) : group;
  const movable = stepping.filter(
    (contender) => (levels.get(contender) ?? 0) + 1 < contender.candidates.length,
  );
  if (movable.length === 0) {
    const sources = group
      .map(({ source }) => source)
      .sort()
      .join(" and ");
    throw failure(
      "NAME_CLASH",
      `${module} would have two types named ${name}: ${sources}`,
      group[0]?.place?.(),
    );
  }
  for (const contender of movable) levels.set(contender, (levels.get(contender) ?? 0) + 1);
}
