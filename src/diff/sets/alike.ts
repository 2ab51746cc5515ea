/** Tells whether two nodes say the same in the same words, whatever definitions are called. Annotations do not count. */

import { rulesText } from "../../model/equal-definitions.js";
import { childNodes } from "../../model/graph.js";
import type { Definition, Node } from "../../model/node.js";

interface Outline {
  /** The same number for nodes with the same rules all the way down to references. */
  readonly number: number;
  readonly references: readonly Definition[];
}

export class Likeness {
  readonly #outlines = new WeakMap<Node, Outline>();
  readonly #numbers = new Map<string, number>();
  /** Answers that do not depend on others, by pair of definitions. */
  readonly #known = new WeakMap<Definition, WeakMap<Definition, boolean>>();

  areAlike(one: Node, other: Node): boolean {
    if (one === other) return true;
    const [from, to] = [this.outlineOf(one), this.outlineOf(other)];
    return from.number === to.number && this.#haveLikeReferences(from, to);
  }

  outlineOf(node: Node): Outline {
    const known = this.#outlines.get(node);
    if (known !== undefined) return known;
    const children = childNodes(node).map((each) => this.outlineOf(each));
    const text = JSON.stringify([rulesText(node), children.map(({ number }) => number)]);
    const number = this.#numbers.get(text) ?? this.#numbers.size;
    this.#numbers.set(text, number);
    const references = [...node.references, ...children.flatMap((each) => each.references)];
    const outline = { number, references };
    this.#outlines.set(node, outline);
    return outline;
  }

  /** All pairs that two outlines lead to are alike until one of them is not: recursive definitions are compared so. */
  #haveLikeReferences(from: Outline, to: Outline): boolean {
    const reached = new Map<Definition, Set<Definition>>();
    const waiting = [[from, to] as const];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      for (const [index, before] of next[0].references.entries()) {
        const after = next[1].references[index] as Definition;
        const known = before === after || this.#known.get(before)?.get(after);
        if (known === true || reached.get(before)?.has(after) === true) continue;
        const outlines = [this.outlineOf(before.node), this.outlineOf(after.node)] as const;
        if (known === false || outlines[0].number !== outlines[1].number) {
          this.#remember(before, after, false);
          return false;
        }
        reached.set(before, (reached.get(before) ?? new Set()).add(after));
        waiting.push(outlines);
      }
    }
    for (const [before, others] of reached)
      for (const after of others) this.#remember(before, after, true);
    return true;
  }

  #remember(before: Definition, after: Definition, isAlike: boolean): void {
    const known = this.#known.get(before) ?? new WeakMap<Definition, boolean>();
    this.#known.set(before, known.set(after, isAlike));
  }
}
