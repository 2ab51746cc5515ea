/** Conditions that only one side states: `not`, `if`, dependencies, `contains`, patterns and names of members. */

import { outlineText } from "../../model/equal-definitions.js";
import { groupBy } from "../../group-by.js";
import { NO_RULES } from "../../model/node.js";
import { coverOfPatterns } from "../pairs/cover.js";
import type { SchemaRelations, Value, ValuePair } from "../pairs/value.js";
import { isClosed } from "./closed.js";
import {
  collectConditions,
  type ComparableCondition,
  type Condition,
} from "./collect-conditions.js";
import { impliedByList } from "./literals.js";

export interface ConditionChange {
  readonly gone: readonly Condition[];
  readonly added: readonly Condition[];
}

/** Without conditions that a change of a list of values already implies. */
export function conditionChange(pair: ValuePair): ConditionChange {
  const { before, after, areEquivalent, acceptsAll } = pair;
  const told = impliedByList(pair);
  // Alternatives of both are compared with each other; those of one side are a condition.
  const areChoices = before.branches !== undefined && after.branches !== undefined;
  const from = collectConditions(before.node, areChoices || before.openEnum !== undefined);
  const to = collectConditions(after.node, areChoices || after.openEnum !== undefined);
  const gone = missingIn(to, from, (each, other) => isSame(each, other, areEquivalent));
  const added = missingIn(from, to, (each, other) => isSame(other, each, areEquivalent));
  // A condition that the other side implies has not changed: a stronger condition implies the weaker one.
  const isImplied = ({ alone }: ComparableCondition, by: Value): boolean =>
    alone !== undefined && acceptsAll(by.node, { ...by.node, ...NO_RULES, ...alone });
  const isGone = (each: Condition): boolean =>
    !(each.effect === "allows" ? told.refused : told.allowed);
  const isAdded = (each: Condition): boolean =>
    !(each.effect === "allows" ? told.allowed : told.refused);
  return {
    gone: gone
      .filter(isDemandOf(before))
      .filter((each) => !isImplied(each, after))
      .map((each) => inObject(each, after))
      .filter(isGone),
    added: added
      .filter(isDemandOf(after))
      .filter((each) => !isImplied(each, before))
      .map((each) => inObject(each, before))
      .filter(isAdded),
  };
}

/** The conditions that are not among the others. Only those of one kind and key are compared, first those of equal text. */
function missingIn(
  others: readonly ComparableCondition[],
  conditions: readonly ComparableCondition[],
  areSame: (condition: ComparableCondition, other: ComparableCondition) => boolean,
): readonly ComparableCondition[] {
  const comparable = groupBy(others, comparableKey);
  const equal = groupBy(others, outlineKey);
  return conditions.filter((each) => {
    const first = equal.get(outlineKey(each)) ?? [];
    if (first.some((other) => areSame(each, other))) return false;
    return !comparable.get(comparableKey(each))?.some((other) => areSame(each, other));
  });
}

function comparableKey({ kind, key, schemas }: ComparableCondition): string {
  return JSON.stringify([kind, key, schemas.length]);
}

function outlineKey(condition: ComparableCondition): string {
  return `${comparableKey(condition)} ${condition.schemas.map(outlineText).join(" ")}`;
}

/** A condition that demands nothing still says which members are evaluated. */
function isDemandOf({ node }: Value): (condition: ComparableCondition) => boolean {
  const counts = node.unevaluatedProperties !== undefined || node.unevaluatedItems !== undefined;
  return ({ demands }) => counts || demands !== false;
}

/** The effect of one side's pattern on objects of the other. */
function inObject(condition: ComparableCondition, { node: other }: Value): Condition {
  if (condition.kind !== "patternProperties") return condition;
  if (isClosed(other)) return { ...condition, effect: "allows" };
  return coverOfPatterns(other) === undefined ? condition : { ...condition, effect: "compared" };
}

function isSame(
  before: ComparableCondition,
  after: ComparableCondition,
  areEquivalent: SchemaRelations["areEquivalent"],
): boolean {
  return (
    before.kind === after.kind &&
    before.key === after.key &&
    before.schemas.length === after.schemas.length &&
    before.schemas.every((schema, index) => {
      const other = after.schemas[index];
      return other !== undefined && areEquivalent(schema, other);
    })
  );
}
