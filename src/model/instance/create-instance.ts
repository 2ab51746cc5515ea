/**
 * Creates an example: a value that satisfies a node, as a person would write it in documentation. The same node and
 * options give the same value everywhere: there is no chance in it, and no clock.
 */

import type { Json } from "@proto-gen/runtime/json";
import { BUDGETS } from "../../budgets.js";
import { BudgetExceeded } from "../../pattern-analysis/budget.js";
import type { Node } from "../node.js";
import { candidates } from "./candidates.js";
import { createSearch, type SearchLimits, type OptionalMembers } from "./search.js";
import { nounOf } from "./wording.js";

export interface InstanceOptions {
  /** Other seeds give other branches of unions and other values of enums. 0 takes the first ones. */
  readonly seed?: number;
  /**
   * The optional members to include: none, `some` down to a depth of objects that suits an example, or all. Deprecated
   * members are never included, nor those that lead back to a type they stand in.
   */
  readonly optional?: OptionalMembers;
  /** True where optional `readOnly` members may be there. An example of a request has none. */
  readonly readOnly?: boolean;
  /** Down to how many objects, one in another, optional members stand. */
  readonly maxDepth?: number;
}

const DEFAULT_DEPTH = { none: 0, some: 4, all: 16 } as const;

/** Nodes looked at, some microseconds each: a schema that is hard to satisfy has no example. */
const MAX_WORK = 60_000;

/** An example of more is none: a few lists in lists, each of 200 items, would be millions. */
const MAX_VALUES = BUDGETS.exampleValues.limit;

/**
 * An example of a node; undefined where none is found.
 *
 * @example
 * ```ts
 * import { createInstance, wholeNode, type NamedType } from "proto-gen/emitter/v1";
 *
 * // Members that a request requires, and no others.
 * export function smallestExample({ definition }: NamedType) {
 *   return createInstance(wholeNode(definition), { optional: "none", readOnly: false });
 * }
 * ```
 */
export function createInstance(node: Node, options: InstanceOptions = {}): Json | undefined {
  return createCommonInstance([node], options);
}

/** A value that satisfies all of some nodes. */
export function createCommonInstance(
  nodes: readonly [Node, ...Node[]],
  {
    seed = 0,
    optional = "some",
    readOnly = true,
    maxDepth = DEFAULT_DEPTH[optional],
  }: InstanceOptions = {},
): Json | undefined {
  const attempts: readonly SearchLimits[] = [
    { optional, readOnly, maxDepth, work: MAX_WORK },
    // With less in it, less can contradict.
    ...(optional === "none"
      ? []
      : [{ optional: "none", readOnly, maxDepth: 0, work: MAX_WORK } as const]),
  ];
  for (const limits of attempts) {
    const found = search(nodes, limits, seed) ?? search(nodes, limits, seed + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function search(
  nodes: readonly [Node, ...Node[]],
  limits: SearchLimits,
  seed: number,
): Json | undefined {
  const context = { name: nounOf(nodes[0]), owner: "", depth: 0, entered: new Set<string>() };
  try {
    for (const value of candidates(nodes, context, createSearch(limits, seed)))
      return isLarger(value, MAX_VALUES) ? undefined : value;
  } catch (error) {
    if (!(error instanceof BudgetExceeded)) throw error;
  }
  return undefined;
}

/** Items may be one value many times, which is small until it is printed. */
function isLarger(value: Json, limit: number): boolean {
  let left = limit;
  const waiting: Json[] = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (--left < 0) return true;
    if (typeof next !== "object" || next === null) continue;
    const members = Object.values(next) as readonly Json[];
    if (members.length > left) return true;
    for (const member of members) waiting.push(member);
  }
  return false;
}
