/**
 * Proves that all values of one schema are values of another, or that two schemas share none. An answer is a proof or
 * "not proven": whatever takes too long, or is beyond these rules, is not proven, so that a caller has to take it for the
 * worse. Members and items are proven as values of their own; a recursive schema is proven where each round passes one.
 */

import { Contradictions } from "../../model/contradictions/contradictions.js";
import { conjunctionOf } from "../../model/contradictions/conjunction.js";
import { satisfies } from "../../model/instance/satisfies.js";
import { NodeBuilder } from "../../model/node-builder.js";
import { isUnconstrained, rulesIn, type Node } from "../../model/node.js";
import { Likeness } from "./alike.js";
import { provesRule } from "./rule-proofs.js";
import { casesOf } from "./cases.js";
import { extend, premiseOf, valuesOfPremise, type Premise } from "./premise.js";

/** Steps of one question, and of all questions of a comparison: a step is some microseconds. */
const MAX_STEPS = 1_500;
const MAX_ALL_STEPS = 400_000;
/** Questions one within another. */
const MAX_DEPTH = 60;

/** A question that is being answered. */
interface OpenQuestion {
  /** How many members and items lead to it. */
  readonly level: number;
  /** It was taken for proven further in. */
  isAssumed: boolean;
}

const NOWHERE = Object.freeze({ document: "", pointer: "" });

export interface ProverOptions {
  /**
   * True where a member that a side does not declare, in an object that is open, is taken to be absent: nobody sends what
   * nobody declares. That two schemas share no value is never proven so.
   */
  readonly isUndeclaredAbsent?: boolean;
}

export class SetProver {
  readonly likeness = new Likeness();
  readonly #contradictions = new Contradictions();
  readonly #numbers = new WeakMap<object, number>();
  readonly #keywordNodes = new Map<string, Node>();
  readonly #known = new Map<string, boolean>();
  readonly #open = new Map<string, OpenQuestion>();
  readonly #isLenient: boolean;
  /** Questions further out that ask whether a value is impossible. */
  #refutations = 0;
  #count = 0;
  #level = 0;
  #steps = 0;
  #allSteps = 0;

  constructor({ isUndeclaredAbsent = false }: ProverOptions = {}) {
    this.#isLenient = isUndeclaredAbsent;
  }

  /** See `isUndeclaredAbsent`. */
  get isUndeclaredAbsent(): boolean {
    return this.#isLenient && this.#refutations === 0;
  }

  /** Every value of the first is a value of the second. */
  isWithin(from: Node, to: Node): boolean {
    return this.#ask(() => this.proves(premiseOf([from]), to));
  }

  /** No value is one of all. */
  areDisjoint(nodes: readonly Node[]): boolean {
    return this.#ask(() => this.isImpossible(premiseOf(nodes)));
  }

  areEqual(one: Node, other: Node): boolean {
    return (
      this.likeness.areAlike(one, other) || (this.isWithin(one, other) && this.isWithin(other, one))
    );
  }

  /** A value of which the premise is true satisfies the node. */
  proves(premise: Premise, to: Node): boolean {
    if (isUnconstrained(to) || this.hasAlike(premise.holds, to)) return true;
    const mode = this.isUndeclaredAbsent ? ">" : ">>";
    const key = `${this.#keyOf(premise)} ${mode} ${this.#numberOf(to)}`;
    return this.#answer(key, () => this.#prove(premise, to));
  }

  /** No value is such that the premise is true of it. */
  isImpossible(premise: Premise): boolean {
    return this.#answer(this.#keyOf(premise), () => {
      this.#refutations++;
      const answer = this.#contradicts(premise);
      this.#refutations--;
      return answer;
    });
  }

  hasAlike(nodes: readonly Node[], node: Node): boolean {
    return nodes.some((each) => this.likeness.areAlike(each, node));
  }

  /** Asks a question of a member or an item, which may come back to where it began. */
  below<Answer>(ask: () => Answer): Answer {
    this.#level++;
    try {
      return ask();
    } finally {
      this.#level--;
    }
  }

  /** A node with one keyword, the same each time. */
  keywordNode(keyword: "type" | "required", value: string): Node {
    const key = `${keyword} ${value}`;
    const known = this.#keywordNodes.get(key);
    if (known !== undefined) return known;
    const builder = new NodeBuilder(NOWHERE);
    builder.keywords({ [keyword]: [value] }, NOWHERE);
    const node = builder.finish();
    this.#keywordNodes.set(key, node);
    return node;
  }

  /** The premise, for objects that have a member. */
  given(premise: Premise, name: string): Premise {
    return extend(premise, [this.keywordNode("required", name)]);
  }

  #ask(question: () => boolean): boolean {
    if (this.#allSteps > MAX_ALL_STEPS) return false;
    this.#steps = 0;
    const answer = question();
    this.#allSteps += this.#steps;
    return answer;
  }

  #prove(premise: Premise, to: Node): boolean {
    if (this.isImpossible(premise)) return true;
    const values = valuesOfPremise(premise);
    if (values !== undefined)
      return values.every(({ value, ...options }) => satisfies(to, value, options));
    if (rulesIn(to).every((name) => provesRule({ prover: this, premise, to }, name))) return true;
    return casesOf(this, premise)?.every((each) => this.proves(each, to)) ?? false;
  }

  #contradicts(premise: Premise): boolean {
    const { holds, fails } = premise;
    if (this.#contradictions.judge(conjunctionOf(holds)).isImpossible) return true;
    if (valuesOfPremise(premise)?.length === 0) return true;
    const alone: Premise = { ...premise, fails: [] };
    if (fails.some((each) => this.proves(alone, each))) return true;
    const cases = casesOf(this, premise, { ofTypes: false });
    return cases?.every((each) => this.isImpossible(each)) ?? false;
  }

  /** Remembers answers, but for those that rest on the assumption that a question further out is proven. */
  #answer(key: string, prove: () => boolean): boolean {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const open = this.#open.get(key);
    if (open !== undefined) {
      if (open.level === this.#level) return false;
      return (open.isAssumed = true);
    }
    if (this.#isSpent()) return false;
    const question = { level: this.#level, isAssumed: false };
    this.#open.set(key, question);
    const before = this.#known.size;
    const answer = prove();
    this.#open.delete(key);
    if (!answer && question.isAssumed) this.#forget(before);
    // A question that was given up may be proven another time, and is not remembered.
    if (answer ? this.#isSettled() : !this.#isSpent()) this.#known.set(key, answer);
    return answer;
  }

  /** True where no open question was assumed to be proven. */
  #isSettled(): boolean {
    for (const { isAssumed } of this.#open.values()) if (isAssumed) return false;
    return true;
  }

  #forget(size: number): void {
    for (const key of [...this.#known.keys()].slice(size)) this.#known.delete(key);
  }

  #isSpent(): boolean {
    const isOver = this.#steps > MAX_STEPS || this.#allSteps > MAX_ALL_STEPS;
    return isOver || ++this.#steps > MAX_STEPS || this.#open.size > MAX_DEPTH;
  }

  #keyOf({ holds, fails, decided }: Premise): string {
    const numbers = (all: Iterable<object>): string =>
      [...all]
        .map((each) => this.#numberOf(each))
        .sort((left, right) => left - right)
        .join(",");
    return `${numbers(holds)}!${numbers(fails)}?${numbers(decided)}`;
  }

  #numberOf(object: object): number {
    const number = this.#numbers.get(object) ?? this.#count++;
    this.#numbers.set(object, number);
    return number;
  }
}
