/**
 * Groups the findings below values of recursive types. They move up as one entry: otherwise many issues at great
 * depth would cost their number times their depth.
 */

import type { Attribution, FindingGroup, FoundEntry, LocatedFinding } from "../../schema/issue.js";
import { pathSegments } from "../../schema/json-path.js";
import type { Check, Issues } from "../../schema/validator.js";

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
