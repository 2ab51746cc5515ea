/**
 * What the rules have left: a pair of schemas of which no finding says that values are refused, or allowed, though it is not
 * proven that none are. Pairs are looked at from the inside out, so that the finding is where the difference is.
 */

import type { ValuePair } from "../pairs/value.js";
import type { RemainderPair, ValueEffect } from "../rule.js";
import type { SetProver } from "../sets/set-prover.js";
import { runRules, valuePair, valuesOf } from "./run-rules.js";
import type {
  DefinitionFindings,
  FindingsBuilder,
  PairFinding,
  PairFindings,
  WalkContext,
  WalkPosition,
} from "./walk-context.js";

/** Adds what no rule told of the definitions that one leads to, once they have been compared. */
export function addRemainders(context: WalkContext, start: DefinitionFindings): void {
  const { settled } = context;
  if (settled.has(start)) return;
  for (const target of insideOut(start, (each) => settled.has(each))) {
    settled.add(target);
    const { before, after } = target;
    const values = valuesOf(context, { before: before.node, after: after.node });
    const position = { context, path: "", target: target as FindingsBuilder & DefinitionFindings };
    addRemainder(position, valuePair(context, values, {}), allFindings(target));
  }
}

export function addRemainder(
  position: WalkPosition,
  pair: ValuePair,
  findings: Iterable<PairFinding>,
): void {
  if (pair.isSameSet) return;
  const remainder = remainderOf(pair, findings, position.context.prover);
  if (remainder !== undefined) runRules(position, (rule) => rule.remainders?.(remainder));
}

/** Undefined where all is told or proven. */
function remainderOf(
  pair: ValuePair,
  findings: Iterable<PairFinding>,
  prover: SetProver,
): RemainderPair | undefined {
  const told = { mayRefuse: false, mayAllow: false };
  for (const finding of findings) {
    const effect = effectOf(finding);
    told.mayRefuse ||= effect.mayRefuse;
    told.mayAllow ||= effect.mayAllow;
  }
  const [from, to] = [pair.before.node, pair.after.node];
  const mayRefuse = !told.mayRefuse && !prover.isWithin(from, to);
  const mayAllow = !told.mayAllow && !prover.isWithin(to, from);
  return mayRefuse || mayAllow ? { ...pair, mayRefuse, mayAllow } : undefined;
}

/** Senders are hurt by values that are refused, readers by values that are new to them. */
function effectOf({ match, rule }: PairFinding): ValueEffect {
  if (match.effect !== undefined) return match.effect;
  const levels = match.levels ?? rule.levels;
  return "sender" in levels
    ? { mayRefuse: levels.sender !== "safe", mayAllow: levels.reader !== "safe" }
    : { mayRefuse: false, mayAllow: false };
}

/** The findings of a pair and of all pairs that it leads to. */
function* allFindings(start: PairFindings): Generator<PairFinding> {
  const reached = new Set([start]);
  for (const { findings, links } of reached) {
    yield* findings;
    for (const { to } of links) reached.add(to);
  }
}

/** The pairs that one leads to, each after those that it leads to itself. */
function insideOut(
  start: DefinitionFindings,
  isDone: (pair: DefinitionFindings) => boolean,
): DefinitionFindings[] {
  const found = new Set<DefinitionFindings>();
  const entered = new Set<DefinitionFindings>();
  const waiting = [start];
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const below = entered.has(next) ? [] : next.links.map(({ to }) => to);
    const open = below.filter((each) => !entered.has(each) && !isDone(each));
    entered.add(next);
    if (open.length === 0) {
      waiting.pop();
      found.add(next);
    } else waiting.push(...open);
  }
  return [...found];
}
