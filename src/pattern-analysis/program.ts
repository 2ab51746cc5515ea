/**
 * Compiles the alternatives of a pattern, or of one lookaround, to the graph that a backtracking engine walks
 * (ECMA-262 §22.2.2): characters, choices and assertions. Counted repetitions are unrolled up to a limit.
 */

import type { AST } from "@eslint-community/regexpp";
import type { WorkBudget } from "./budget.js";
import { codePointsOf, ALL_CODE_POINTS, type CodePoints } from "./code-points.js";

/** `next` and the entries of `choices` are indices into `Program.steps`. */
export type Step =
  | { readonly kind: "character"; readonly set: CodePoints; readonly next: number }
  | { readonly kind: "choice"; readonly choices: number[] }
  | { readonly kind: "enter" | "leave"; readonly loop: number; readonly next: number }
  | { readonly kind: Condition; readonly next: number; readonly node: AST.Assertion }
  | { readonly kind: "accept" };

/** `first` and `last` hold where reading starts and ends; a lookbehind reads backwards. */
export type Condition = "first" | "last" | "boundary" | "inside" | "lookaround";

export interface Program {
  readonly steps: readonly Step[];
  readonly entry: number;
  /** The nesting depth of loops whose body may match nothing; `enter` and `leave` count from 1. */
  readonly depth: number;
  /** A count was too large and became a loop without a bound, which has more paths than the pattern. */
  readonly widened: boolean;
  /** A loop lost its minimum, so that the end is reached on paths where the pattern continues. */
  readonly early: boolean;
}

export interface CompileOptions {
  /** The most characters a counted repetition may unroll to. */
  readonly limit: number;
  /** Counted repetitions to take for loops without a bound. */
  readonly unbounded: ReadonlySet<AST.Quantifier>;
  /** Include the search that tries a pattern at each position of the text. */
  readonly searches?: boolean;
  readonly budget: WorkBudget;
}

/** The source of a program: the pattern itself, or one lookaround in it. */
export type Body = AST.Pattern | AST.LookaroundAssertion;

/** Copies of a body that may match nothing; enough to reach `MAX_ATTEMPTS` of `ambiguity.ts`. */
const MAX_EMPTY_COPIES = 64;

interface Builder {
  readonly steps: Step[];
  readonly unrolling: CompileOptions;
  readonly backward: boolean;
  readonly sizes: Map<AST.Element, Size>;
  readonly sets: Map<AST.Element, CodePoints>;
  nesting: number;
  depth: number;
  widened: boolean;
  early: boolean;
}

interface Size {
  readonly characters: number;
  readonly nullable: boolean;
}

/** @throws TooLarge */
export function compileBody(body: Body, unrolling: CompileOptions): Program {
  const builder: Builder = {
    ...{ steps: [], unrolling, sizes: new Map(), sets: new Map() },
    ...{ nesting: 0, depth: 0, widened: false, early: false },
    backward: body.type === "Assertion" && body.kind === "lookbehind",
  };
  const once = alternatives(builder, body.alternatives, add(builder, { kind: "accept" }));
  const entry = unrolling.searches === true ? search(builder, once) : once;
  const { steps, depth, widened, early } = builder;
  return { steps, entry, depth, widened, early };
}

/** The pattern here, or after one more character. */
function search(builder: Builder, once: number): number {
  const choices = [once];
  const again = choice(builder, choices);
  choices.push(add(builder, { kind: "character", set: ALL_CODE_POINTS, next: again }));
  return again;
}

function add({ steps, unrolling }: Builder, step: Step): number {
  unrolling.budget.spend(2);
  return steps.push(step) - 1;
}

function choice(builder: Builder, choices: number[]): number {
  return add(builder, { kind: "choice", choices });
}

// Built from the end to the start: each step knows the one after it.

function alternatives(builder: Builder, all: readonly AST.Alternative[], next: number): number {
  const entries = all.map(({ elements }) => sequence(builder, elements, next));
  return entries.length === 1 ? entries[0]! : choice(builder, entries);
}

function sequence(builder: Builder, elements: readonly AST.Element[], next: number): number {
  const step = (after: number, node: AST.Element) => element(builder, node, after);
  return builder.backward ? elements.reduce(step, next) : elements.reduceRight(step, next);
}

function element(builder: Builder, node: AST.Element, next: number): number {
  switch (node.type) {
    case "Character":
    case "CharacterSet":
    case "CharacterClass":
      return add(builder, { kind: "character", set: setOf(builder, node), next });
    case "Group":
    case "CapturingGroup":
      return alternatives(builder, node.alternatives, next);
    case "Assertion":
      return add(builder, { kind: condition(builder, node), next, node });
    case "Quantifier":
      return quantifier(builder, node, next);
    default:
      throw new TypeError(`${node.type} has no automaton`);
  }
}

function setOf({ sets }: Builder, node: Parameters<typeof codePointsOf>[0]): CodePoints {
  const set = sets.get(node) ?? codePointsOf(node);
  sets.set(node, set);
  return set;
}

function condition({ backward }: Builder, node: AST.Assertion): Condition {
  if (node.kind === "word") return node.negate ? "inside" : "boundary";
  if (node.kind === "start") return backward ? "last" : "first";
  if (node.kind === "end") return backward ? "first" : "last";
  return "lookaround";
}

function quantifier(builder: Builder, node: AST.Quantifier, next: number): number {
  const { unbounded, limit } = builder.unrolling;
  if (unbounded.has(node)) return loop(builder, node, next);
  if (unrolledLength(builder, node) <= limit) return unroll(builder, node, next);
  if (node.max !== Infinity || node.min > 1) builder.widened = true;
  return loop(builder, node, next);
}

function unroll(builder: Builder, node: AST.Quantifier, next: number): number {
  const { element: body, min, max } = node;
  const { characters, nullable } = size(builder, body);
  const copies = (count: number, rest: number): number =>
    repeat(count, rest, (after) => element(builder, body, after));
  if (characters === 0) return copies(Math.min(min, MAX_EMPTY_COPIES), next);
  if (max !== Infinity) return copies(min, optional(builder, node, next));
  if (min === 0 || nullable) return copies(min, star(builder, node, next));
  return copies(min - 1, plus(builder, body, next));
}

function loop(builder: Builder, node: AST.Quantifier, next: number): number {
  const { element: body, min } = node;
  if (min === 0) return star(builder, node, next);
  if (min > 1) builder.early = true;
  if (!size(builder, body).nullable) return plus(builder, body, next);
  const least = Math.min(min, MAX_EMPTY_COPIES);
  return repeat(least, star(builder, node, next), (after) => element(builder, body, after));
}

function repeat(count: number, next: number, addCopy: (next: number) => number): number {
  for (let copy = 0; copy < count; copy++) next = addCopy(next);
  return next;
}

function plus(builder: Builder, body: AST.Element, next: number): number {
  const choices = [next];
  const again = choice(builder, choices);
  const entry = element(builder, body, again);
  choices.unshift(entry);
  return entry;
}

function star(builder: Builder, node: AST.Quantifier, next: number): number {
  const choices = [next];
  const again = choice(builder, choices);
  choices.unshift(iteration(builder, node, again));
  return again;
}

function optional(builder: Builder, node: AST.Quantifier, next: number): number {
  let rest = next;
  for (let copy = node.min; copy < node.max; copy++) {
    rest = choice(builder, [iteration(builder, node, rest), next]);
  }
  return rest;
}

// ECMA-262 §22.2.2.3.1 RepeatMatcher: an iteration past the minimum that matched nothing
// fails. Without this `(a?)*` would look ambiguous.
function iteration(builder: Builder, node: AST.Quantifier, next: number): number {
  if (!size(builder, node.element).nullable) return element(builder, node.element, next);
  const loop = ++builder.nesting;
  builder.depth = Math.max(builder.depth, loop);
  const body = element(builder, node.element, add(builder, { kind: "leave", loop, next }));
  builder.nesting--;
  return add(builder, { kind: "enter", loop, next: body });
}

/** True if the shape of `node` allows more than one way through it. */
export function hasChoice(node: AST.Element): boolean {
  if (node.type === "Quantifier") return node.min !== node.max || hasChoice(node.element);
  if (node.type !== "Group" && node.type !== "CapturingGroup") return false;
  return node.alternatives.length > 1 || node.alternatives.some((a) => a.elements.some(hasChoice));
}

/** The number of characters that an element unrolls to, and if it can match without one. */
function size(builder: Builder, node: AST.Element): Size {
  const known = builder.sizes.get(node);
  if (known) return known;
  const found = measureElement(builder, node);
  builder.sizes.set(node, found);
  return found;
}

function measureElement(builder: Builder, node: AST.Element): Size {
  if (node.type === "Group" || node.type === "CapturingGroup") {
    const parts = node.alternatives.map(({ elements }) => elements.map((e) => size(builder, e)));
    return {
      characters: parts.flat().reduce((sum, part) => sum + part.characters, 0),
      nullable: parts.some((part) => part.every(({ nullable }) => nullable)),
    };
  }
  if (node.type === "Quantifier") {
    const { characters, nullable } = size(builder, node.element);
    const count = unrolledLength(builder, node);
    return {
      characters: count <= builder.unrolling.limit ? count : characters,
      nullable: nullable || node.min === 0,
    };
  }
  return { characters: node.type === "Assertion" ? 0 : 1, nullable: node.type === "Assertion" };
}

/** Mirrors `unroll`: `+` loops over its one copy, unless that may match nothing. */
function unrolledLength(builder: Builder, { element, min, max }: AST.Quantifier): number {
  const { characters, nullable } = size(builder, element);
  if (max !== Infinity) return characters * max;
  return characters * (nullable ? min + 1 : Math.max(min, 1));
}
