/** The calls by which a check reports what is broken, or hands a value to another check. */

import type { IssueCode } from "@proto-gen/runtime/codegen/generator";
import {
  code,
  stringLiteral,
  type Doc,
  type Identifier,
  type JsonType,
  type SchemaAddress,
} from "../v1.js";
import type { CheckContext } from "./context.js";
import type { ValueExpression } from "./checked-value.js";
import { printPointer } from "./pointer.js";
import { call } from "./statement.js";

/** A rule that a value breaks, and the schema that has it. */
export interface BrokenRule {
  readonly rule: IssueCode;
  readonly origin: SchemaAddress | undefined;
  readonly expected?: Doc | undefined;
}

/** `failed(issues, at, codeRule, expected)` */
export function report(
  { at, context }: Pick<ValueExpression, "at" | "context">,
  { rule, origin, expected }: BrokenRule,
): Doc {
  const args = [
    issuesOf(origin, context),
    printPointer(at),
    context.runtime(`${rule}Rule`),
    ...(expected === undefined ? [] : [expected]),
  ];
  return call(context.runtime("failed"), ...args);
}

/** `typeFailed(issues, at, value, "type")`, which tells a value that is missing from one of another type. */
export function reportType(
  { value, at, context }: ValueExpression,
  types: readonly JsonType[],
  origin: SchemaAddress | undefined,
): Doc {
  return call(
    context.runtime("typeFailed"),
    issuesOf(origin, context),
    printPointer(at),
    value,
    stringLiteral(types.join(" or ")),
  );
}

/** `xStops(value, issues)`, or `memberStops(issues, at, xStops, value)` for a value below the one being checked. */
export function delegate(
  check: Identifier,
  { value, at, context }: ValueExpression,
  origin?: SchemaAddress,
): Doc {
  const issues = issuesOf(origin, context);
  if (at.known === "") return call(check, value, issues);
  return call(context.runtime("memberStops"), issues, printPointer(at), check, value);
}

/** `issues`, or `by(issues, capability)` for a rule that another capability contributed than the path tells. */
export function issuesOf(origin: SchemaAddress | undefined, context: CheckContext): Doc {
  const owner = origin && context.ownerOf(origin.document);
  if (owner === undefined || context.owner === undefined || owner === context.owner)
    return code`issues`;
  return call(context.runtime("by"), code`issues`, stringLiteral(owner));
}
