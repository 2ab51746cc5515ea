/** A least that is above a most. In: a conjunction, and a type of its values. Out: the two rules. */

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

export function boundsConflict(whole: Conjunction, type: JsonType): Conflict | undefined {
  const [lower, upper] = BOUNDS_OF[type] ?? [[], []];
  for (const low of lower.flatMap((keyword) => boundsIn(whole, keyword)))
    for (const high of upper.flatMap((keyword) => boundsIn(whole, keyword)))
      if (leavesNone(low, high, type))
        return {
          first: high.rule.origin,
          second: low.rule.origin,
          wants: [said(high.keyword, high.rule), said(low.keyword, low.rule)],
        };
  return undefined;
}

interface BoundRule {
  readonly keyword: Bound;
  readonly rule: Rule<number>;
}

function boundsIn(whole: Conjunction, keyword: Bound): BoundRule[] {
  return whole.flatMap(({ [keyword]: rule }) => (rule === undefined ? [] : [{ keyword, rule }]));
}

function leavesNone(low: BoundRule, high: BoundRule, type: JsonType): boolean {
  const [least, most] = [low.rule.value, high.rule.value];
  const isOpen = [low, high].some(({ keyword }) => keyword.startsWith("exclusive"));
  if (type === "number") return least > most || (least === most && isOpen);
  const first = low.keyword === "exclusiveMinimum" ? Math.floor(least) + 1 : Math.ceil(least);
  const last = high.keyword === "exclusiveMaximum" ? Math.ceil(most) - 1 : Math.floor(most);
  return first > last;
}

/** A rule as its author wrote it. */
export function said(keyword: string, { value }: Rule<unknown>): string {
  return `${keyword} ${JSON.stringify(value)}`;
}
