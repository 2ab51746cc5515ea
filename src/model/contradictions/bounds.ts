/** Finds a lower bound above an upper bound. */

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

export function boundsConflict(conjunction: Conjunction, type: JsonType): Conflict | undefined {
  const { lower, upper } = boundsOf(type);
  for (const low of lower.flatMap((each) => collectBounds(conjunction, each)))
    for (const high of upper.flatMap((each) => collectBounds(conjunction, each)))
      if (areDisjoint(low, high, type))
        return {
          first: high.rule.origin,
          second: low.rule.origin,
          wants: [wordRule(high.keyword.name, high.rule), wordRule(low.keyword.name, low.rule)],
        };
  return undefined;
}

interface BoundRule {
  readonly keyword: Bound;
  readonly rule: Rule<number>;
}

function collectBounds(conjunction: Conjunction, keyword: Bound): BoundRule[] {
  return conjunction.flatMap((node) =>
    rulesOf(node, keyword.name).map((rule) => ({ keyword, rule: rule as Rule<number> })),
  );
}

function areDisjoint(low: BoundRule, high: BoundRule, type: JsonType): boolean {
  const [least, most] = [low.rule.value, high.rule.value];
  const isOpen = [low, high].some(({ keyword }) => keyword.bound.isExclusive);
  if (type === "number") return least > most || (least === most && isOpen);
  const first = low.keyword.bound.isExclusive ? Math.floor(least) + 1 : Math.ceil(least);
  const last = high.keyword.bound.isExclusive ? Math.ceil(most) - 1 : Math.floor(most);
  return first > last;
}

/** A rule as its author wrote it. */
export function wordRule(keyword: string, { value }: Rule<unknown>): string {
  return `${keyword} ${JSON.stringify(value)}`;
}
