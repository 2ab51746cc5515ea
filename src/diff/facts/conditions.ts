/** Conditions that only one side states: `not`, `if`, dependencies, `contains`, patterns and names of members. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import { outlineText } from "../../model/equal-definitions.js";
import { groupBy } from "../../group-by.js";
import type { Conditional, Node } from "../../model/node.js";
import { coverOfPatterns } from "../pairs/cover.js";
import { isClosed } from "./closed.js";
import { childAddress } from "../pairs/member.js";
import { impliedByList } from "./literals.js";
import type { SchemaRelations, Value, ValuePair } from "../pairs/value.js";
import { demandsSomething, isDemanding } from "./demands.js";
import { exclusiveCondition, isOneOf } from "./exclusive.js";

export interface Condition {
  readonly text: string;
  /**
   * Set if the condition does not demand more: a pattern allows what a closed object refuses; the demands of an
   * object on all members are compared with those of the pattern.
   */
  readonly effect?: "allows" | "compared";
  readonly at: SchemaAddress;
}

export interface ConditionChange {
  readonly gone: readonly Condition[];
  readonly added: readonly Condition[];
}

/** Without conditions that a change of a list of values already implies. */
export function conditionChange(pair: ValuePair): ConditionChange {
  const { before, after, areEquivalent } = pair;
  const told = impliedByList(pair);
  // Alternatives of both are compared with each other; those of one side are a condition.
  const areChoices = before.branches !== undefined && after.branches !== undefined;
  const from = collectConditions(before.node, areChoices || before.openEnum !== undefined);
  const to = collectConditions(after.node, areChoices || after.openEnum !== undefined);
  const gone = missingIn(to, from, (each, other) => isSame(each, other, areEquivalent));
  const added = missingIn(from, to, (each, other) => isSame(other, each, areEquivalent));
  const isGone = (each: Condition): boolean =>
    !(each.effect === "allows" ? told.refused : told.allowed);
  const isAdded = (each: Condition): boolean =>
    !(each.effect === "allows" ? told.allowed : told.refused);
  return {
    gone: [
      ...gone.filter(isDemandOf(before)).map((each) => inObject(each, after)),
      ...exclusiveConditions(before, after),
    ].filter(isGone),
    added: [
      ...added.filter(isDemandOf(after)).map((each) => inObject(each, before)),
      ...exclusiveConditions(after, before),
    ].filter(isAdded),
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

/** The condition that `oneOf` adds if the other side has `anyOf`. */
function exclusiveConditions(value: Value, other: Value): Condition[] {
  if (other.branches === undefined || isOneOf(other)) return [];
  return [exclusiveCondition(value)].flatMap((each) => each ?? []);
}

interface ComparableCondition extends Condition {
  readonly kind: string;
  /** Equal for conditions that are the same. */
  readonly key: string;
  /** Schemas that have to be equivalent, too. */
  readonly schemas: readonly Node[];
  /** False for one that every value meets. */
  readonly demands?: boolean;
}

/** @param hasChoice the node's one group of alternatives is compared by its branches, or allows everything */
function collectConditions(node: Node, hasChoice: boolean): ComparableCondition[] {
  return [
    ...(hasChoice ? [] : alternativeConditions(node)),
    ...node.not.map(negation),
    ...node.conditionals.map(conditional),
    ...dependencies(node),
    ...node.contains.map(containment),
    ...nameConditions(node),
    ...memberPatterns(node),
  ];
}

function alternativeConditions({ anyOf, oneOf, origin }: Node): ComparableCondition[] {
  return [...anyOf, ...oneOf].map((branches) => ({
    kind: "alternatives",
    key: `${branches.length}`,
    text: `one of ${branches.length} alternatives holds`,
    at: branches[0]?.origin ?? origin,
    schemas: branches,
    demands: oneOf.includes(branches) || branches.every(demandsSomething),
  }));
}

function negation(schema: Node): ComparableCondition {
  return {
    kind: "not",
    key: "",
    text: "a schema must not hold",
    at: schema.origin,
    schemas: [schema],
  };
}

function conditional(whole: Conditional): ComparableCondition {
  const { if: condition } = whole;
  return {
    kind: "if",
    key: "",
    text: "where a condition holds more is demanded",
    at: condition.origin,
    schemas: [condition],
    demands: isDemanding(whole),
  };
}

function dependencies({ dependentRequired, dependentSchemas }: Node): ComparableCondition[] {
  const required = dependentRequired.flatMap(({ name, required: { value, origin } }) =>
    value.map((needed) => ({
      kind: "dependentRequired",
      key: JSON.stringify([name, needed]),
      text: `${needed} must be there where ${name} is`,
      at: childAddress(origin, "dependentRequired", name),
      schemas: [],
    })),
  );
  const schemas = dependentSchemas.map(({ name, node }) => ({
    kind: "dependentSchemas",
    key: name,
    text: `more is demanded where ${name} is there`,
    at: node.origin,
    schemas: [],
    demands: demandsSomething(node),
  }));
  return [...required, ...schemas];
}

function containment({ node, min, max, origin }: Node["contains"][number]): ComparableCondition {
  const count = max === undefined ? `at least ${min}` : `${min} to ${max}`;
  return {
    kind: "contains",
    key: JSON.stringify([min, max]),
    text: `${count} of the items must match a schema`,
    at: childAddress(origin, "contains"),
    schemas: [node],
  };
}

function memberPatterns({ patternProperties }: Node): ComparableCondition[] {
  return patternProperties.map(({ pattern, origin }) => ({
    kind: "patternProperties",
    key: pattern,
    text: `members named like ${pattern} have a schema of their own`,
    at: childAddress(origin, "patternProperties", pattern),
    schemas: [],
  }));
}

/** A sole schema for names is compared by itself where both sides have one, so that any two count as the same here. */
function nameConditions({ propertyNames }: Node): ComparableCondition[] {
  return propertyNames.map((schema) => ({
    kind: "propertyNames",
    key: "",
    text: "names of members must match a schema",
    at: schema.origin,
    schemas: propertyNames.length === 1 ? [] : [schema],
  }));
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
