/** A least that is above a most. In: a conjunction, and a type of its values. Out: the two rules. */

import { BOUNDS, rulesOf } from "../../keywords/simple-keywords.js";
import type { Rule } from "../../keywords/simple-keyword.js";
import type { Conflict, JsonType } from "../node.js";
import type { Conjunction } from "./conjunction.js";

type Bound = (typeof BOUNDS)[number];

/** The bounds of values of a type: the lower and the upper ones. */
function boundsOf(type: JsonType): Record<"lower" | "upper", readonly Bound[]> {
  const subject = type === "integer" ? "number" : type;
  const all = BOUNDS.filter(({ keyword }) => keyword.appliesTo === subject);
  return {
    lower: all.filter(({ bound }) => bound.isLower),
    upper: all.filter(({ bound }) => !bound.isLower),
  };
}

export function boundsConflict(whole: Conjunction, type: JsonType): Conflict | undefined {
  const { lower, upper } = boundsOf(type);
  for (const low of lower.flatMap((each) => boundsIn(whole, each)))
    for (const high of upper.flatMap((each) => boundsIn(whole, each)))
      if (leavesNone(low, high, type))
        return {
          first: high.rule.origin,
          second: low.rule.origin,
          wants: [said(high.keyword.name, high.rule), said(low.keyword.name, low.rule)],
        };
  return undefined;
}

interface BoundRule {
  readonly keyword: Bound;
  readonly rule: Rule<number>;
}

function boundsIn(whole: Conjunction, keyword: Bound): BoundRule[] {
  return whole.flatMap((node) =>
    rulesOf(node, keyword.name).map((rule) => ({ keyword, rule: rule as Rule<number> })),
  );
}

function leavesNone(low: BoundRule, high: BoundRule, type: JsonType): boolean {
  const [least, most] = [low.rule.value, high.rule.value];
  const isOpen = [low, high].some(({ keyword }) => keyword.bound.isExclusive);
  if (type === "number") return least > most || (least === most && isOpen);
  const first = low.keyword.bound.isExclusive ? Math.floor(least) + 1 : Math.ceil(least);
  const last = high.keyword.bound.isExclusive ? Math.ceil(most) - 1 : Math.floor(most);
  return first > last;
}

/** A rule as its author wrote it. */
export function said(keyword: string, { value }: Rule<unknown>): string {
  return `${keyword} ${JSON.stringify(value)}`;
}
