/** Sets up a walk. Rules may ask how two schemas relate: that is a question of sets, and not of the rules. */

import type { SchemaRelations } from "../pairs/value.js";
import type { Rule } from "../rule.js";
import { SetProver } from "../sets/set-prover.js";
import type { Sides } from "../side.js";
import type { WalkContext } from "./walk-context.js";

export function createWalk(sides: Sides, rules: readonly Rule[]): WalkContext {
  const prover = new SetProver();
  return {
    sides,
    rules,
    relations: createRelations(prover),
    definitionFindings: new Map(),
    pending: [],
    prover: new SetProver({ isUndeclaredAbsent: true }),
    settled: new Set(),
    comparing: new Map(),
  };
}

function createRelations(prover: SetProver): SchemaRelations {
  return {
    areEquivalent: (before, after) => prover.areEqual(before, after),
    acceptsAll: (before, after) => prover.isWithin(before, after),
    addsNoValues: (before, after) => prover.isWithin(after, before),
    areDisjoint: (nodes) => prover.areDisjoint(nodes),
  };
}
