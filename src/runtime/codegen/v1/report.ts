/** Reporting what failed. In: where, and by which rule. Out: issues; true means that there are enough. */

import type { FoundEntry, Rule } from "../../schema/issue.js";
import { enumRule, requiredRule, typeRule } from "../../schema/rules.js";
import type { Check, Issues } from "../../schema/validator.js";

/** The same issues, with another capability as the one that contributed what is reported next. */
export function by(issues: Issues | undefined, capability: string): Issues | undefined {
  return issues && { list: issues.list, limit: issues.limit, attribution: { "": capability } };
}

/** Reports one rule that failed; true means that there are enough issues. */
export function failed(
  issues: Issues | undefined,
  at: string,
  rule: Rule,
  expected?: unknown,
): boolean {
  return (
    issues === undefined ||
    issues.list.push({ rule, pointer: at, expected, attribution: issues.attribution }) >=
      issues.limit
  );
}

/** Reports a value of another type, or one that is not there at all. */
export function typeFailed(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  expected: unknown,
  rule: Rule = typeRule,
): boolean {
  return value === undefined
    ? failed(issues, at, requiredRule)
    : failed(issues, at, rule, expected);
}

/** Reports a value that is none of the allowed ones, or not there at all. */
export function enumFailed(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return typeFailed(issues, at, value, allowed, enumRule);
}

/**
 * Reports a value that matches no branch of a union: the issues of the branch that came furthest,
 * since that is the one its author meant.
 */
export function unionFailed(
  issues: Issues | undefined,
  at: string,
  rule: Rule,
  value: unknown,
  branches: readonly Check[],
): boolean {
  if (issues === undefined) return true;
  let best: readonly FoundEntry[] = [];
  let furthest = 0;
  const limit = Math.max(issues.limit, COMPARED_ISSUES);
  for (const branch of branches) {
    const list: FoundEntry[] = [];
    branch(value, { ...issues, list, limit });
    // A branch that matches is not the trouble: a `oneOf` has another one.
    if (list.length === 0) return failed(issues, at, rule);
    const progress = progressOf(list);
    if (progress <= furthest) continue;
    best = list;
    furthest = progress;
  }
  for (const entry of best) {
    entry.pointer = at + entry.pointer;
    if (issues.list.push(entry) >= issues.limit) return true;
  }
  return false;
}

/** So many tell which branch came furthest; whoever wants a few issues does not pay for millions. */
const COMPARED_ISSUES = 1000;

/** Where its first issue is, in levels; between branches that are equal there, the one with fewer issues came further. */
function progressOf(entries: readonly FoundEntry[]): number {
  let least = Infinity;
  let issues = 0;
  for (const { pointer, levels = 0, count = 1 } of entries) {
    least = Math.min(least, pointer.split("/").length + levels);
    issues += count;
  }
  return least + 1 / issues;
}
