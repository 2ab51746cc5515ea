/**
 * Every place in a type that no value can have. In: the type's node. Out: each pair of rules that leaves a place none,
 * where it is, and what has to be left away for it.
 */

import { joinPointer } from "@proto-gen/runtime/json";
import { typesOf, type Conflict, type Node } from "../node.js";
import {
  branches,
  conjunctionOf,
  isDefinition,
  valuesBelow,
  type Below,
  type Conjunction,
} from "./conjunction.js";
import type { Contradictions } from "./contradictions.js";

export interface ContradictedPlace {
  readonly conflict: Conflict;
  /** From the type, with `*` for any item or other member. */
  readonly pointer: string;
  /** The nearest place, out from there, that a value may do without; empty where it is the whole value. */
  readonly lost: string;
  /** A branch of a union or of a condition is lost, and not the place. */
  readonly isBranch: boolean;
}

interface Standing {
  readonly whole: Conjunction;
  readonly pointer: string;
  readonly lost: string;
  readonly isBranch: boolean;
  readonly conflicts: readonly Conflict[];
}

/** Schemas that combine in ever new ways, as recursive ones of different lengths do, end here. */
const MAX_PLACES = 20_000;

/** @param seen what was looked at in other types; this one's is added */
export function contradictedPlaces(
  node: Node,
  contradictions: Contradictions,
  seen: Set<string | Node>,
): ContradictedPlace[] {
  const found: ContradictedPlace[] = [];
  const whole = conjunctionOf([node]);
  const { conflicts } = contradictions.of(whole);
  const waiting: Standing[] = [{ whole, pointer: "", lost: "", isBranch: false, conflicts }];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { pointer, lost, isBranch } = next;
    for (const conflict of next.conflicts) found.push({ conflict, pointer, lost, isBranch });
    const key = contradictions.keyOf(next.whole);
    if (seen.has(key) || (typeof key === "string" && seen.size > MAX_PLACES)) continue;
    seen.add(key);
    waiting.push(...standingIn(next, contradictions).reverse());
  }
  return found;
}

function standingIn(outer: Standing, contradictions: Contradictions): Standing[] {
  const { whole, pointer, lost } = outer;
  const values = valuesBelow(whole).map((each): Standing => {
    const at = joinPointer(pointer, each.token);
    return {
      whole: inner(each.nodes),
      pointer: at,
      lost: isNeeded(each, whole) ? lost : at,
      isBranch: outer.isBranch && isNeeded(each, whole),
      conflicts: contradictions.ofBelow(each).conflicts,
    };
  });
  const alternatives = branches(whole).map((node): Standing => {
    const { conflicts } = contradictions.of(conjunctionOf([node]));
    return { whole: inner([node]), pointer, lost, isBranch: true, conflicts };
  });
  return [...values, ...alternatives];
}

/** A definition by itself has a type of its own, in which its places are found. */
function inner(nodes: readonly Node[]): Conjunction {
  return isDefinition(nodes) ? [] : conjunctionOf(nodes);
}

function isNeeded({ needed, of }: Below, whole: Conjunction): boolean {
  if (needed === undefined) return false;
  return whole.some((node) => typesOf(node)?.every((type) => type === of) === true);
}
