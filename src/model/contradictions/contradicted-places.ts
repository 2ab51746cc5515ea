/** Finds every place in a type that no value can have, with the pair of rules that leaves it none. */

import { joinPointer } from "@proto-gen/runtime/json";
import { typesOf, type Conflict, type Node } from "../node.js";
import {
  collectBranches,
  conjunctionOf,
  isSoleDefinition,
  childValues,
  type ChildValue,
  type Conjunction,
} from "./conjunction.js";
import type { Contradictions } from "./contradictions.js";

export interface ContradictedPlace {
  readonly conflict: Conflict;
  /** Its pointer in the type, with `*` for any item or other member. */
  readonly pointer: string;
  /** The nearest enclosing place that is optional; which no valid value has; empty where nothing is valid. */
  readonly lost: string;
  /** True where only a branch of a union or of a condition is lost. */
  readonly isBranch: boolean;
}

interface PlaceToVisit {
  readonly conjunction: Conjunction;
  readonly pointer: string;
  readonly lost: string;
  readonly isBranch: boolean;
  readonly conflicts: readonly Conflict[];
}

/** Ends the search in schemas that combine in ever new ways, as recursive ones of different lengths do. */
const MAX_PLACES = 20_000;

/** @param seen what was examined in other types; this type's places are added */
export function findContradictions(
  node: Node,
  contradictions: Contradictions,
  seen: Set<string | Node>,
): ContradictedPlace[] {
  const found: ContradictedPlace[] = [];
  const conjunction = conjunctionOf([node]);
  const { conflicts } = contradictions.judge(conjunction);
  const waiting: PlaceToVisit[] = [
    { conjunction, pointer: "", lost: "", isBranch: false, conflicts },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { pointer, lost, isBranch } = next;
    for (const conflict of next.conflicts) found.push({ conflict, pointer, lost, isBranch });
    const key = contradictions.keyOf(next.conjunction);
    if (seen.has(key) || (typeof key === "string" && seen.size > MAX_PLACES)) continue;
    seen.add(key);
    waiting.push(...placesBelow(next, contradictions).reverse());
  }
  return found;
}

function placesBelow(outer: PlaceToVisit, contradictions: Contradictions): PlaceToVisit[] {
  const { conjunction, pointer, lost } = outer;
  const values = childValues(conjunction).map((each): PlaceToVisit => {
    const at = joinPointer(pointer, each.token);
    return {
      conjunction: withoutDefinition(each.nodes),
      pointer: at,
      lost: isRequired(each, conjunction) ? lost : at,
      isBranch: outer.isBranch && isRequired(each, conjunction),
      conflicts: contradictions.judgeChild(each).conflicts,
    };
  });
  const alternatives = collectBranches(conjunction).map((node): PlaceToVisit => {
    const { conflicts } = contradictions.judge(conjunctionOf([node]));
    return { conjunction: withoutDefinition([node]), pointer, lost, isBranch: true, conflicts };
  });
  return [...values, ...alternatives];
}

/** Nothing for a definition by itself: its places are found in its own type. */
function withoutDefinition(nodes: readonly Node[]): Conjunction {
  return isSoleDefinition(nodes) ? [] : conjunctionOf(nodes);
}

function isRequired({ required }: ChildValue, conjunction: Conjunction): boolean {
  if (required === undefined) return false;
  const { parentType } = required;
  return conjunction.some((node) => typesOf(node)?.every((type) => type === parentType) === true);
}
