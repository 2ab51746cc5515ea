/**
 * Reports violated rules as issues. Functions return true once there are enough. The findings below a value of a recursive type move up as
 * one entry: otherwise many issues at great depth would cost their number times their depth.
 */

import {
  type FoundEntry,
  type Rule,
  type Attribution,
  type FindingGroup,
  type LocatedFinding,
  pathSegments,
} from "../../schema/issue.js";
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

/** Checks a value of a recursive type. Its issues become one entry, so that no level copies them again. */
export function checkNested(stops: Check, value: unknown, issues: Issues | undefined): boolean {
  if (issues === undefined) return stops(value);
  const { list } = issues;
  const start = list.length;
  const stop = stops(value, issues);
  if (list.length > start + 1) list.push(groupFindings(list.splice(start)));
  return stop;
}

/** Findings of one value as an entry, with pointers that are relative to the value. */
export function groupFindings(findings: readonly FoundEntry[]): FindingGroup {
  let [least, issues] = [Infinity, 0];
  for (const { pointer, levels = 0, count = 1 } of findings) {
    least = Math.min(least, pointer.split("/").length - 1 + levels);
    issues += count;
  }
  return {
    ...{ pointer: "", findings, count: issues, levels: least },
    locate(limit) {
      return flatten(this, limit);
    },
  };
}

/** The findings with complete pointers. Duplicates from two checks of the same value are removed. */
function flatten(group: FindingGroup, limit: number): LocatedFinding[] {
  const flat: LocatedFinding[] = [];
  const visited = new Map<readonly FoundEntry[], Set<string>>();
  visit([group], { pointer: "", path: "$", attribution: undefined });
  return flat;

  function visit(inner: readonly FoundEntry[], above: Place): void {
    for (const entry of inner) {
      if (flat.length >= limit) return;
      const place: Place = {
        pointer: above.pointer + entry.pointer,
        path: above.path + pathSegments(entry.pointer),
        attribution: entry.attribution ?? above.attribution,
      };
      if (!("findings" in entry)) flat.push({ ...entry, ...place });
      else if (isFirst(entry.findings, place.pointer)) visit(entry.findings, place);
    }
  }

  function isFirst(findings: readonly FoundEntry[], pointer: string): boolean {
    const places = visited.get(findings);
    if (places?.has(pointer) === true) return false;
    if (places === undefined) visited.set(findings, new Set([pointer]));
    else places.add(pointer);
    return true;
  }
}

/** The place of a finding, and the rule that it breaks unless the finding names another one. */
interface Place {
  readonly pointer: string;
  readonly path: string;
  readonly attribution: Attribution | undefined;
}
