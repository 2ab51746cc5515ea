/**
 * The normal form of a node: one for all spellings of a set of values that authors use, as far as that is cheap to find.
 * The prover of `sets/` finds further equal sets; the normal form lets rules name the change. Every rule of a normal form
 * keeps the address of the author's keyword.
 */

import type { Node } from "../../model/node.js";
import { negatedBy } from "../sets/premise.js";
import type { SetProver } from "../sets/set-prover.js";
import { withRelevantRules } from "./relevant-rules.js";
import { normalUnion } from "./normal-union.js";

/** A double negation of a schema is the schema itself. */
function withoutNegations(node: Node): Node {
  const inner = negatedBy(node);
  const twice = inner && negatedBy(inner);
  return twice === undefined ? node : withoutNegations(twice);
}

const known = new WeakMap<SetProver, WeakMap<Node, Node>>();

/** Made once for each node, so that what is remembered of a node holds for its normal form. */
export function normalNode(node: Node, prover: SetProver): Node {
  const ofProver = known.get(prover) ?? new WeakMap<Node, Node>();
  known.set(prover, ofProver);
  const found =
    ofProver.get(node) ?? normalUnion(withRelevantRules(withoutNegations(node)), prover);
  ofProver.set(node, found);
  return found;
}
