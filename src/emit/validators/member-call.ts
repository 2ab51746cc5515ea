/** Members whose whole check is one call of the runtime or of another type's check. */

import {
  isSimple,
  isUnconstrained,
  soleReference,
  type Definition,
  type Node,
} from "../../model/node.js";
import type { Doc } from "../source/doc.js";
import { numberLiteral, stringLiteral } from "../source/literal.js";
import type { CheckContext, RuntimeName } from "./context.js";
import { printPointer, type PointerText } from "./pointer.js";
import { issuesOf } from "./report.js";
import { assertedFormats, formatPredicate } from "./scalar.js";
import { call } from "./statement.js";
import type { Identifier } from "../../text/identifier.js";
import { code, type Code } from "../source/code.js";

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

/**
 * A member whose whole check is one call: another type's, a list's, a bare type's or a format's. Most
 * members are, and the call is shorter than its statements. Undefined where the node says more.
 */
export function memberCall(
  node: Node,
  value: Code,
  at: PointerText,
  optional: boolean,
  context: CheckContext,
): Doc | undefined {
  const name = (required: RuntimeName, absent: RuntimeName): Identifier =>
    context.runtime(optional ? absent : required);
  const place = printPointer(at);
  const sole = soleReference(node);
  if (sole !== undefined)
    return call(
      name("memberFails", "optionalMemberFails"),
      code`issues`,
      place,
      context.check(sole),
      value,
    );
  const [only, ...others] = node.types?.value ?? [];
  if (only === undefined || others.length > 0 || node.references.length > 0) return undefined;
  const issues = issuesOf(node.types?.origin, context);
  const item = only === "array" ? listItem(node) : undefined;
  if (item !== undefined)
    return call(
      name("itemsFail", "optionalItemsFail"),
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

export function itemCheck(item: Node, context: CheckContext): Identifier {
  const bare =
    item.types?.value.length === 1 &&
    item.types.value[0] === "string" &&
    isSimple({ ...item, formats: assertedFormats(item, context) });
  return bare && item.references.length === 0
    ? context.runtime("stringItemFails")
    : checkOf(item, "Item", context);
}

/** The items, where a node is a list of them and nothing else, and they need a check of their own. */
export function listItem({ items, types: _types, ...rest }: Node): Node | undefined {
  if (items === undefined || isUnconstrained(items) || rest.references.length > 0) return undefined;
  return isSimple({ ...rest, items: undefined, types: undefined }) ? items : undefined;
}
