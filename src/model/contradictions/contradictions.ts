/**
 * Decides whether any value satisfies schemas together, and finds the pairs of rules that leave none. Whatever takes too
 * long to decide counts as satisfiable, so that no warning is wrong.
 */

import { conjunctionOf, childValues, type ChildValue, type Conjunction } from "./conjunction.js";
import { boundsConflict } from "./bounds.js";
import { valuesConflict } from "./values.js";
import { intersectTypes } from "../node-builder.js";
import type { Conflict, JsonType, Node } from "../node.js";
import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Rule } from "../../keywords/simple-keyword.js";

export interface Verdict {
  /** True where no value satisfies the schemas. */
  readonly isImpossible: boolean;
  /** The reasons at this very place, not those below it. */
  readonly conflicts: readonly Conflict[];
}

const POSSIBLE: Verdict = { isImpossible: false, conflicts: [] };
/** Limits for members that require members that require members: in one chain, and in all that is judged. */
const MAX_DEPTH = 50;
const MAX_JUDGED = 20_000;

/** Remembers its verdicts: the same members are reached in many types. */
export class Contradictions {
  readonly #identities = new Map<Node, number>();
  readonly #verdicts = new Map<string | Node, Verdict>();

  /** The same for the same nodes. */
  keyOf(conjunction: Conjunction): string | Node {
    const [only] = conjunction;
    if (conjunction.length === 1 && only !== undefined) return only;
    return conjunction
      .map((node) => this.#identify(node))
      .sort((left, right) => left - right)
      .join(" ");
  }

  judge(conjunction: Conjunction): Verdict {
    return this.#judge(conjunction, 0);
  }

  /** The verdict on a member or an item, which may also be refused as such. */
  judgeChild(child: ChildValue, depth = 0): Verdict {
    const refused = refusal(child);
    if (refused !== undefined) return impossible([refused]);
    return this.#judge(conjunctionOf(child.nodes), depth);
  }

  #identify(node: Node): number {
    const number = this.#identities.get(node) ?? this.#identities.size;
    this.#identities.set(node, number);
    return number;
  }

  #judge(conjunction: Conjunction, depth: number, hasUnions = true): Verdict {
    const identity = this.keyOf(conjunction);
    const key = typeof identity === "string" && !hasUnions ? `branch ${identity}` : identity;
    const known = this.#verdicts.get(key);
    if (known !== undefined) return known;
    if (depth > MAX_DEPTH || (typeof key === "string" && this.#verdicts.size > MAX_JUDGED))
      return POSSIBLE;
    // A recursive schema that is met again further down is satisfiable, as far as that place is concerned.
    this.#verdicts.set(key, POSSIBLE);
    const own = this.#judgeTypesAndValues(conjunction, depth);
    const verdict = own ?? (hasUnions ? this.#judgeUnions(conjunction, depth) : POSSIBLE);
    this.#verdicts.set(key, verdict);
    return verdict;
  }

  /** Undefined if only the unions remain to be checked. */
  #judgeTypesAndValues(conjunction: Conjunction, depth: number): Verdict | undefined {
    if (conjunction.some(({ never }) => never !== undefined))
      return { isImpossible: true, conflicts: [] };
    const own = conjunction.flatMap(({ conflicts }) => conflicts);
    if (own.length > 0) return impossible(own);
    const types = commonTypes(conjunction);
    if (isConflict(types)) return impossible([types]);
    const values = conjunction.flatMap(({ values: each }) => each ?? []);
    if (values.length > 0) {
      const conflict = valuesConflict(conjunction, values);
      return conflict === undefined ? undefined : impossible([conflict]);
    }
    const verdict = types && this.#judgeTypes(conjunction, types, depth);
    return verdict?.isImpossible === true ? verdict : undefined;
  }

  /** Impossible where each type that a value may have is ruled out by its bounds or by what it requires. */
  #judgeTypes(conjunction: Conjunction, types: readonly JsonType[], depth: number): Verdict {
    const verdicts: Verdict[] = [];
    for (const type of types) {
      const verdict = this.#judgeType(conjunction, type, depth);
      if (!verdict.isImpossible) return POSSIBLE;
      verdicts.push(verdict);
    }
    return impossible(verdicts.flatMap(({ conflicts }) => conflicts));
  }

  #judgeType(conjunction: Conjunction, type: JsonType, depth: number): Verdict {
    const conflict = boundsConflict(conjunction, type);
    if (conflict !== undefined) return impossible([conflict]);
    if (type !== "object" && type !== "array") return POSSIBLE;
    for (const child of childValues(conjunction)) {
      if (child.required?.parentType !== type) continue;
      const { isImpossible } = this.judgeChild(child, depth + 1);
      if (isImpossible) return impossible(requiredConflicts(child, child.required.origin));
    }
    return POSSIBLE;
  }

  /** Impossible where every branch of a union is ruled out, by itself or by what stands beside the union. */
  #judgeUnions(conjunction: Conjunction, depth: number): Verdict {
    for (const union of conjunction.flatMap(({ anyOf, oneOf }) => [...anyOf, ...oneOf])) {
      const verdicts: Verdict[] = [];
      for (const branch of union) {
        const verdict = this.#judge(conjunctionOf([...conjunction, branch]), depth + 1, false);
        if (!verdict.isImpossible) break;
        verdicts.push(verdict);
      }
      if (union.length > 0 && verdicts.length === union.length)
        return impossible(verdicts.flatMap(({ conflicts }) => conflicts).slice(0, 1));
    }
    return POSSIBLE;
  }
}

function impossible(conflicts: readonly Conflict[]): Verdict {
  return { isImpossible: true, conflicts };
}

/** The conflict about a member that one schema declares and another, which closes its object, does not. */
function refusal({ token, nodes, declared }: ChildValue): Conflict | undefined {
  const [named] = declared;
  const closing = neverOf(nodes);
  if (named === undefined || closing === undefined) return undefined;
  if (declared.some((each) => isSame(each, closing))) return undefined;
  const member = JSON.stringify(token);
  return { first: closing, second: named, wants: [`no member ${member}`, `a member ${member}`] };
}

/** The conflict about a required member that is refused. A member declared as `false` is what its author meant. */
function requiredConflicts(
  { token, nodes, declared }: ChildValue,
  required: SchemaAddress,
): Conflict[] {
  const refused = neverOf(nodes);
  if (refused === undefined) return [];
  const isNamed = declared.length === 0 || declared.some((each) => isSame(each, refused));
  const member = JSON.stringify(token);
  const wants = [`no member ${member}`, `a member ${member}`] as const;
  return isNamed ? [{ first: refused, second: required, wants }] : [];
}

function neverOf(nodes: readonly Node[]): SchemaAddress | undefined {
  return nodes.find(({ never }) => never !== undefined)?.never;
}

function isSame(left: SchemaAddress, right: SchemaAddress): boolean {
  return left.document === right.document && left.pointer === right.pointer;
}

/** The types that all nodes allow. */
function commonTypes(conjunction: Conjunction): readonly JsonType[] | Conflict | undefined {
  let common: Rule<readonly JsonType[]> | undefined;
  for (const { types } of conjunction) {
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
