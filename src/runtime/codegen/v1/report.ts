/** Reports violated rules as issues. Functions return true once there are enough. */

import type { FoundEntry, Rule } from "../../schema/issue.js";
import { enumRule, requiredRule, typeRule } from "../../schema/rules.js";
import type { Check, Issues } from "../../schema/validator.js";

/** The same issues, attributed to another capability from here on. */
export function by(issues: Issues | undefined, capability: string): Issues | undefined {
  return issues && { list: issues.list, limit: issues.limit, attribution: { "": capability } };
}

/** Reports a violated rule. True once there are enough issues. */
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

/** Reports a value of the wrong type, or a missing one. */
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

/** Reports a value that is not among the allowed ones, or a missing one. */
export function enumFailed(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return typeFailed(issues, at, value, allowed, enumRule);
}

/**
 * Reports a value that matches no branch of a union, with the issues of the branch that came closest, since its
 * author probably meant that one.
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
    // A matching branch is not the problem: with `oneOf`, another one matches too.
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

/** Enough to tell which branch came closest, without collecting millions of issues. */
const COMPARED_ISSUES = 1000;

/** The depth of the first issue; among equals, fewer issues are closer. */
function progressOf(entries: readonly FoundEntry[]): number {
  let least = Infinity;
  let issues = 0;
  for (const { pointer, levels = 0, count = 1 } of entries) {
    least = Math.min(least, pointer.split("/").length + levels);
    issues += count;
  }
  return least + 1 / issues;
}
