/** The conditions of a node, each with what tells whether another one is the same. */

import type { SchemaAddress } from "../../json-schema/schema-address.js";
import type { Conditional, Node, NodeRules } from "../../model/node.js";
import { childAddress } from "../pairs/member.js";
import { conditionalText, presenceText } from "./condition-text.js";
import { soleContained } from "./contained.js";
import { demandsSomething, isDemanding } from "./demands.js";

export interface Condition {
  readonly text: string;
  /**
   * Set if the condition does not demand more: a pattern allows what a closed object refuses; the demands of an
   * object on all members are compared with those of the pattern.
   */
  readonly effect?: "allows" | "compared";
  readonly at: SchemaAddress;
}

export interface ComparableCondition extends Condition {
  readonly kind: string;
  /** Equal for conditions that are the same. */
  readonly key: string;
  /** Schemas that have to be equivalent, too. */
  readonly schemas: readonly Node[];
  /** The condition as the only rule of a node; absent where it may allow more, and is no demand. */
  readonly alone?: Partial<NodeRules>;
  /** False for one that every value meets. */
  readonly demands?: boolean;
}

/** @param hasChoice the node's one group of alternatives is compared by its branches, or allows everything */
export function collectConditions(node: Node, hasChoice: boolean): ComparableCondition[] {
  return [
    ...(hasChoice ? [] : alternativeConditions(node)),
    ...node.not.map(negation),
    ...node.conditionals.map(conditional),
    ...dependencies(node),
    ...containments(node),
    ...nameConditions(node),
    ...memberPatterns(node),
  ];
}

function alternativeConditions({ anyOf, oneOf, origin }: Node): ComparableCondition[] {
  return [...anyOf, ...oneOf].map((branches): ComparableCondition => ({
    kind: "alternatives",
    key: `${branches.length}`,
    text: `one of ${branches.length} alternatives holds`,
    at: branches[0]?.origin ?? origin,
    schemas: branches,
    alone: oneOf.includes(branches) ? { oneOf: [branches] } : { anyOf: [branches] },
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
    alone: { not: [schema] },
  };
}

function conditional(whole: Conditional): ComparableCondition {
  const { if: condition } = whole;
  return {
    kind: "if",
    key: "",
    text: `more is demanded ${conditionalText(whole)}`,
    at: condition.origin,
    schemas: [condition],
    alone: { conditionals: [whole] },
    demands: isDemanding(whole),
  };
}

function dependencies({ dependentRequired, dependentSchemas }: Node): ComparableCondition[] {
  const required = dependentRequired.flatMap(({ name, required: { value, origin } }) =>
    value.map((needed): ComparableCondition => ({
      kind: "dependentRequired",
      key: JSON.stringify([name, needed]),
      text: `${needed} must be there where ${name} is`,
      at: childAddress(origin, "dependentRequired", name),
      schemas: [],
      alone: { dependentRequired: [{ name, required: { value: [needed], origin } }] },
    })),
  );
  const schemas = dependentSchemas.map(({ name, node }): ComparableCondition => ({
    kind: "dependentSchemas",
    key: name,
    text: `more is demanded ${presenceText(name)}`,
    at: node.origin,
    schemas: [],
    alone: { dependentSchemas: [{ name, node }] },
    demands: demandsSomething(node),
  }));
  return [...required, ...schemas];
}

/** A sole schema whose matches have no upper limit is compared by itself where both sides have one. */
function containments({ contains }: Node): ComparableCondition[] {
  return contains.map((whole) => {
    const { node, min, max, origin } = whole;
    const count = max === undefined ? `at least ${min}` : `${min} to ${max}`;
    return {
      kind: "contains",
      key: JSON.stringify([min, max]),
      text: `${count} of the items must match a schema`,
      at: childAddress(origin, "contains"),
      schemas: soleContained({ contains }) === undefined ? [node] : [],
      alone: { contains: [whole] },
    };
  });
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
    alone: { propertyNames: [schema] },
  }));
}
