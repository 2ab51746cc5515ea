/** For each rule of a node, the kind of value that it is about. */

import { ruleEntries, rulesIn, type Node, type NodeRules } from "./node.js";
import { forEachSimpleKeyword } from "../keywords/simple-keywords.js";

export type RuleKind = "any value" | "simple" | "array" | "object" | "in place";

const RULE_KINDS: { readonly [Name in keyof NodeRules]: RuleKind } = {
  ...forEachSimpleKeyword("simple" as const),
  never: "any value",
  types: "any value",
  values: "any value",
  prefixItems: "array",
  items: "array",
  contains: "array",
  unevaluatedItems: "array",
  properties: "object",
  patternProperties: "object",
  additionalProperties: "object",
  propertyNames: "object",
  dependentRequired: "object",
  dependentSchemas: "object",
  unevaluatedProperties: "object",
  references: "in place",
  anyOf: "in place",
  oneOf: "in place",
  not: "in place",
  conditionals: "in place",
};

const KIND_LIST = ruleEntries<RuleKind>(RULE_KINDS);

export function kindOfRule(name: keyof NodeRules): RuleKind {
  return RULE_KINDS[name];
}

/** The rules about one kind of value. */
export function rulesOfKind(wanted: RuleKind): readonly (keyof NodeRules)[] {
  return KIND_LIST.flatMap(([name, kind]) => (kind === wanted ? [name] : []));
}

export function hasRulesOf(node: Node, kinds: readonly RuleKind[]): boolean {
  return rulesIn(node).some((name) => kinds.includes(RULE_KINDS[name]));
}
