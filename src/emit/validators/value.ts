/** Prints the statements that check one value: they report what is broken, and stop where there are enough issues. */

import { KEYWORDS_BY_TYPE } from "../../keywords/simple-keywords.js";
import { code, rulesIn, soleReference, type Doc, type JsonType, type Node } from "../v1.js";
import { isAbsent } from "../../model/node.js";
import { arrayStatements } from "./array.js";
import { conditionTests } from "./condition.js";
import { membersName } from "./context.js";
import { enumStatements, impliesType } from "./enum.js";
import { itemCheck, listItem, ruleCall } from "./member-call.js";
import { objectStatements } from "./object.js";
import type { CheckedValue } from "./checked-value.js";
import { printPointer } from "./pointer.js";
import { delegate, issuesOf, report, reportType } from "./report.js";
import { hasRulesOf } from "../../model/rule-kinds.js";
import { simpleStatements } from "./simple-rules.js";
import { call, guard, raw, when, type Statement } from "./statement.js";
import { hasTypeTest, lacksType } from "./type-test.js";
import { unionStatements } from "./union.js";

export function valueStatements(node: Node, checked: CheckedValue): Statement[] {
  const { value, at, context } = checked;
  if (node.never !== undefined)
    return [guard(report(checked, { rule: "never", origin: node.never }))];
  const sole = soleReference(node);
  if (sole !== undefined) return [guard(delegate(context.check(sole), checked))];
  const rule = ruleCall(node, { value, at, context, isOptional: false });
  if (rule !== undefined) return [guard(rule)];
  const values = node.values === undefined ? [] : enumStatements(node, checked);
  const [only, ...others] = node.types?.value ?? [];
  if (only === undefined || others.length > 0 || (node.values !== undefined && impliesType(node))) {
    return [
      ...values,
      ...typedStatements(node, checked),
      ...inPlaceStatements(node, { value, at, context }),
    ];
  }
  // One type: nothing more is said of a value that lacks it.
  const expected = reportType(checked, [only], node.types?.origin);
  const item = only === "array" ? listItem(node) : undefined;
  if (item !== undefined) {
    const args = [
      issuesOf(node.types?.origin, context),
      printPointer(at),
      itemCheck(item, context),
      value,
    ];
    return [...values, guard(call(context.runtime("itemsStop"), ...args))];
  }
  if (only === "object") return [...values, ...objectValue(node, expected, checked)];
  const inner = { value, at, context: context.nested() };
  const rules = [...typeStatements(node, only, inner), ...inPlaceStatements(node, inner)];
  return [...values, ...when([lacksType(only, value, context)], [guard(expected)], rules)];
}

/** An object's members are read from what `members` returns, which is nothing for any other value. */
function objectValue(node: Node, expected: Doc, { value, at, context }: CheckedValue): Statement[] {
  const object = context.variable(membersName(value));
  const inner = { value, at, object, context: context.nested() };
  const rules = [...objectStatements(node, inner), ...inPlaceStatements(node, inner)];
  if (rules.length === 0) return [guard(code`!${context.runtime("isObject")}(${value})`, expected)];
  return [
    raw(code`const ${object} = ${context.runtime("members")}(${value});`),
    ...when([code`${object} === undefined`], [guard(expected)], rules),
  ];
}

function inPlaceStatements(node: Node, checked: CheckedValue): Statement[] {
  return [
    ...node.references.map((definition) =>
      guard(delegate(checked.context.check(definition), checked, definition.origin)),
    ),
    ...unionStatements(node, checked),
    ...conditionStatements(node, checked),
  ];
}

function hasMemberRules(node: Node): boolean {
  return (
    hasRulesOf(node, ["object"]) ||
    KEYWORDS_BY_TYPE.object.some(({ name }) => !isAbsent(node[name]))
  );
}

/** The rules that hold for one type of value only. */
function typeStatements(node: Node, type: JsonType, checked: CheckedValue): Statement[] {
  const { value, at, context } = checked;
  switch (type) {
    case "array":
      return arrayStatements(node, checked);
    case "object": {
      const object = context.variable(membersName(value));
      const rules = objectStatements(node, { value, at, context, object });
      if (rules.length === 0) return [];
      return [
        raw(code`const ${object} = ${context.runtime("members")}(${value});`),
        ...when([code`${object} !== undefined`], rules),
      ];
    }
    default:
      return simpleStatements(node, type, checked);
  }
}

const RULED_TYPES: readonly JsonType[] = ["string", "number", "array", "object"];

function typedStatements(node: Node, checked: CheckedValue): Statement[] {
  if (rulesIn(node).every((name) => name === "references")) return [];
  const { value, context } = checked;
  const rulesOf = (type: JsonType): Statement[] =>
    typeStatements(node, type, { ...checked, context: context.nested() });
  const types = node.types?.value;
  // An `enum` that implies the type leaves the type's other rules in force.
  if (types === undefined || (node.values !== undefined && impliesType(node))) {
    return RULED_TYPES.flatMap((type) => {
      // Only an object has members: their rules ask by themselves, and stand in the same block.
      if (type === "object") return hasMemberRules(node) ? typeStatements(node, type, checked) : [];
      const rules = rulesOf(type);
      if (rules.length === 0) return [];
      return when([hasTypeTest(type, value, context)], rules);
    });
  }
  const expected = reportType(checked, types, node.types?.origin);
  const ruled = types.map((type) => ({ type, rules: rulesOf(type) }));
  const lacksAll = guard(...types.map((type) => lacksType(type, value, context)), expected);
  const withRules = ruled.filter(({ rules }) => rules.length > 0);
  if (withRules.length === 0) return [lacksAll];
  const bare = ruled.filter(({ rules }) => rules.length === 0);
  const last: Statement[] = [
    guard(...bare.map(({ type }) => lacksType(type, value, context)), expected),
  ];
  return withRules.reduceRight<Statement[]>(
    (otherwise, { type, rules }) => when([hasTypeTest(type, value, context)], rules, otherwise),
    last,
  );
}

function conditionStatements(node: Node, checked: CheckedValue): Statement[] {
  const { context } = checked;
  const negated = node.not.map((each) => {
    const { met } = conditionOf(each, "Not", checked);
    return guard(...met, report(checked, { rule: "not", origin: each.origin }));
  });
  const conditionals = node.conditionals.flatMap((conditional) => {
    const demanded = (each: Node | undefined): Statement[] =>
      each === undefined ? [] : demandedStatements(each, { ...checked, context: context.nested() });
    const [then, otherwise] = [demanded(conditional.then), demanded(conditional.else)];
    if (then.length === 0 && otherwise.length === 0) return [];
    const { met, unmet } = conditionOf(conditional.if, "If", checked);
    return then.length === 0 ? when([unmet], otherwise) : when(met, then, otherwise);
  });
  return [...negated, ...conditionals];
}

/** Tests of whether a value satisfies a node: an expression where its members tell, else a call. */
function conditionOf(
  node: Node,
  hint: string,
  { value, object, context }: CheckedValue,
): { readonly met: readonly Doc[]; readonly unmet: Doc } {
  const tests = object === undefined ? undefined : conditionTests(node, object, context);
  if (tests !== undefined) return tests;
  const fails = context.helper(node, hint);
  return { met: [code`!${fails}(${value})`], unmet: code`${fails}(${value})` };
}

/** Statements for another node of the same value; they do not test again that it is an object. */
export function demandedStatements(node: Node, checked: CheckedValue): Statement[] {
  const { value, at, context, object } = checked;
  const types = node.types?.value;
  const isSaid =
    object !== undefined &&
    node.never === undefined &&
    node.values === undefined &&
    soleReference(node) === undefined &&
    (types === undefined || types.includes("object"));
  if (!isSaid) return valueStatements(node, { value, at, context });
  return [
    ...objectStatements(node, { value, at, context, object }),
    ...inPlaceStatements(node, checked),
  ];
}
