/**
 * Whether any value satisfies schemas together. In: a conjunction. Out: whether there is none, and the pairs of rules
 * that leave none. What cannot be told soon is taken for satisfiable, so that nobody is warned for nothing.
 */

import { conjunctionOf, valuesBelow, type Below, type Conjunction } from "./conjunction.js";
import { boundsConflict } from "./bounds.js";
import { valuesConflict } from "./values.js";
import { intersectTypes } from "../node-builder.js";
import type { Conflict, JsonType, Node } from "../node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Rule } from "../../keywords/simple-keyword.js";

export interface Verdict {
  /** Nothing satisfies it. */
  readonly isImpossible: boolean;
  /** Why, where the reason stands at this very place and not below it. */
  readonly conflicts: readonly Conflict[];
}

export interface Contradictions {
  /** The same for the same nodes. */
  keyOf(whole: Conjunction): string | Node;
  of(whole: Conjunction): Verdict;
  /** Of a member or an item: it may also be refused as such. */
  ofBelow(below: Below): Verdict;
}

const POSSIBLE: Verdict = { isImpossible: false, conflicts: [] };
/** Members that need members that need members: there, and in all that is ever judged. */
const MAX_DEPTH = 50;
const MAX_JUDGED = 20_000;

export function createContradictions(): Contradictions {
  const identities = new Map<Node, number>();
  const known = new Map<string | Node, Verdict>();

  function identity(node: Node): number {
    const found = identities.get(node) ?? identities.size;
    identities.set(node, found);
    return found;
  }

  function keyOf(whole: Conjunction): string | Node {
    const [only] = whole;
    if (whole.length === 1 && only !== undefined) return only;
    return whole
      .map(identity)
      .sort((left, right) => left - right)
      .join(" ");
  }

  function judge(whole: Conjunction, depth: number, hasUnions: boolean): Verdict {
    const same = keyOf(whole);
    const key = typeof same === "string" && !hasUnions ? `branch ${same}` : same;
    const found = known.get(key);
    if (found !== undefined) return found;
    if (depth > MAX_DEPTH || (typeof key === "string" && known.size > MAX_JUDGED)) return POSSIBLE;
    // Whoever asks again further down is told what does no harm.
    known.set(key, POSSIBLE);
    const verdict = judged(whole, depth, hasUnions);
    known.set(key, verdict);
    return verdict;
  }

  function judged(whole: Conjunction, depth: number, hasUnions: boolean): Verdict {
    if (whole.some(({ never }) => never !== undefined))
      return { isImpossible: true, conflicts: [] };
    const own = whole.flatMap(({ conflicts }) => conflicts);
    if (own.length > 0) return impossible(own);
    const types = commonTypes(whole);
    if (isConflict(types)) return impossible([types]);
    const values = whole.flatMap(({ values: each }) => each ?? []);
    if (values.length > 0) {
      const conflict = valuesConflict(whole, values);
      if (conflict !== undefined) return impossible([conflict]);
    } else if (types !== undefined) {
      const verdict = everyType(whole, types, depth);
      if (verdict.isImpossible) return verdict;
    }
    return hasUnions ? everyBranch(whole, depth) : POSSIBLE;
  }

  /** Each type that a value may have, ruled out by its bounds or by what it needs. */
  function everyType(whole: Conjunction, types: readonly JsonType[], depth: number): Verdict {
    const verdicts: Verdict[] = [];
    for (const type of types) {
      const verdict = ofType(whole, type, depth);
      if (!verdict.isImpossible) return POSSIBLE;
      verdicts.push(verdict);
    }
    return impossible(verdicts.flatMap(({ conflicts }) => conflicts));
  }

  function ofType(whole: Conjunction, type: JsonType, depth: number): Verdict {
    const conflict = boundsConflict(whole, type);
    if (conflict !== undefined) return impossible([conflict]);
    if (type !== "object" && type !== "array") return POSSIBLE;
    for (const below of valuesBelow(whole)) {
      if (below.needed === undefined || below.of !== type) continue;
      const { isImpossible } = ofBelow(below, depth + 1);
      if (isImpossible) return impossible(neededConflicts(below, below.needed));
    }
    return POSSIBLE;
  }

  /** Every branch of a union is ruled out, by itself or by what stands beside the union. */
  function everyBranch(whole: Conjunction, depth: number): Verdict {
    for (const union of whole.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf])) {
      const verdicts: Verdict[] = [];
      for (const branch of union) {
        const verdict = judge(conjunctionOf([...whole, branch]), depth + 1, false);
        if (!verdict.isImpossible) break;
        verdicts.push(verdict);
      }
      if (union.length > 0 && verdicts.length === union.length)
        return impossible(verdicts.flatMap(({ conflicts }) => conflicts).slice(0, 1));
    }
    return POSSIBLE;
  }

  function ofBelow(below: Below, depth: number): Verdict {
    const refused = refusal(below);
    if (refused !== undefined) return impossible([refused]);
    return judge(conjunctionOf(below.nodes), depth, true);
  }

  return {
    keyOf,
    of: (whole) => judge(whole, 0, true),
    ofBelow: (below) => ofBelow(below, 0),
  };
}

function impossible(conflicts: readonly Conflict[]): Verdict {
  return { isImpossible: true, conflicts };
}

/** A member that one schema names and another, which closes its object, does not know. */
function refusal({ token, nodes, declared }: Below): Conflict | undefined {
  const [named] = declared;
  const closing = neverOf(nodes);
  if (named === undefined || closing === undefined) return undefined;
  if (declared.some((each) => isSame(each, closing))) return undefined;
  const member = JSON.stringify(token);
  return { first: closing, second: named, wants: [`no member ${member}`, `a member ${member}`] };
}

/** Wanted, and refused by name: `false` alone is what its author meant. */
function neededConflicts({ token, nodes, declared }: Below, needed: SchemaAddress): Conflict[] {
  const refused = neverOf(nodes);
  if (refused === undefined) return [];
  const isNamed = declared.length === 0 || declared.some((each) => isSame(each, refused));
  const member = JSON.stringify(token);
  const wants = [`no member ${member}`, `a member ${member}`] as const;
  return isNamed ? [{ first: refused, second: needed, wants }] : [];
}

function neverOf(nodes: readonly Node[]): SchemaAddress | undefined {
  return nodes.find(({ never }) => never !== undefined)?.never;
}

function isSame(left: SchemaAddress, right: SchemaAddress): boolean {
  return left.document === right.document && left.pointer === right.pointer;
}

/** The types that all nodes allow. */
function commonTypes(whole: Conjunction): readonly JsonType[] | Conflict | undefined {
  let common: Rule<readonly JsonType[]> | undefined;
  for (const { types } of whole) {
    if (types === undefined) continue;
    if (common === undefined) {
      common = types;
      continue;
    }
    const both = intersectTypes(common.value, types.value);
    if (both.length === 0) return clash(common, types);
    common = { value: both, origin: types.origin };
  }
  return common?.value;
}

function isConflict(types: readonly JsonType[] | Conflict | undefined): types is Conflict {
  return types !== undefined && "wants" in types;
}

function clash(first: Rule<unknown>, second: Rule<unknown>): Conflict {
  const wants = [JSON.stringify(first.value), JSON.stringify(second.value)] as const;
  return { first: first.origin, second: second.origin, wants };
}
