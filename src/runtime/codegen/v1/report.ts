/** Reporting what failed. In: where, and by which rule. Out: issues; true means that there are enough. */

import type { Finding, Rule } from "../../schema/issue.js";
import { enumRule, requiredRule, typeRule } from "../../schema/rules.js";
import type { Fails, Issues } from "../../schema/validator.js";

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
  if (issues === undefined) return true;
  const { list, limit, attribution } = issues;
  return list.push({ rule, pointer: at, expected, attribution }) >= limit;
}

/** Reports a value of another type, or one that is not there at all. */
export function typeFailed(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  expected: string,
): boolean {
  return value === undefined
    ? failed(issues, at, requiredRule)
    : failed(issues, at, typeRule, expected);
}

/** Reports a value that is none of the allowed ones, or not there at all. */
export function enumFailed(
  issues: Issues | undefined,
  at: string,
  value: unknown,
  allowed: readonly unknown[],
): boolean {
  return value === undefined
    ? failed(issues, at, requiredRule)
    : failed(issues, at, enumRule, allowed);
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
  branches: readonly Fails[],
): boolean {
  if (issues === undefined) return true;
  let best: readonly Finding[] = [];
  const limit = Math.max(issues.limit, COMPARED_ISSUES);
  for (const branch of branches) {
    const list: Finding[] = [];
    branch(value, { ...issues, list, limit });
    // A branch that matches is not the trouble: a `oneOf` has another one.
    if (list.length === 0) return failed(issues, at, rule);
    if (best.length === 0 || progressOf(list) > progressOf(best)) best = list;
  }
  for (const finding of best) {
    finding.pointer = at + finding.pointer;
    if (issues.list.push(finding) >= issues.limit) return true;
  }
  return false;
}

/** So many tell which branch came furthest; whoever wants a few issues does not pay for millions. */
const COMPARED_ISSUES = 1000;

/** Where its first issue is, in levels; between branches that are equal there, the one with fewer issues came further. */
function progressOf(issues: readonly Finding[]): number {
  // No spread: a branch may have more issues than a call takes arguments.
  return (
    issues.reduce((least, { pointer }) => Math.min(least, pointer.split("/").length), Infinity) +
    1 / issues.length
  );
}
