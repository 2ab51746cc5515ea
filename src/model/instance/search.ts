/** The state of a search for an instance: its limits, its order of choices, and its context in the value. */

import { WorkBudget } from "../../pattern-analysis/budget.js";
import type { Node } from "../node.js";
import type { JudgeState } from "./satisfies.js";

/** Which members that need not be there are: none, those down to a depth, or all but recursion. */
export type OptionalMembers = "none" | "some" | "all";

export interface Search extends JudgeState {
  readonly optional: OptionalMembers;
  /** True where `readOnly` members may be there, which only responses have. */
  readonly readOnly: boolean;
  /** Down to how many objects, one in another, optional members stand. */
  readonly maxDepth: number;
  /** The same alternatives in the order in which to try them. */
  order<Choice>(choices: readonly Choice[]): readonly Choice[];
  /** The same text for the same nodes, whatever their order. */
  keyOf(nodes: readonly Node[]): string;
}

/** The members around a value that is being made. */
export interface ValueContext {
  /** Name of the member, of an array's item in the singular; empty at the root. */
  readonly name: string;
  /** The name of the object that holds the member. */
  readonly owner: string;
  /** How many objects it stands in. */
  readonly depth: number;
  /** Keys of the nodes that are being satisfied further out. */
  readonly entered: ReadonlySet<string>;
}

export interface SearchLimits {
  readonly optional: OptionalMembers;
  /** True where `readOnly` members may be there, which only responses have. */
  readonly readOnly: boolean;
  readonly maxDepth: number;
  /** How much work there may be, in nodes looked at. */
  readonly work: number;
}

export function createSearch(
  { optional, readOnly, maxDepth, work }: SearchLimits,
  seed: number,
): Search {
  const numbers = new Map<Node, number>();
  const random = createRandom(seed);
  return {
    optional,
    readOnly,
    maxDepth,
    budget: new WorkBudget(work),
    assertFormats: true,
    known: new WeakMap(),
    order(choices) {
      if (seed === 0 || choices.length < 2) return choices;
      const first = random() % choices.length;
      return [...choices.slice(first), ...choices.slice(0, first)];
    },
    keyOf(nodes) {
      const own = nodes.map((node) => {
        const number = numbers.get(node) ?? numbers.size;
        numbers.set(node, number);
        return number;
      });
      return [...new Set(own)].sort((left, right) => left - right).join();
    },
  };
}

/** Mulberry32: a number of 32 bits on each call, the same ones for a seed on every machine. */
function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
}
