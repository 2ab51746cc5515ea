/**
 * Find an attack: in goes a valid pattern, out comes a text that makes it backtrack
 * exponentially, or the power of the text's length in which it can backtrack. The pattern and the body of each
 * lookaround in it are judged apart: the engine never backtracks into a lookaround it has left.
 */
import { RegExpParser, visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { findAmbiguity, prefixTo } from "./ambiguity.js";
import { attackOn, reversed, type Attack } from "./attack.js";
import { buildAutomaton } from "./automaton.js";
import { Budget, TooLarge } from "./budget.js";
import { growthOf, MAX_DEGREE, type Growth } from "./degree.js";
import { compileBody, varies, type Body } from "./program.js";

const MAX_PROPERTIES = 12;
const TOTAL_BUDGET = 1_000_000;
const DEGREE_BUDGET = 1_000_000;
const TOO_LARGE_TO_UNROLL = "a counted repetition is too large to unroll";
/** Characters a counted repetition may unroll to. The next is tried when one is too many. */
const UNROLL_LIMITS = [400, 40, 4];
/** Turns from which on a bounded loop is judged as if it had no bound. */
const MANY_TURNS = 10;
const MAX_LEVELS = 4;

interface Survey {
  readonly bodies: readonly Body[];
  /** Counted repetitions with many turns that may differ, the innermost first. */
  readonly levels: readonly ReadonlySet<AST.Quantifier>[];
  /** The entries of `UNROLL_LIMITS` to try; without counts they are all the same. */
  readonly limits: readonly number[];
  /** What keeps the pattern from being analysed. */
  readonly obstacle: string | undefined;
}

/** The power in which attempts grow with the text; what is linear or less counts as 1. */
export interface Polynomial {
  readonly degree: number;
}

/** How to make `source` backtrack exponentially, or else in which power; as a string, why nobody can tell. */
export function findAttack(source: string): Attack | Polynomial | string {
  try {
    return judge(parse(source));
  } catch (error) {
    if (error instanceof TooLarge) return error.message;
    // The parser recurses, and its stack has an end.
    if (error instanceof RangeError) return "groups are nested too deeply";
    if (error instanceof SyntaxError) return `the parser does not know it: ${error.message}`;
    throw error;
  }
}

function judge(pattern: AST.Pattern): Attack | Polynomial | string {
  const { bodies, levels, limits, obstacle } = survey(pattern);
  if (obstacle !== undefined) return obstacle;
  const budget = new Budget(TOTAL_BUDGET);
  let undecided: string | undefined;
  for (const body of bodies) {
    // `(a|aa){20}` has no loop, but 2^20 paths: so each bounded loop is taken for an unbounded
    // one, with those in it and around it as they are. All at once, `(a{10}){10}` would look
    // like `(a+)+`.
    for (const unbounded of [new Set<AST.Quantifier>(), ...levels]) {
      const found = judgeBody(body, unbounded, limits, budget);
      if (typeof found === "string") undecided ??= found;
      else if (found) return inPlace(body, found);
    }
  }
  return undecided ?? judgeDegree(pattern, limits, new Budget(DEGREE_BUDGET));
}

function judgeDegree(
  pattern: AST.Pattern,
  limits: readonly number[],
  budget: Budget,
): Polynomial | string {
  const { degree, isWidened } = measure(pattern, limits, budget);
  // A widened count is a loop without a bound: it has at least the degree of the pattern.
  return isWidened && degree > MAX_DEGREE ? TOO_LARGE_TO_UNROLL : { degree };
}

/** With lookarounds: what is tried in one is tried again each time that the engine comes to it. */
function measure(
  body: Body,
  limits: readonly number[],
  budget: Budget,
): { readonly degree: number; readonly isWidened: boolean } {
  const { degree, lookarounds, isWidened } = growthWithin(body, limits, budget);
  const inner = Array.from(lookarounds, ([node, repeated]) => {
    if (!isLookaround(node)) throw new TypeError(`${node.raw} looks nowhere`);
    const within = measure(node, limits, budget);
    return { degree: repeated + within.degree, isWidened: within.isWidened };
  });
  return {
    degree: Math.max(degree, ...inner.map((each) => each.degree)),
    isWidened: isWidened || inner.some((each) => each.isWidened),
  };
}

/** @throws TooLarge */
function growthWithin(
  body: Body,
  limits: readonly number[],
  total: Budget,
): Growth & { readonly isWidened: boolean } {
  const searches = body.type === "Pattern";
  for (const limit of limits) {
    const budget = total.split(DEGREE_BUDGET / limits.length);
    try {
      const program = compileBody(body, { limit, unbounded: new Set(), searches, budget });
      const growth = growthOf(buildAutomaton(program, budget), budget);
      return { ...growth, isWidened: program.widened };
    } catch (error) {
      if (!(error instanceof TooLarge) || limit === limits.at(-1)) throw error;
    } finally {
      total.join(budget);
    }
  }
  throw new TooLarge("the automaton is too large to decide");
}

function survey(pattern: AST.Pattern): Survey {
  const bodies: Body[] = [pattern];
  const properties = new Set<string>();
  const levels = new Levels();
  let [counts, obstacle]: [boolean, string | undefined] = [false, undefined];
  visitRegExpAST(pattern, {
    onBackreferenceEnter: ({ raw }) => void (obstacle = `the backreference ${raw}`),
    onModifiersEnter: ({ raw }) => void (obstacle = `the modifiers ${raw}`),
    onCharacterSetEnter: (set) => void (set.kind === "property" && properties.add(set.raw)),
    onAssertionEnter: (node) => void (isLookaround(node) && bodies.push(node)),
    onQuantifierLeave: (node) => {
      counts ||= node.min > 1 || (node.max > 1 && node.max !== Infinity);
      levels.add(node);
    },
  });
  if (properties.size > MAX_PROPERTIES) obstacle = `more than ${MAX_PROPERTIES} properties`;
  if (levels.sets.length > MAX_LEVELS) obstacle = `counts nested more than ${MAX_LEVELS} deep`;
  const limits = counts ? UNROLL_LIMITS : UNROLL_LIMITS.slice(0, 1);
  return { bodies, levels: levels.sets, limits, obstacle };
}

/** Sorts counted repetitions by how many of them are nested in each. */
class Levels {
  readonly sets: Set<AST.Quantifier>[] = [];
  readonly #below = new Map<AST.Node, number>();

  /** Takes those inside `node` before `node`. */
  add(node: AST.Quantifier): void {
    const below = this.#below.get(node) ?? 0;
    const counts = node.max !== Infinity && node.max >= MANY_TURNS && varies(node.element);
    if (counts) (this.sets[below] ??= new Set()).add(node);
    const around = quantifierAround(node);
    if (!around) return;
    const level = Math.max(this.#below.get(around) ?? 0, below + (counts ? 1 : 0));
    this.#below.set(around, level);
  }
}

function quantifierAround({ parent }: AST.Node): AST.Quantifier | undefined {
  let node = parent;
  while (node && node.type !== "Quantifier") node = node.parent;
  return node ?? undefined;
}

function judgeBody(
  body: Body,
  unbounded: ReadonlySet<AST.Quantifier>,
  limits: readonly number[],
  total: Budget,
): Attack | string | undefined {
  let reason = "";
  for (const limit of limits) {
    const budget = total.split(TOTAL_BUDGET / limits.length);
    try {
      const program = compileBody(body, { limit, unbounded, budget });
      const automaton = buildAutomaton(program, budget);
      const ambiguity = findAmbiguity(automaton, budget);
      total.join(budget);
      if (!ambiguity) return undefined;
      // A widened count has paths the pattern has not: it can prove safety, not danger.
      if (program.widened) return TOO_LARGE_TO_UNROLL;
      return attackOn(automaton, ambiguity);
    } catch (error) {
      if (!(error instanceof TooLarge)) throw error;
      total.join(budget);
      reason = error.message;
    }
  }
  return reason;
}

/** Puts an attack on a lookaround where the pattern around it gets there. */
function inPlace(body: Body, attack: Attack): Attack {
  if (body.type === "Pattern") return attack;
  if (body.kind === "lookbehind") return reversed(attack);
  return { ...attack, prefix: prefixBefore(body) + attack.prefix };
}

function prefixBefore(lookaround: AST.LookaroundAssertion): string {
  const body = bodyAround(lookaround);
  const budget = new Budget(TOTAL_BUDGET);
  const unrolling = { limit: 1, unbounded: new Set<AST.Quantifier>(), budget };
  const automaton = buildAutomaton(compileBody(body, unrolling), budget);
  const state = automaton.states.findIndex(({ lookarounds }) => lookarounds.includes(lookaround));
  const prefix = state < 0 ? "" : prefixTo(automaton, state);
  return isLookahead(body) ? prefixBefore(body) + prefix : prefix;
}

function bodyAround(lookaround: AST.LookaroundAssertion): Body {
  let node: AST.Node = lookaround.parent;
  while (node.type !== "Pattern" && !isLookaround(node)) node = node.parent!;
  return node;
}

function isLookaround(node: AST.Node): node is AST.LookaroundAssertion {
  return node.type === "Assertion" && (node.kind === "lookahead" || node.kind === "lookbehind");
}

function isLookahead(node: AST.Node): node is AST.LookaheadAssertion {
  return node.type === "Assertion" && node.kind === "lookahead";
}

function parse(source: string): AST.Pattern {
  const parser = new RegExpParser({ ecmaVersion: 2025 });
  return parser.parsePattern(source, 0, source.length, { unicode: true });
}
