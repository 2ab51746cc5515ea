/**
 * The values that a walk over two schemas works with. Directions and operations play no part in it, so that each pair of
 * definitions is compared once, whoever sends it.
 */

import type { Definition, Node } from "../../model/node.js";
import type { SchemaRelations, Value } from "../pairs/value.js";
import type { Rule, RuleMatch } from "../rule.js";
import type { SetProver } from "../sets/set-prover.js";
import type { Sides } from "../side.js";

export interface PairFinding {
  readonly rule: Rule;
  readonly match: RuleMatch;
  /** Path in the payload, below the pair that was compared. */
  readonly path: string;
}

/** A pair of definitions that both sides reference at one place. */
export interface PairLink {
  readonly path: string;
  readonly to: DefinitionFindings;
}

/** The differences of two schemas; those of the definitions they reference are behind `links`. */
export interface PairFindings {
  readonly findings: readonly PairFinding[];
  readonly links: readonly PairLink[];
}

export interface DefinitionFindings extends PairFindings {
  readonly before: Definition;
  readonly after: Definition;
}

/** Findings while their pair is being compared. */
export interface FindingsBuilder extends PairFindings {
  readonly findings: PairFinding[];
  readonly links: PairLink[];
}

export interface WalkContext {
  readonly sides: Sides;
  readonly rules: readonly Rule[];
  /** Passed on to rules with every pair. */
  readonly relations: SchemaRelations;
  /** Pairs of definitions by both keys, from the moment their comparison begins. */
  readonly definitionFindings: Map<string, DefinitionFindings>;
  /** Those whose comparison has not begun: a chain of types is compared without recursion. */
  readonly pending: (DefinitionFindings & FindingsBuilder)[];
  /** Proves that no value is refused, or allowed, that no rule tells of. */
  readonly prover: SetProver;
  /** Pairs of definitions of which the rest has been looked at. */
  readonly settled: Set<DefinitionFindings>;
  /** Pairs of nodes that are being compared, one in another: recursion need not pass a name on both sides at once. */
  readonly comparing: Map<Node, Set<Node>>;
}

/** The walk's position in a payload, and the findings that it adds to. */
export interface WalkPosition {
  readonly context: WalkContext;
  readonly path: string;
  /** The conditions above, which each message ends with. */
  readonly where?: string;
  readonly target: FindingsBuilder;
}

export interface NodePair {
  readonly before: Node;
  readonly after: Node;
}

export interface ValueSides {
  readonly before: Value;
  readonly after: Value;
}

/** Facts that a pair takes from the pair above it. */
export interface InheritedContext {
  /** The author announced that the member's visibility will change. */
  readonly isAnnounced?: boolean;
  /** The same values are valid on both sides above: what differs below makes no difference. */
  readonly isSameSet?: boolean;
  /** One side is a schema for members of any name: its annotations describe no single member. */
  readonly isCovered?: boolean;
}

/** Schemas inside of two schemas that apply at the same place. */
export interface ChildPair extends NodePair {
  readonly path: string;
  /** The condition under which they apply: `where kind is "gift"`. */
  readonly where?: string;
  readonly inherited?: InheritedContext;
}
