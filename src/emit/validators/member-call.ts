/** Members whose whole check is one call of the runtime or of another type's check. */

import {
  code,
  isUnconstrained,
  numberLiteral,
  predicateName,
  soleReference,
  stringLiteral,
  type Definition,
  type Doc,
  type Identifier,
  type Node,
  type SchemaAddress,
} from "../v1.js";
import { isSimple } from "../../model/node.js";
import { localName } from "../../text/words.js";
import { VALUE, type CheckContext, type RuntimeName } from "./context.js";
import { allowedValues, hintOf, isScalar, enumConstant } from "./enum.js";
import { hasRulesOf } from "../../model/rule-kinds.js";
import type { ValueExpression } from "./checked-value.js";
import { printPointer, type PointerText } from "./pointer.js";
import { issuesOf } from "./report.js";
import { assertedFormats, patternConstant } from "./simple-rules.js";
import { call } from "./statement.js";

/** True where a check refuses `undefined` by its type, so that a missing member needs no test of its own. */
export function refusesAbsence(node: Node, open: ReadonlySet<Definition> = new Set()): boolean {
  if (node.types !== undefined || node.values !== undefined) return true;
  const sole = soleReference(node);
  return (
    sole !== undefined && !open.has(sole) && refusesAbsence(sole.node, new Set(open).add(sole))
  );
}

/** The check of a node that stands for itself: another type's, or a helper of this module. */
export function checkOf(node: Node, hint: string, context: CheckContext): Identifier {
  const sole = soleReference(node);
  return sole === undefined ? context.helper(node, hint) : context.check(sole);
}

/** True where a node's statements report at its own place only, so that they may stand inside a loop. */
export function isLeaf(node: Node): boolean {
  const types = node.types?.value ?? [];
  return (
    node.never !== undefined ||
    (types.every((type) => type !== "array" && type !== "object") &&
      !hasRulesOf(node, ["array", "object", "in place"]))
  );
}

/** A value that may be missing. */
interface CheckedMember extends ValueExpression {
  readonly isOptional: boolean;
}

/**
 * A member whose whole check is one call: another type's, a list's, a bare type's or a format's. Most
 * members are, and the call is shorter than its statements. Undefined where the node says more.
 */
export function memberCall(node: Node, member: CheckedMember): Doc | undefined {
  const { value, at, isOptional, context } = member;
  const name = (required: RuntimeName, absent: RuntimeName): Identifier =>
    context.runtime(isOptional ? absent : required);
  const place = printPointer(at);
  const sole = soleReference(node);
  if (sole !== undefined)
    return call(
      name("memberStops", "optionalMemberStops"),
      code`issues`,
      place,
      context.check(sole),
      value,
    );
  const item = node.types?.value.join() === "array" ? listItem(node) : undefined;
  const issues = issuesOf(node.types?.origin, context);
  if (item === undefined) {
    const rule = ruleCall(node, member);
    if (rule !== undefined || !isInlineObject(node)) return rule;
    const fails = context.helper(node, "");
    return call(name("memberStops", "optionalMemberStops"), issues, place, fails, value);
  }
  return call(
    name("itemsStop", "optionalItemsStop"),
    issues,
    place,
    itemCheck(item, context),
    value,
  );
}

/** An object that is declared where it is used: its members have a function of their own. */
function isInlineObject({ types, values, never }: Node): boolean {
  return types?.value.join() === "object" && values === undefined && never === undefined;
}

/** True for an object of any members: `additionalProperties: true` says nothing. */
function isAnyObject(node: Node): boolean {
  const { additionalProperties } = node;
  const isOpenMap = additionalProperties !== undefined && isUnconstrained(additionalProperties);
  return isOpenMap ? isSimple(node, "additionalProperties") : isSimple(node);
}

/** An object that is a map, and nothing else: a check of its values, and one of its names. */
function mapCall(node: Node, { value, at, isOptional, context }: CheckedMember): Doc | undefined {
  const { types, additionalProperties: entry, propertyNames } = node;
  const [name, ...others] = propertyNames;
  const isMap =
    types?.value.join() === "object" &&
    node.references.length === 0 &&
    isSimple(node, "additionalProperties", "propertyNames");
  if (!isMap || entry === undefined || others.length > 0) return undefined;
  if (entry.never !== undefined || isUnconstrained(entry)) return undefined;
  const owner = context.ownerOf(types.origin.document);
  if (name !== undefined && context.ownerOf(name.origin.document) !== owner) return undefined;
  return call(
    context.runtime(isOptional ? "optionalMapStops" : "mapStops"),
    issuesOf(types.origin, context),
    printPointer(at),
    value,
    checkOf(entry, "Entry", context),
    ...(name === undefined ? [] : [checkOf(name, "Name", context)]),
  );
}

/** The stem of a constant's name: the member, or the type. */
function nameAt({ known }: PointerText): Identifier {
  return known === "" ? VALUE : localName(known.slice(known.lastIndexOf("/") + 1));
}

/**
 * A value that one rule is all about: a bare type, a format, a pattern, the allowed values, or those of a map. Undefined
 * where the node says more, or where the call would have to put its pointer together for every value.
 */
export function ruleCall(node: Node, member: CheckedMember): Doc | undefined {
  const { at } = member;
  const [only, ...others] = node.types?.value ?? [];
  const isFixed = at.index === undefined && at.expression === undefined;
  if (node.references.length > 0 || !isFixed) return undefined;
  const map = mapCall(node, member);
  if (map !== undefined) return map;
  if (node.values !== undefined) return enumCall(node, node.values.origin, member);
  const origin = node.types?.origin;
  if (node.types?.value.join() === "string,null" && isSimple(node))
    return printCall(member, origin, {
      required: "nullableStringStops",
      optional: "optionalNullableStringStops",
    });
  if (only === undefined || others.length > 0) return undefined;
  switch (only) {
    case "integer":
      return integerCall(node, member);
    case "boolean":
      return isSimple(node)
        ? printCall(member, origin, { required: "booleanStops", optional: "optionalBooleanStops" })
        : undefined;
    case "object":
      return isAnyObject(node)
        ? printCall(member, origin, { required: "objectStops", optional: "optionalObjectStops" })
        : undefined;
    case "string":
      return stringCall(node, member);
    default:
      return undefined;
  }
}

/** The runtime's functions for a member that is required and for one that may be missing, and what else they take. */
interface MemberCheck {
  readonly required: RuntimeName;
  readonly optional: RuntimeName;
  readonly more?: readonly Doc[];
}

function printCall(
  { value, at, isOptional, context }: CheckedMember,
  origin: SchemaAddress | undefined,
  { required, optional, more = [] }: MemberCheck,
): Doc {
  return call(
    context.runtime(isOptional ? optional : required),
    issuesOf(origin, context),
    printPointer(at),
    value,
    ...more,
  );
}

function enumCall(node: Node, origin: SchemaAddress, member: CheckedMember): Doc | undefined {
  const { at, context } = member;
  const allowed = allowedValues(node);
  const isBare = isSimple(node, "values") && allowed.every(isScalar);
  if (!isBare || allowed.length === 0) return undefined;
  const list = enumConstant(node, hintOf(nameAt(at), "Values", context), context);
  return printCall(member, origin, {
    required: "enumStops",
    optional: "optionalEnumStops",
    more: [list],
  });
}

function integerCall(node: Node, member: CheckedMember): Doc | undefined {
  const { minimum, types } = node;
  if (!isSimple(node, "minimum")) return undefined;
  if (minimum !== undefined && !haveOneOwner(minimum.origin, types?.origin, member.context))
    return undefined;
  const bound = minimum === undefined ? [] : [numberLiteral(minimum.value)];
  return printCall(member, types?.origin, {
    required: "integerStops",
    optional: "optionalIntegerStops",
    more: bound,
  });
}

function stringCall(node: Node, member: CheckedMember): Doc | undefined {
  const { at, context } = member;
  const origin = node.types?.origin;
  if (!isSimple(node, "format", "pattern")) return undefined;
  const formats = assertedFormats(node, context);
  const [rule, ...more] = [...node.pattern, ...formats];
  if (rule === undefined)
    return printCall(member, origin, { required: "stringStops", optional: "optionalStringStops" });
  if (more.length > 0 || !haveOneOwner(rule.origin, origin, context)) return undefined;
  const [format] = formats;
  if (format === undefined) {
    const constant = patternConstant(rule.value, context, nameAt(at));
    return printCall(member, origin, {
      required: "patternStops",
      optional: "optionalPatternStops",
      more: [constant],
    });
  }
  const predicate = context.runtime(predicateName(format.value) as RuntimeName);
  const text = stringLiteral(format.value);
  return printCall(member, origin, {
    required: "formatStops",
    optional: "optionalFormatStops",
    more: [text, predicate],
  });
}

/** True where one capability has both rules, so that one call can report either. */
function haveOneOwner(
  left: SchemaAddress,
  right: SchemaAddress | undefined,
  context: CheckContext,
): boolean {
  return context.ownerOf(left.document) === context.ownerOf(right?.document ?? "");
}

export function itemCheck(item: Node, context: CheckContext): Identifier {
  const bare =
    item.types?.value.length === 1 &&
    item.types.value[0] === "string" &&
    isSimple(item, "format") &&
    assertedFormats(item, context).length === 0;
  return bare && item.references.length === 0
    ? context.runtime("stringItemStops")
    : checkOf(item, "Item", context);
}

/** The items, where a node is a list of them and nothing else, and they need a check of their own. */
export function listItem(node: Node): Node | undefined {
  const { items, references } = node;
  if (items === undefined || isUnconstrained(items) || references.length > 0) return undefined;
  return isSimple(node, "items") ? items : undefined;
}
