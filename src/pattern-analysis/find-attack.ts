/**
 * Finds a text that makes a valid pattern backtrack exponentially, or else the power of the text's length in which it
 * can backtrack. The pattern and the body of each lookaround in it are analyzed separately, because the engine never
 * backtracks into a lookaround that it has left.
 */

import { RegExpParser, visitRegExpAST, type AST } from "@eslint-community/regexpp";
import { findAmbiguity, findPrefix } from "./ambiguity.js";
import { buildAttack, reverseAttack, type Attack } from "./attack.js";
import { buildAutomaton } from "./automaton.js";
import { WorkBudget, BudgetExceeded } from "./budget.js";
import { computeGrowth, MAX_DEGREE, type Growth } from "./degree.js";
import { compileBody, hasChoice, type Body } from "./program.js";

const MAX_PROPERTIES = 12;
const TOTAL_BUDGET = 1_000_000;
const DEGREE_BUDGET = 1_000_000;
const TOO_LARGE_TO_UNROLL = "a counted repetition is too large to unroll";
/** Characters that a counted repetition may unroll to. If an automaton is too large, the next limit is tried. */
const UNROLL_LIMITS = [400, 40, 4];
/** A bounded loop with at least so many turns is analyzed as if it had no bound, too. */
const MANY_TURNS = 10;
const MAX_LEVELS = 4;

interface PatternSurvey {
  readonly bodies: readonly Body[];
  /** Counted repetitions with many turns and a choice in each, the innermost first. */
  readonly levels: readonly ReadonlySet<AST.Quantifier>[];
  /** The entries of `UNROLL_LIMITS` to try; without counts they are all the same. */
  readonly limits: readonly number[];
  /** The feature that keeps the pattern from being analyzed. */
  readonly obstacle: string | undefined;
}

/** The power in which attempts grow with the text's length; 1 for linear or less. */
export interface Polynomial {
  readonly degree: number;
}

/**
 * @param source a pattern that `new RegExp(source, "u")` accepts
 * @returns an attack where backtracking is exponential, else its degree; a string says why neither can be decided
 */
export function findAttack(source: string): Attack | Polynomial | string {
  try {
    return analyzeBodies(parse(source));
  } catch (error) {
    if (error instanceof BudgetExceeded) return error.message;
    // The parser recurses, and its stack has an end.
    if (error instanceof RangeError) return "groups are nested too deeply";
    if (error instanceof SyntaxError) return `the parser does not support it: ${error.message}`;
    throw error;
  }
}

function analyzeBodies(pattern: AST.Pattern): Attack | Polynomial | string {
  const { bodies, levels, limits, obstacle } = surveyPattern(pattern);
  if (obstacle !== undefined) return obstacle;
  const budget = new WorkBudget(TOTAL_BUDGET);
  let undecided: string | undefined;
  for (const body of bodies) {
    // `(a|aa){20}` has no loop, but 2^20 paths: so each bounded loop is taken for an unbounded
    // one, with those in it and around it as they are. All at once, `(a{10}){10}` would look
    // like `(a+)+`.
    for (const unbounded of [new Set<AST.Quantifier>(), ...levels]) {
      const found = analyzeBody(body, { unbounded, limits, total: budget });
      if (typeof found === "string") undecided ??= found;
      else if (found) return placeAttack(body, found);
    }
  }
  return undecided ?? analyzeDegree(pattern, limits, new WorkBudget(DEGREE_BUDGET));
}

function analyzeDegree(
  pattern: AST.Pattern,
  limits: readonly number[],
  budget: WorkBudget,
): Polynomial | string {
  const { degree, isWidened } = measureDegree(pattern, limits, budget);
  // A widened count is a loop without a bound: it has at least the degree of the pattern.
  return isWidened && degree > MAX_DEGREE ? TOO_LARGE_TO_UNROLL : { degree };
}

/** Adds the degrees of lookarounds: attempts in one are repeated each time that the engine reaches it. */
function measureDegree(
  body: Body,
  limits: readonly number[],
  budget: WorkBudget,
): { readonly degree: number; readonly isWidened: boolean } {
  const { degree, lookarounds, isWidened } = growthWithin(body, limits, budget);
  const inner = Array.from(lookarounds, ([node, repeated]) => {
    if (!isLookaround(node)) throw new TypeError(`${node.raw} is not a lookaround`);
    const within = measureDegree(node, limits, budget);
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
  total: WorkBudget,
): Growth & { readonly isWidened: boolean } {
  const searches = body.type === "Pattern";
  for (const limit of limits) {
    const budget = total.split(DEGREE_BUDGET / limits.length);
    try {
      const program = compileBody(body, { limit, unbounded: new Set(), searches, budget });
      const growth = computeGrowth(buildAutomaton(program, budget), budget);
      return { ...growth, isWidened: program.widened };
    } catch (error) {
      if (!(error instanceof BudgetExceeded) || limit === limits.at(-1)) throw error;
    } finally {
      total.join(budget);
    }
  }
  throw new BudgetExceeded("the automaton is too large to decide");
}

function surveyPattern(pattern: AST.Pattern): PatternSurvey {
  const bodies: Body[] = [pattern];
  const properties = new Set<string>();
  const levels = new NestingLevels();
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
  if (levels.sets.length > MAX_LEVELS)
    obstacle = `counted repetitions nested more than ${MAX_LEVELS} deep`;
  const limits = counts ? UNROLL_LIMITS : UNROLL_LIMITS.slice(0, 1);
  return { bodies, levels: levels.sets, limits, obstacle };
}

/** Sorts counted repetitions by how many of them are nested in each. */
class NestingLevels {
  readonly sets: Set<AST.Quantifier>[] = [];
  readonly #below = new Map<AST.Node, number>();

  /** Must be called for the quantifiers inside `node` before it. */
  add(node: AST.Quantifier): void {
    const below = this.#below.get(node) ?? 0;
    const counts = node.max !== Infinity && node.max >= MANY_TURNS && hasChoice(node.element);
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

interface BodyAnalysis {
  /** Counted repetitions to take for loops without a bound. */
  readonly unbounded: ReadonlySet<AST.Quantifier>;
  readonly limits: readonly number[];
  readonly total: WorkBudget;
}

function analyzeBody(
  body: Body,
  { unbounded, limits, total }: BodyAnalysis,
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
      return buildAttack(automaton, ambiguity);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      total.join(budget);
      reason = error.message;
    }
  }
  return reason;
}

/** Extends an attack on a lookaround by the text that leads the engine to it. */
function placeAttack(body: Body, attack: Attack): Attack {
  if (body.type === "Pattern") return attack;
  if (body.kind === "lookbehind") return reverseAttack(attack);
  return { ...attack, prefix: prefixBefore(body) + attack.prefix };
}

function prefixBefore(lookaround: AST.LookaroundAssertion): string {
  const body = bodyAround(lookaround);
  const budget = new WorkBudget(TOTAL_BUDGET);
  const unrolling = { limit: 1, unbounded: new Set<AST.Quantifier>(), budget };
  const automaton = buildAutomaton(compileBody(body, unrolling), budget);
  const state = automaton.states.findIndex(({ lookarounds }) => lookarounds.includes(lookaround));
  const prefix = state < 0 ? "" : findPrefix(automaton, state);
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
