/**
 * Decides what a node's generated check decides. The generated checks cannot be called while a document is generated:
 * they are source text that has not been compiled. This interpreter is for that moment only. It returns true or false,
 * and nothing imports it at run time.
 */

import type { Json } from "@proto-gen/runtime/json";
import { WorkBudget } from "../../pattern-analysis/budget.js";
import { jsonValueSetOf } from "../../json-schema/json-values.js";
import { isObject } from "../../json-schema/keywords.js";
import type { Subjects, SubjectType } from "../../keywords/simple-keyword.js";
import { forEachSimpleKeyword, KEYWORDS_BY_TYPE, rulesOf } from "../../keywords/simple-keywords.js";
import { hasType } from "../json-type.js";
import { isAbsent, ruleEntries, type Conditional, type Node, type NodeRules } from "../node.js";
import { evaluatedItems, evaluatedMembers } from "./evaluated.js";

export interface JudgeOptions {
  /** True where `format` is asserted, as in generated validators; false where it only annotates. True by default. */
  readonly assertFormats?: boolean;
}

/** One judgement: what it may still cost, and how it takes formats. */
export interface JudgeState {
  readonly budget: WorkBudget;
  readonly assertFormats: boolean;
  /** Verdicts on arrays and objects, by node: several rules ask for the same one, and each level would double the work. */
  readonly known: WeakMap<object, Map<Node, boolean>>;
}

/** Definitions that apply in place one in another, without end where they are recursive. */
const MAX_IN_PLACE = 200;

/**
 * True where a value satisfies a node.
 *
 * @example
 * ```ts
 * import { satisfies, wholeNode, type NamedType } from "proto-gen/emitter/v1";
 * import type { Json } from "@proto-gen/runtime/json";
 *
 * export function isExample({ definition }: NamedType, value: Json): boolean {
 *   return satisfies(wholeNode(definition), value);
 * }
 * ```
 */
export function satisfies(
  node: Node,
  value: Json,
  { assertFormats = true }: JudgeOptions = {},
): boolean {
  return holds(node, value, {
    budget: new WorkBudget(Infinity),
    assertFormats,
    known: new WeakMap(),
  });
}

/** @throws TooLarge where the judge's budget is spent */
export function holds(node: Node, value: Json, judge: JudgeState): boolean {
  return isFulfilled({ node, value, judge, nesting: 0 });
}

export function isFulfilled(judgement: Judgement): boolean {
  const { node, value, judge, nesting } = judgement;
  judge.budget.spend(1);
  if (typeof value !== "object" || value === null)
    return nesting <= MAX_IN_PLACE && testsOf(node).every((test) => test(judgement));
  const verdicts = judge.known.get(value) ?? new Map<Node, boolean>();
  const known = verdicts.get(node);
  if (known !== undefined) return known;
  if (nesting > MAX_IN_PLACE) return false;
  const verdict = testsOf(node).every((test) => test(judgement));
  judge.known.set(value, verdicts.set(node, verdict));
  return verdict;
}

/** One value, held against the rules of one node. */
export interface Judgement {
  readonly node: Node;
  readonly value: Json;
  readonly judge: JudgeState;
  /** How many nodes further out judge the same value. */
  readonly nesting: number;
}

type Test = (judgement: Judgement) => boolean;

/** The test that looks at each rule; one test may look at several. Cheap tests come first. */
const TESTS: { readonly [Name in keyof NodeRules]: Test } = {
  never: () => false,
  types: ({ node, value }) => node.types!.value.some((type) => hasType(value, type)),
  values: ({ node, value }) => jsonValueSetOf(node.values!.value).has(value),
  ...forEachSimpleKeyword(simpleRulesHold),
  prefixItems: itemsHold,
  items: itemsHold,
  contains: containsHold,
  unevaluatedItems: unevaluatedItemsHold,
  dependentRequired: dependentRequiredHold,
  properties: membersHold,
  patternProperties: membersHold,
  additionalProperties: membersHold,
  propertyNames: membersHold,
  unevaluatedProperties: unevaluatedPropertiesHold,
  references: (all) => all.node.references.every((each) => inPlace(all, each.node)),
  anyOf: (all) => all.node.anyOf.every((branches) => branches.some((each) => inPlace(all, each))),
  oneOf: (all) => all.node.oneOf.every((branches) => matchesOne(all, branches)),
  not: (all) => !all.node.not.some((each) => inPlace(all, each)),
  conditionals: (all) => all.node.conditionals.every((each) => conditionHolds(all, each)),
  dependentSchemas: (all) =>
    all.node.dependentSchemas.every(
      ({ name, node }) =>
        !isObject(all.value) || !Object.hasOwn(all.value, name) || inPlace(all, node),
    ),
};

const TEST_LIST = ruleEntries<Test>(TESTS);

const tests = new WeakMap<Node, readonly Test[]>();

/** The tests of the rules that a node has, each once. */
function testsOf(node: Node): readonly Test[] {
  const known = tests.get(node);
  if (known !== undefined) return known;
  const present = TEST_LIST.filter(([name]) => !isAbsent(node[name]));
  const found = [...new Set(present.map(([, test]) => test))];
  tests.set(node, found);
  return found;
}

function simpleRulesHold({ node, value, judge }: Judgement): boolean {
  const type = subjectTypeOf(value);
  if (type === undefined) return true;
  const subject = value as Subjects[SubjectType];
  return KEYWORDS_BY_TYPE[type].every(({ name, keyword }) =>
    rulesOf(node, name).every(({ value: limit }) => keyword.satisfies(subject, limit, judge)),
  );
}

function subjectTypeOf(value: Json): SubjectType | undefined {
  if (typeof value === "string") return "string";
  if (typeof value === "number") return "number";
  if (Array.isArray(value)) return "array";
  return isObject(value) ? "object" : undefined;
}

function itemsHold({ node: { prefixItems, items }, value, judge }: Judgement): boolean {
  if (!Array.isArray(value)) return true;
  return (value as readonly Json[]).every((item, index) => {
    const rule = prefixItems[index] ?? items;
    return rule === undefined || holds(rule, item, judge);
  });
}

function containsHold({ node, value, judge }: Judgement): boolean {
  if (!Array.isArray(value)) return true;
  return node.contains.every(({ node: each, min, max = Infinity }) => {
    const count = (value as readonly Json[]).filter((item) => holds(each, item, judge)).length;
    return count >= min && count <= max;
  });
}

function unevaluatedItemsHold({ node, value, judge, nesting }: Judgement): boolean {
  if (!Array.isArray(value)) return true;
  const items = value as readonly Json[];
  const seen = evaluatedItems(node, items, { judge, nesting: nesting + 1 });
  return items.every(
    (item, index) => seen.has(index) || holds(node.unevaluatedItems!, item, judge),
  );
}

function dependentRequiredHold({ node, value }: Judgement): boolean {
  return (
    !isObject(value) ||
    node.dependentRequired.every(
      ({ name, required }) =>
        !Object.hasOwn(value, name) || required.value.every((each) => Object.hasOwn(value, each)),
    )
  );
}

function membersHold({ node, value, judge }: Judgement): boolean {
  if (!isObject(value)) return true;
  for (const [name, { required }] of node.properties)
    if (required !== undefined && !Object.hasOwn(value, name)) return false;
  return Object.keys(value).every((name) => {
    const member = value[name] as Json;
    return (
      memberNodes(node, name).every((each) => holds(each, member, judge)) &&
      node.propertyNames.every((each) => holds(each, name, judge))
    );
  });
}

function unevaluatedPropertiesHold({ node, value, judge, nesting }: Judgement): boolean {
  if (!isObject(value)) return true;
  const seen = evaluatedMembers(node, value, { judge, nesting: nesting + 1 });
  return Object.keys(value).every(
    (name) => seen.has(name) || holds(node.unevaluatedProperties!, value[name] as Json, judge),
  );
}

/** The nodes that hold for a member: those that declare it or match its name, or else the rest. */
export function memberNodes(node: Node, name: string): Node[] {
  const property = node.properties.get(name);
  // `required` alone declares nothing: the member is additional still.
  const declared = property !== undefined && property.origins.length > 0 ? [property.node] : [];
  const matched = node.patternProperties
    .filter(({ pattern }) => new RegExp(pattern, "u").test(name))
    .map((each) => each.node);
  if (declared.length + matched.length > 0) return [...declared, ...matched];
  return node.additionalProperties === undefined ? [] : [node.additionalProperties];
}

/** The verdict of another node on the same value. */
function inPlace({ value, judge, nesting }: Judgement, node: Node): boolean {
  return isFulfilled({ node, value, judge, nesting: nesting + 1 });
}

function matchesOne(judgement: Judgement, branches: readonly Node[]): boolean {
  let count = 0;
  for (const branch of branches) if (inPlace(judgement, branch) && ++count > 1) return false;
  return count === 1;
}

function conditionHolds(judgement: Judgement, conditional: Conditional): boolean {
  const consequence = inPlace(judgement, conditional.if) ? conditional.then : conditional.else;
  return consequence === undefined || inPlace(judgement, consequence);
}
