/** The pairs of values that rules are given, and what becomes of what they find. */

import { resolveValue, type ValuePair } from "../pairs/value.js";
import type { Rule, RuleMatch } from "../rule.js";
import type {
  InheritedContext,
  NodePair,
  ValueSides,
  WalkContext,
  WalkPosition,
} from "./walk-context.js";

export function runRules(
  { context, path, where, target }: WalkPosition,
  run: (rule: Rule) => Iterable<RuleMatch> | undefined,
): void {
  for (const rule of context.rules)
    for (const match of run(rule) ?? []) {
      const message = where === undefined ? match.message : `${match.message}, ${where}`;
      target.findings.push({ rule, match: { ...match, message }, path });
    }
}

export function valuesOf({ sides }: WalkContext, { before, after }: NodePair): ValueSides {
  return { before: resolveValue(sides.before, before), after: resolveValue(sides.after, after) };
}

export function valuePair(
  { relations }: WalkContext,
  { before, after }: ValueSides,
  { isAnnounced = false, isSameSet = false }: InheritedContext,
): ValuePair {
  // Lists of known values refuse nothing, and still say something.
  const areLists = before.openEnum !== undefined && after.openEnum !== undefined;
  const areSame = isSameSet || relations.areEquivalent(before.node, after.node);
  return { before, after, isAnnounced, isSameSet: areSame && !areLists, ...relations };
}
