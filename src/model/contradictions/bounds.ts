/** Finds a lower bound above an upper bound. */

import type { BOUNDS, Conflict, JsonType, Node, Rule } from "../node.js";
import type { Conjunction } from "./conjunction.js";

/** Bounds of values that have no members. */
export const PLAIN_BOUNDS = [
  "minimum",
  "exclusiveMinimum",
  "maximum",
  "exclusiveMaximum",
  "minLength",
  "maxLength",
] as const satisfies readonly (keyof Node)[];

type Bound = (typeof BOUNDS)[number];

const BOUNDS_OF: Partial<Record<JsonType, readonly [readonly Bound[], readonly Bound[]]>> = {
  integer: [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ],
  number: [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ],
  string: [["minLength"], ["maxLength"]],
  array: [["minItems"], ["maxItems"]],
  object: [["minProperties"], ["maxProperties"]],
};

export function boundsConflict(conjunction: Conjunction, type: JsonType): Conflict | undefined {
  const [lower, upper] = BOUNDS_OF[type] ?? [[], []];
  for (const low of lower.flatMap((keyword) => collectBounds(conjunction, keyword)))
    for (const high of upper.flatMap((keyword) => collectBounds(conjunction, keyword)))
      if (areDisjoint(low, high, type))
        return {
          first: high.rule.origin,
          second: low.rule.origin,
          wants: [wordRule(high.keyword, high.rule), wordRule(low.keyword, low.rule)],
        };
  return undefined;
}

interface BoundRule {
  readonly keyword: Bound;
  readonly rule: Rule<number>;
}

function collectBounds(conjunction: Conjunction, keyword: Bound): BoundRule[] {
  return conjunction.flatMap(({ [keyword]: rule }) =>
    rule === undefined ? [] : [{ keyword, rule }],
  );
}

function areDisjoint(low: BoundRule, high: BoundRule, type: JsonType): boolean {
  const [least, most] = [low.rule.value, high.rule.value];
  const isOpen = [low, high].some(({ keyword }) => keyword.startsWith("exclusive"));
  if (type === "number") return least > most || (least === most && isOpen);
  const first = low.keyword === "exclusiveMinimum" ? Math.floor(least) + 1 : Math.ceil(least);
  const last = high.keyword === "exclusiveMaximum" ? Math.ceil(most) - 1 : Math.floor(most);
  return first > last;
}

/** A rule as its author wrote it. */
export function wordRule(keyword: string, { value }: Rule<unknown>): string {
  return `${keyword} ${JSON.stringify(value)}`;
}
