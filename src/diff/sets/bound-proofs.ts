/** Proves a bound from the bounds of a premise. */

import type { Rule, SimpleKeywordName } from "../../keywords/simple-keyword.js";
import { BOUNDS, rulesOf } from "../../keywords/simple-keywords.js";
import type { Node } from "../../model/node.js";
import { asInteger, compareBounds, type BoundRule } from "../facts/bounds.js";
import { requiredNames, typesOfPremise, type Premise } from "./premise.js";

export function impliesBound(premise: Premise, name: SimpleKeywordName, limit: number): boolean {
  const { bound } = BOUNDS.find((each) => each.name === name)!;
  const { least, isExclusive, isLower, what } = bound;
  if (isLower && least !== undefined && limit <= least) return true;
  const isWhole = typesOfPremise(premise).every((type) => type !== "number");
  const comparable = (each: BoundRule): BoundRule =>
    isWhole ? asInteger({ isLower }, each) : each;
  const wanted = comparable({ value: limit, isExclusive, keyword: name, rule: undefined });
  const isEnough = (each: BoundRule): boolean =>
    compareBounds({ isLower }, comparable(each), wanted) >= 0;
  return boundsOf(premise.holds, what).some(isEnough) || impliesCount(premise, name, limit);
}

function boundsOf(holds: readonly Node[], what: string): BoundRule[] {
  return BOUNDS.filter(({ bound }) => bound.what === what).flatMap(({ name, bound }) =>
    holds.flatMap((node) =>
      rulesOf(node, name).map((rule) => ({
        value: rule.value as number,
        isExclusive: bound.isExclusive,
        keyword: name,
        rule: rule as Rule<number>,
      })),
    ),
  );
}

/** Counts that other rules imply: of members that are required, of those that a closed object may have. */
function impliesCount({ holds }: Premise, name: SimpleKeywordName, limit: number): boolean {
  if (name === "minProperties") return requiredNames(holds).size >= limit;
  if (name === "minItems")
    return holds.some(({ contains }) => contains.some(({ min }) => min >= limit));
  if (name === "maxItems")
    return holds.some(
      ({ items, prefixItems }) => items?.never !== undefined && prefixItems.length <= limit,
    );
  return (
    name === "maxProperties" &&
    holds.some(
      ({ additionalProperties, patternProperties, properties }) =>
        additionalProperties?.never !== undefined &&
        patternProperties.length === 0 &&
        properties.size <= limit,
    )
  );
}
