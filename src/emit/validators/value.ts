/**
 * Print the statements that check one value. In: a node and the expression that holds the value.
 * Out: statements that report what is broken and stop where there is enough.
 */

import type { Json } from "@proto-gen/runtime/json";
import {
  isSimple,
  isUnconstrained,
  soleReference,
  type Definition,
  type JsonType,
  type Node,
  type Origin,
} from "../../model/node.js";
import type { Doc } from "../source/doc.js";
import { arrayLiteral, jsonLiteral, numberLiteral, stringLiteral } from "../source/literal.js";
import { arrayStatements } from "./array.js";
import type { CheckContext, RuntimeName } from "./context.js";
import { objectStatements } from "./object.js";
import { printPointer, type PointerText } from "./pointer.js";
import { call, guard, raw, when, type Statement } from "./statement.js";
import { assertedFormats, formatPredicate, scalarStatements } from "./scalar.js";
import { unionStatements } from "./union.js";

/** `fail(issues, at, "code", expected)` */
export function report(
  context: CheckContext,
  at: PointerText,
  code: string,
  origin: Origin | undefined,
  expected?: Doc,
): Doc {
  const args = [
    issuesOf(origin, context),
    printPointer(at),
    stringLiteral(code),
    ...(expected === undefined ? [] : [expected]),
  ];
  return call(context.runtime("fail"), ...args);
}

/** `failType(issues, at, value, "type")`, which tells a value that is missing from one of another type. */
export function reportType(
  context: CheckContext,
  at: PointerText,
  value: string,
  types: readonly JsonType[],
  origin: Origin | undefined,
): Doc {
  return call(
    context.runtime("failType"),
    issuesOf(origin, context),
    printPointer(at),
    value,
    stringLiteral(types.join(" or ")),
  );
}

/** True where a check refuses `undefined` by its type, so that a missing member needs no test of its own. */
export function refusesAbsence(node: Node, open: ReadonlySet<Definition> = new Set()): boolean {
  if (node.types !== undefined || node.values !== undefined) return true;
  const sole = soleReference(node);
  return (
    sole !== undefined && !open.has(sole) && refusesAbsence(sole.node, new Set(open).add(sole))
  );
}

/** `checkX(value, issues)`, or `within(issues, at, checkX, value)` for a value below the one being checked. */
export function delegate(
  check: string,
  value: string,
  at: PointerText,
  origin: Origin | undefined,
  context: CheckContext,
): Doc {
  const issues = issuesOf(origin, context);
  if (at.known === "") return call(check, value, issues);
  return call(context.runtime("within"), issues, printPointer(at), check, value);
}

/** The check of a node that stands for itself: another type's, or a helper of this module. */
export function checkOf(node: Node, hint: string, context: CheckContext): string {
  const sole = soleReference(node);
  return sole === undefined ? context.helper(node, hint) : context.check(sole);
}

/** True where a node's statements report at its own place only, so that they may stand inside a loop. */
export function isLeaf(node: Node): boolean {
  const types = node.types?.value ?? [];
  const scalar =
    types.every((type) => type !== "array" && type !== "object") &&
    node.properties.size === 0 &&
    node.prefixItems.length === 0;
  const inPlace =
    node.references.length +
    node.anyOf.length +
    node.oneOf.length +
    node.not.length +
    node.conditionals.length +
    node.dependentSchemas.length;
  const other = [
    node.items,
    node.additionalProperties,
    node.unevaluatedItems,
    node.unevaluatedProperties,
  ].some((each) => each !== undefined);
  return (
    node.never !== undefined ||
    (scalar &&
      inPlace === 0 &&
      !other &&
      node.patternProperties.length +
        node.propertyNames.length +
        node.contains.length +
        node.dependentRequired.length ===
        0)
  );
}

/** `issues`, or `by(issues, capability)` for a rule that another capability contributed than the path tells. */
export function issuesOf(origin: Origin | undefined, context: CheckContext): Doc {
  const owner = origin && context.ownerOf(origin.document);
  if (owner === undefined || context.owner === undefined || owner === context.owner)
    return "issues";
  return call(context.runtime("by"), "issues", stringLiteral(owner));
}

export function valueStatements(
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  if (node.never !== undefined) return [guard(report(context, at, "never", node.never))];
  const sole = soleReference(node);
  if (sole !== undefined)
    return [guard(delegate(context.check(sole), value, at, undefined, context))];
  const values = node.values === undefined ? [] : valuesStatements(node, value, at, context);
  const [only, ...others] = node.types?.value ?? [];
  if (only === undefined || others.length > 0 || (node.values !== undefined && isImplied(node))) {
    return [
      ...values,
      ...typedStatements(node, value, at, context),
      ...inPlaceStatements(node, value, at, context),
    ];
  }
  // One type: nothing more is said of a value that lacks it.
  const expected = reportType(context, at, value, [only], node.types?.origin);
  const item = only === "array" ? listItem(node) : undefined;
  if (item !== undefined) {
    const args = [
      issuesOf(node.types?.origin, context),
      printPointer(at),
      itemCheck(item, context),
      value,
    ];
    return [...values, guard(call(context.runtime("eachItem"), ...args))];
  }
  if (only === "object") return [...values, ...objectValue(node, value, at, expected, context)];
  const inner = context.nested();
  const rules = [
    ...rulesOf(only, node, value, at, inner),
    ...inPlaceStatements(node, value, at, inner),
  ];
  return [...values, ...when([lacksType(only, value, context)], [guard(expected)], rules)];
}

/**
 * A member whose whole check is one call: another type's, a list's, a bare type's or a format's. Most
 * members are, and the call is shorter than its statements. Undefined where the node says more.
 */
export function memberCall(
  node: Node,
  value: string,
  at: PointerText,
  optional: boolean,
  context: CheckContext,
): Doc | undefined {
  const name = (required: RuntimeName, absent: RuntimeName): string =>
    context.runtime(optional ? absent : required);
  const place = printPointer(at);
  const sole = soleReference(node);
  if (sole !== undefined)
    return call(name("within", "optionalWithin"), "issues", place, context.check(sole), value);
  const [only, ...others] = node.types?.value ?? [];
  if (only === undefined || others.length > 0 || node.references.length > 0) return undefined;
  const issues = issuesOf(node.types?.origin, context);
  const item = only === "array" ? listItem(node) : undefined;
  if (item !== undefined)
    return call(
      name("eachItem", "optionalEachItem"),
      issues,
      place,
      itemCheck(item, context),
      value,
    );
  if (
    only === "integer" &&
    isSimple({ ...node, minimum: undefined }) &&
    context.ownerOf(node.minimum?.origin.document ?? "") ===
      context.ownerOf(node.types?.origin.document ?? "")
  ) {
    const bound = node.minimum === undefined ? [] : [numberLiteral(node.minimum.value)];
    return call(name("integerFails", "optionalIntegerFails"), issues, place, value, ...bound);
  }
  if (only === "boolean" && isSimple(node))
    return call(name("booleanFails", "optionalBooleanFails"), issues, place, value);
  const [format, ...more] = assertedFormats(node, context);
  if (only !== "string" || more.length > 0 || !isSimple({ ...node, formats: [] })) return undefined;
  if (format === undefined)
    return call(name("stringFails", "optionalStringFails"), issues, place, value);
  const predicate = context.runtime(formatPredicate(format.value) as RuntimeName);
  return call(
    name("formatFails", "optionalFormatFails"),
    issues,
    place,
    value,
    stringLiteral(format.value),
    predicate,
  );
}

function itemCheck(item: Node, context: CheckContext): string {
  const bare =
    item.types?.value.length === 1 &&
    item.types.value[0] === "string" &&
    isSimple({ ...item, formats: assertedFormats(item, context) });
  return bare && item.references.length === 0
    ? context.runtime("checkString")
    : checkOf(item, "Item", context);
}

/** The items, where a node is a list of them and nothing else, and they need a check of their own. */
function listItem({ items, types: _types, ...rest }: Node): Node | undefined {
  if (items === undefined || isUnconstrained(items) || rest.references.length > 0) return undefined;
  return isSimple({ ...rest, items: undefined, types: undefined }) ? items : undefined;
}

/** An object's members are read from what `members` returns, which is nothing for any other value. */
function objectValue(
  node: Node,
  value: string,
  at: PointerText,
  expected: Doc,
  context: CheckContext,
): Statement[] {
  const object = context.variable("object");
  const inner = context.nested();
  const rules = [
    ...objectStatements(node, object, value, at, inner),
    ...inPlaceStatements(node, value, at, inner, object),
  ];
  if (rules.length === 0) return [guard(`!${context.runtime("isObject")}(${value})`, expected)];
  return [
    raw(`const ${object} = ${context.runtime("members")}(${value});`),
    ...when([`${object} === undefined`], [guard(expected)], rules),
  ];
}

/** @param object the variable that holds the value's members, where it is known to be an object */
function inPlaceStatements(
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
  object?: string,
): Statement[] {
  return [
    ...node.references.map((definition) =>
      guard(delegate(context.check(definition), value, at, definition.origin, context)),
    ),
    ...unionStatements(node, value, at, context, object),
    ...conditionStatements(node, value, at, context),
  ];
}

/** Literals compare with `!==`; arrays and objects by value. */
function valuesStatements(
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const allowed = allowedValues(node);
  const list = valuesConstant(allowed, hintOf(value, "Values", context), context);
  const expected = call(
    context.runtime("failEnum"),
    issuesOf(node.values?.origin, context),
    printPointer(at),
    value,
    list,
  );
  if (allowed.some((each) => typeof each === "object" && each !== null)) {
    return [guard(`!${context.runtime("isOneOf")}(${value}, ${list})`, expected)];
  }
  if (allowed.length > MANY_VALUES) return [guard(`!${list}.includes(${value})`, expected)];
  return [guard(...allowed.map((each) => [value, " !== ", jsonLiteral(each)]), expected)];
}

/** From here on a list is searched: its literals stand in the source once, not twice. */
const MANY_VALUES = 3;

/** The allowed values as a constant of the module, of no type that would ask its members to be of theirs. */
export function valuesConstant(
  allowed: readonly Json[],
  wish: string,
  context: CheckContext,
): string {
  return context.hoist(
    `values ${JSON.stringify(allowed)}`,
    wish,
    arrayLiteral(allowed.map(jsonLiteral)),
    "readonly unknown[]",
  );
}

/** A constant is named after the member it serves, or after the type. */
export function hintOf(value: string, suffix: string, { subject }: CheckContext): string {
  const name = value.replace(/\d+$/, "");
  return `${name === "value" || name === "item" || name === "member" ? subject : name}${suffix}`;
}

function isImplied(node: Node): boolean {
  return !allowedValues(node).some((each) => typeof each === "object" && each !== null);
}

/** The values that the types allow too: `enum` implies the type where all its values have it. */
function allowedValues(node: Node): readonly Json[] {
  const types = node.types?.value;
  return (node.values?.value ?? []).filter(
    (value) => types === undefined || types.some((type) => hasType(value, type)),
  );
}

export function hasType(value: Json, type: JsonType): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object")
    return typeof value === "object" && value !== null && !Array.isArray(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

/** A test that is true where a value lacks a type. */
function lacksType(type: JsonType, value: string, context: CheckContext): string {
  switch (type) {
    case "null":
      return `${value} !== null`;
    case "boolean":
    case "string":
      return `typeof ${value} !== ${stringLiteral(type)}`;
    case "integer":
      return `!${context.runtime("isInteger")}(${value})`;
    case "number":
      return `!${context.runtime("isNumber")}(${value})`;
    case "array":
      return `!${context.runtime("isArray")}(${value})`;
    case "object":
      return `!${context.runtime("isObject")}(${value})`;
  }
}

function hasTypeTest(type: JsonType, value: string, context: CheckContext): string {
  const lacks = lacksType(type, value, context);
  return lacks.startsWith("!") ? lacks.slice(1) : lacks.replace(" !== ", " === ");
}

/** The rules that hold for one type of value only. */
function rulesOf(
  type: JsonType,
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  switch (type) {
    case "array":
      return arrayStatements(node, value, at, context);
    case "object": {
      const object = context.variable("object");
      const rules = objectStatements(node, object, value, at, context);
      if (rules.length === 0) return [];
      return [
        raw(`const ${object} = ${context.runtime("members")}(${value});`),
        ...when([`${object} !== undefined`], rules),
      ];
    }
    default:
      return scalarStatements(type, node, value, at, context);
  }
}

const RULED_TYPES: readonly JsonType[] = ["string", "number", "array", "object"];

function typedStatements(
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const types = node.types?.value;
  // Where `enum` implies the type, what else is said of that type still holds.
  if (types === undefined || (node.values !== undefined && isImplied(node))) {
    return RULED_TYPES.flatMap((type) => {
      const rules = rulesOf(type, node, value, at, context.nested());
      return rules.length === 0 ? [] : when([hasTypeTest(type, value, context)], rules);
    });
  }
  const expected = reportType(context, at, value, types, node.types?.origin);
  const ruled = types.map((type) => ({
    type,
    rules: rulesOf(type, node, value, at, context.nested()),
  }));
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

function conditionStatements(
  node: Node,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const negated = node.not.map((each) => {
    const check = context.helper(each, "Not");
    return guard(`!${check}(${value})`, report(context, at, "not", each.origin));
  });
  const conditionals = node.conditionals.flatMap((conditional) => {
    const met =
      conditional.then === undefined
        ? []
        : valueStatements(conditional.then, value, at, context.nested());
    const unmet =
      conditional.else === undefined
        ? []
        : valueStatements(conditional.else, value, at, context.nested());
    if (met.length === 0 && unmet.length === 0) return [];
    const check = context.helper(conditional.if, "If");
    return met.length === 0
      ? when([`${check}(${value})`], unmet)
      : when([`!${check}(${value})`], met, unmet);
  });
  return [...negated, ...conditionals];
}
