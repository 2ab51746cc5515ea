/** Collects the findings of a scope and of every pair of definitions it leads to, each pair once, by its shortest path. */

import type { ChangeCollector, Occurrence } from "./change-collector.js";
import { compareDefinitions } from "./compare-schemas.js";
import { payloadPath } from "./payload-path.js";
import type { Scope } from "./scope.js";
import type { DefinitionFindings, PairLink, WalkContext } from "./walk-context.js";

export interface ScopeRun {
  readonly walk: WalkContext;
  readonly collector: ChangeCollector;
  /** Keys of the findings of each group's scopes so far: scopes of one payload do not repeat each other. */
  readonly keysByGroup: Map<string, ReadonlySet<string>>;
}

export function createScopeRun(walk: WalkContext, collector: ChangeCollector): ScopeRun {
  return { walk, collector, keysByGroup: new Map() };
}

/** @returns every pair of definitions that the scope leads to */
export function compareScope(scope: Scope, run: ScopeRun): DefinitionFindings[] {
  const { before, after, label, group = "" } = scope;
  const start = { to: compareDefinitions(run.walk, before, after), path: label };
  const reachable = collectReachable(start);
  const known = run.keysByGroup.get(group) ?? new Set<string>();
  const keys = new Set(known);
  for (const occurrence of reachable.flatMap((link) => occurrencesOf(link, scope))) {
    const key = occurrenceKey(occurrence);
    keys.add(key);
    if (!known.has(key)) addOccurrence(occurrence, scope, run.collector);
  }
  if (group !== "") run.keysByGroup.set(group, keys);
  return reachable.map(({ to }) => to);
}

/** Breadth first, so that the first path to a pair is a shortest one. */
function collectReachable(start: PairLink): PairLink[] {
  const reachable = new Map([[start.to, start]]);
  for (const { to, path } of reachable.values())
    for (const link of to.links)
      if (!reachable.has(link.to))
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
  return JSON.stringify([rule.id, subject, match.message, match.levels]);
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
