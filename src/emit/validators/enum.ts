/** Rules of `enum` and `const`. */

import type { Json } from "@proto-gen/runtime/json";
import { hasType } from "../../model/json-type.js";
import { arrayLiteral, code, identifier, jsonLiteral, type Identifier, type Node } from "../v1.js";
import type { CheckContext } from "./context.js";
import type { CheckedValue } from "./checked-value.js";
import { printPointer } from "./pointer.js";
import { issuesOf } from "./report.js";
import { call, guard, type Statement } from "./statement.js";

/** Literals compare with `!==`; arrays and objects by value. */
export function enumStatements(node: Node, { value, at, context }: CheckedValue): Statement[] {
  const allowed = allowedValues(node);
  const list = enumConstant(node, hintOf(value, "Values", context), context);
  const expected = call(
    context.runtime("enumFailed"),
    issuesOf(node.values?.origin, context),
    printPointer(at),
    value,
    list,
  );
  if (!allowed.every(isScalar)) {
    return [guard(code`!${context.runtime("isOneOf")}(${value}, ${list})`, expected)];
  }
  if (allowed.length > MANY_VALUES || hasConditionalEnum(node))
    return [guard(code`!${list}.includes(${value})`, expected)];
  return [guard(...allowed.map((each) => [code`${value} !== `, jsonLiteral(each)]), expected)];
}

/** From here on a list is searched: its literals stand in the source once, not twice. */
const MANY_VALUES = 3;

/** The values that a node allows: where some depend on the active capabilities, those of the set that the check is for. */
export function enumConstant(node: Node, wish: Identifier, context: CheckContext): Identifier {
  const allowed = allowedValues(node);
  return hasConditionalEnum(node)
    ? context.activeValues(node, allowed, wish)
    : valuesConstant(allowed, wish, context);
}

/** The allowed values as a constant of the module, of no type that would ask its members to be of theirs. */
export function valuesConstant(
  allowed: readonly Json[],
  wish: Identifier,
  context: CheckContext,
): Identifier {
  return context.hoist(`values ${JSON.stringify(allowed)}`, wish, {
    value: arrayLiteral(allowed.map(jsonLiteral)),
    type: code`readonly unknown[]`,
  });
}

/** True where some of the values are allowed only while certain capabilities are active. */
export function hasConditionalEnum({ ownedValues }: Node): boolean {
  return ownedValues.some(({ isConditional }) => isConditional);
}

/** A constant is named after the member it serves, or after the type. */
export function hintOf(value: Identifier, suffix: string, { subject }: CheckContext): Identifier {
  const name = value.replace(/\d+$/, "");
  return identifier(
    `${name === "value" || name === "item" || name === "member" ? subject : name}${suffix}`,
  );
}

/** True where all allowed values are scalars, so that a test of the type is redundant. */
export function impliesType(node: Node): boolean {
  return allowedValues(node).every(isScalar);
}

/** The values that the types allow too: `enum` implies the type where all its values have it. */
export function allowedValues(node: Node): readonly Json[] {
  const types = node.types?.value;
  return (node.values?.value ?? []).filter(
    (value) => types === undefined || types.some((type) => hasType(value, type)),
  );
}

export function isScalar(value: Json): boolean {
  return typeof value !== "object" || value === null;
}
