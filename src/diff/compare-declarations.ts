/** Runs the rules for everything a release declares around its schemas: capabilities, calls and named schemas. */

import type { ChangeDirection } from "./change.js";
import type { CallPair } from "./pairs/call.js";
import { capabilityPairs } from "./pairs/capability.js";
import type { NamedSchemaPair } from "./pairs/named-schemas.js";
import type { Rule, RuleMatch } from "./rule.js";
import { RULES } from "./rules.js";
import type { Side, Sides } from "./side.js";
import type { ChangeCollector } from "./walk/change-collector.js";
import { directionOf } from "./walk/scope.js";

export function compareCapabilities(before: Side, after: Side, collector: ChangeCollector): void {
  for (const { name, ...pair } of capabilityPairs(before, after))
    for (const rule of ALL_RULES)
      addMatches(collector, rule.capabilities?.(pair), { rule, subject: name, capability: name });
}

export function compareCall(pair: CallPair, sides: Sides, collector: ChangeCollector): void {
  const call = pair.after ?? pair.before;
  if (call === undefined) return;
  const { id, capability } = call;
  for (const rule of ALL_RULES) {
    const direction = rule.sentWith && directionOf(call, rule.sentWith);
    const operations = [id];
    const declaration = { rule, subject: id, operations, capability, direction };
    addMatches(collector, rule.calls?.(pair, sides), declaration);
  }
}

export function compareNamedSchema(pair: NamedSchemaPair, collector: ChangeCollector): void {
  const subject = (pair.after ?? pair.before)?.address ?? "";
  for (const rule of ALL_RULES) addMatches(collector, rule.definitions?.(pair), { rule, subject });
}

/** Without the literal ids, so that every rule has every check. */
const ALL_RULES: readonly Rule[] = RULES;

interface Declaration {
  readonly rule: Rule;
  readonly subject: string;
  readonly operations?: readonly string[];
  readonly capability?: string | undefined;
  readonly direction?: ChangeDirection | undefined;
}

function addMatches(
  collector: ChangeCollector,
  matches: Iterable<RuleMatch> | undefined,
  declaration: Declaration,
): void {
  for (const match of matches ?? [])
    collector.add({ operations: [], direction: undefined, ...declaration, match });
}
