/** Finds a lower bound above an upper bound. */

import { BOUNDS, rulesOf } from "../../keywords/simple-keywords.js";
import type { Rule } from "../../keywords/simple-keyword.js";
import type { Conflict, JsonType } from "../node.js";
import type { Conjunction } from "./conjunction.js";

type Bound = (typeof BOUNDS)[number];

const LOWER_BOUNDS = BOUNDS.filter(({ bound }) => bound.isLower);
const UPPER_BOUNDS = BOUNDS.filter(({ bound }) => !bound.isLower);

export function boundsConflict(conjunction: Conjunction, type: JsonType): Conflict | undefined {
  for (const low of collectBounds(conjunction, LOWER_BOUNDS, type))
    for (const high of collectBounds(conjunction, UPPER_BOUNDS, type))
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

function collectBounds(
  conjunction: Conjunction,
  bounds: readonly Bound[],
  type: JsonType,
): BoundRule[] {
  const subject = type === "integer" ? "number" : type;
  return bounds
    .filter(({ keyword }) => keyword.appliesTo === subject)
    .flatMap((keyword) =>
      conjunction.flatMap((node) =>
        rulesOf(node, keyword.name).map((rule) => ({ keyword, rule: rule as Rule<number> })),
      ),
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
