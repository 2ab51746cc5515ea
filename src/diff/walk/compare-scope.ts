/** Collects the findings of a scope and of every pair of definitions it leads to, each pair once, by its shortest path. */

import { bySubject, type ChangeCollector, type Occurrence } from "./change-collector.js";
import { comparePending, findingsOfDefinitions } from "./compare-schemas.js";
import { payloadPath } from "./payload-path.js";
import { addRemainders } from "./remainders.js";
import type { Scope } from "./scope.js";
import type { DefinitionFindings, PairLink, WalkContext } from "./walk-context.js";

export interface ScopeRun {
  readonly walk: WalkContext;
  readonly collector: ChangeCollector;
  /** Keys of the findings of each group's scopes so far: scopes of one payload do not repeat each other. */
  readonly keysByGroup: Map<string, ReadonlySet<string>>;
  /** Every pair of definitions that a scope has led to. */
  readonly reached: Set<DefinitionFindings>;
}

export function createScopeRun(walk: WalkContext, collector: ChangeCollector): ScopeRun {
  return { walk, collector, keysByGroup: new Map(), reached: new Set() };
}

/** @returns every pair of definitions that the scope leads to, but for those of which it has nothing to add */
export function compareScope(scope: Scope, run: ScopeRun): DefinitionFindings[] {
  const { before, after, label, direction, group = "" } = scope;
  const start = { to: findingsOfDefinitions(run.walk, before, after), path: label };
  comparePending(run.walk);
  addRemainders(run.walk, start.to);
  // What is reported somewhere is not repeated for a schema: its own pairs are followed no further than to known ones,
  // since a release may have thousands of schemas that lead to each other.
  const isKnown = (pair: DefinitionFindings): boolean =>
    direction === "schema" && group === "" && run.reached.has(pair);
  const reachable = collectReachable(start, isKnown);
  for (const { to } of reachable) run.reached.add(to);
  const occurrences = reachable.flatMap((link) => occurrencesOf(link, scope)).sort(bySubject);
  if (group === "")
    for (const occurrence of occurrences) addOccurrence(occurrence, scope, run.collector);
  else addToGroup(occurrences, scope, run);
  return reachable.map(({ to }) => to);
}

function addToGroup(
  occurrences: readonly Occurrence[],
  scope: Scope,
  { collector, keysByGroup }: ScopeRun,
): void {
  const { group = "" } = scope;
  const known = keysByGroup.get(group) ?? new Set<string>();
  const keys = new Set(known);
  for (const occurrence of occurrences) {
    const key = occurrenceKey(occurrence);
    keys.add(key);
    if (!known.has(key)) addOccurrence(occurrence, scope, collector);
  }
  keysByGroup.set(group, keys);
}

/** Breadth first, so that the first path to a pair is a shortest one. */
function collectReachable(
  start: PairLink,
  isKnown: (pair: DefinitionFindings) => boolean,
): PairLink[] {
  const reachable = new Map(isKnown(start.to) ? [] : [[start.to, start]]);
  for (const { to, path } of reachable.values())
    for (const link of to.links)
      if (!reachable.has(link.to) && !isKnown(link.to))
        reachable.set(link.to, { to: link.to, path: payloadPath(path, link.path) });
  return [...reachable.values()];
}

function occurrencesOf({ to, path: above }: PairLink, scope: Scope): Occurrence[] {
  const { direction, operations } = scope;
  return to.findings.map(({ rule, match, path }) => ({
    rule,
    match,
    direction,
    operations,
    subject: payloadPath(above, path),
  }));
}

function occurrenceKey({ rule, match, subject }: Occurrence): string {
  return JSON.stringify([rule.id, subject, match.message, match.levels, match.effect]);
}

/** A change is reported where an operation has it; other scopes add only what none has. */
function addOccurrence(
  occurrence: Occurrence,
  { isSupplement, direction }: Scope,
  collector: ChangeCollector,
): void {
  const isFurther = isSupplement || direction === "schema";
  if (!isFurther || !collector.has(occurrence)) collector.add(occurrence);
}
