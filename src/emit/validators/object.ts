/** Rules of objects: members that are required first, then those that may be there, then all the others. */

import {
  isUnconstrained,
  MEMBER_STATES,
  type MemberState,
  type Node,
  type OpenProperty,
  type Property,
} from "../../model/node.js";
import { hardline, indent, type Doc } from "../source/doc.js";
import { numberLiteral, stringLiteral } from "../source/literal.js";
import type { CheckContext } from "./context.js";
import { elementStatements, leftoverStatements, type Element } from "./element.js";
import { keyPointer, memberPointer, type PointerText } from "./pointer.js";
import { patternConstant } from "./scalar.js";
import { block, guard, printStatements, raw, when, type Statement } from "./statement.js";
import { unevaluatedPropertiesStatements } from "./unevaluated.js";
import { checkOf, memberCall, refusesAbsence } from "./member-call.js";
import { report } from "./report.js";
import { valueStatements } from "./value.js";

/** Names that every object inherits, so that reading them needs a look at whether they are its own. */
const INHERITED: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** The expression that reads an own member. */
export function readMember(object: string, name: string, context: CheckContext): string {
  const key = stringLiteral(name);
  return INHERITED.has(name)
    ? `${context.runtime("member")}(${object}, ${key})`
    : `${object}[${key}]`;
}

/** @param object the variable that holds the members of `value` */
export function objectStatements(
  node: Node,
  object: string,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const ordered = [...node.properties].sort(
    ([, left], [, right]) =>
      Number(left.required === undefined) - Number(right.required === undefined),
  );
  return [
    ...ordered.flatMap(([name, property]) =>
      propertyStatements(name, property, object, at, context),
    ),
    ...countStatements(node, object, at, context),
    ...dependentStatements(node, object, value, at, context),
    ...otherStatements(node, object, at, context),
    ...unevaluatedPropertiesStatements(node, object, value, at, context),
  ];
}

function propertyStatements(
  name: string,
  property: Property,
  object: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const { node, required, origins, open } = property;
  if (open !== undefined) return openStatements(name, property, open, object, at, context);
  const place = memberPointer(at, name);
  const [introduced] = origins;
  const owner = introduced && context.ownerOf(introduced.document);
  const missing = (): Statement =>
    guard(report(context.ownedBy(owner), place, "required", required));
  if (isUnconstrained(node)) {
    return required === undefined
      ? []
      : when([`${readMember(object, name, context)} === undefined`], [missing()]);
  }
  const simple =
    required === undefined || refusesAbsence(node)
      ? memberCall(
          node,
          readMember(object, name, context),
          place,
          required === undefined,
          context.ownedBy(owner),
        )
      : undefined;
  if (
    simple !== undefined &&
    (required === undefined || context.ownerOf(required.document) === owner)
  )
    return [guard(simple)];
  const variable = context.variable(camelCase(name));
  const inBlock =
    required === undefined ||
    !(refusesAbsence(node) && context.ownerOf(required.document) === owner);
  const owned = context.ownedBy(owner);
  const body = valueStatements(node, variable, place, inBlock ? owned.nested() : owned);
  if (body.length === 0 && required === undefined) return [];
  const read = raw(`const ${variable} = ${readMember(object, name, context)};`);
  if (required === undefined) return [read, ...when([`${variable} !== undefined`], body)];
  if (!inBlock) return [read, ...body];
  return [read, ...when([`${variable} === undefined`], [missing()], body)];
}

/** A member whose visibility the active extensions decide. */
function openStatements(
  name: string,
  { node, required, origins }: Property,
  open: OpenProperty,
  object: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const place = memberPointer(at, name);
  const [introduced] = origins;
  const owned = context.ownedBy(introduced && context.ownerOf(introduced.document));
  const state = context.visibility(name);
  const missing = guard(
    ...(required === undefined ? stateTests(open.required.value, state) : []),
    report(owned, place, "required", required ?? open.required.origin),
  );
  const isRequired = required !== undefined || open.required.value.size > 0;
  const variable = context.variable(camelCase(name));
  const present = valueStatements(node, variable, place, owned.nested());
  const omitted =
    open.omitted === node
      ? present
      : valueStatements(open.omitted, variable, place, owned.nested());
  const body = open.omitted === node ? present : when([`${state} !== "omit"`], present, omitted);
  const only = body.length === 0 ? omitted : body;
  const checked =
    body.length > 0 || only.length === 0 ? body : when([`${state} === "omit"`], omitted);
  if (!isRequired && checked.length === 0) return [];
  const read = raw(`const ${variable} = ${readMember(object, name, context)};`);
  return [
    read,
    ...(isRequired
      ? when([`${variable} === undefined`], [missing], checked)
      : when([`${variable} !== undefined`], checked)),
  ];
}

/** Tests that hold in these states of a member, and in no other. */
function stateTests(states: ReadonlySet<MemberState>, state: string): string[] {
  const literal = (each: MemberState): string =>
    each === "unset" ? "undefined" : stringLiteral(each);
  const [only, ...others] = states;
  if (only !== undefined && others.length === 0) return [`${state} === ${literal(only)}`];
  return MEMBER_STATES.filter((each) => !states.has(each)).map(
    (each) => `${state} !== ${literal(each)}`,
  );
}

function countStatements(
  { minProperties, maxProperties }: Node,
  object: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const count =
    minProperties === undefined && maxProperties === undefined
      ? ""
      : `${context.runtime("names")}(${object}).length`;
  return [
    ...(minProperties === undefined || minProperties.value === 0
      ? []
      : [
          guard(
            `${count} < ${minProperties.value}`,
            report(
              context,
              at,
              "minProperties",
              minProperties.origin,
              numberLiteral(minProperties.value),
            ),
          ),
        ]),
    ...(maxProperties === undefined
      ? []
      : [
          guard(
            `${count} > ${maxProperties.value}`,
            report(
              context,
              at,
              "maxProperties",
              maxProperties.origin,
              numberLiteral(maxProperties.value),
            ),
          ),
        ]),
  ];
}

function dependentStatements(
  node: Node,
  object: string,
  value: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const stays = (name: string, open?: ReadonlySet<string>): string[] =>
    open?.has(name) === true ? [`${context.visibility(name)} !== "omit"`] : [];
  const required = node.dependentRequired.flatMap(
    ({ name, required: { value: names, origin }, open }) =>
      when(
        [`${readMember(object, name, context)} !== undefined`],
        names.map((each) =>
          guard(
            ...stays(each, open),
            `${readMember(object, each, context)} === undefined`,
            report(
              context,
              memberPointer(at, each),
              "dependentRequired",
              origin,
              stringLiteral(name),
            ),
          ),
        ),
      ),
  );
  const schemas = node.dependentSchemas.flatMap(({ name, node: dependent }) =>
    when(
      [`${readMember(object, name, context)} !== undefined`],
      valueStatements(dependent, value, at, context.nested()),
    ),
  );
  return [...required, ...schemas];
}

/** Members that no `properties` names: patterns, `additionalProperties`, and the names themselves. */
function otherStatements(
  node: Node,
  object: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const { patternProperties, additionalProperties, propertyNames } = node;
  const closing =
    additionalProperties !== undefined && !isUnconstrained(additionalProperties)
      ? additionalProperties
      : undefined;
  const patterned = patternProperties.filter(({ node: each }) => !isUnconstrained(each));
  if (closing === undefined && patterned.length === 0 && propertyNames.length === 0) return [];
  const inner = context.nested();
  const key = inner.variable("key");
  const names = propertyNames.flatMap((each) => {
    const check = checkOf(each, "Name", context);
    const place = keyPointer(at, key, context.runtime("below"));
    return [guard(`${check}(${key})`, report(context, place, "propertyNames", each.origin))];
  });
  const matched = patterned.flatMap(({ pattern, node: each }) =>
    when(
      [`${patternConstant(pattern, context)}.test(${key})`],
      elementStatements(each, { kind: "member", container: object, key }, at, inner.nested()),
    ),
  );
  const rest =
    closing === undefined
      ? []
      : additionalStatements(closing, node, object, key, at, inner.nested());
  return [
    raw(
      block(`for (const ${key} of ${context.runtime("names")}(${object}))`, [
        ...names,
        ...matched,
        ...rest,
      ]),
    ),
  ];
}

function additionalStatements(
  additional: Node,
  node: Node,
  object: string,
  key: string,
  at: PointerText,
  context: CheckContext,
): Statement[] {
  const member: Element = { kind: "member", container: object, key };
  const body = leftoverStatements(additional, "additionalProperties", member, at, context);
  const unmatched = node.patternProperties.map(
    ({ pattern }) => `!${patternConstant(pattern, context)}.test(${key})`,
  );
  const named = [...node.properties.keys()].filter((name) => isDeclared(node, name));
  const guarded = unmatched.length === 0 ? body : when(unmatched, body);
  return named.length === 0 ? guarded : [raw(switchOn(key, named, guarded))];
}

/** `required` alone declares nothing: the member is additional still. */
function isDeclared(node: Node, name: string): boolean {
  return (node.properties.get(name)?.origins.length ?? 0) > 0;
}

function switchOn(key: string, names: readonly string[], otherwise: readonly Statement[]): Doc {
  const cases = names.map((name) => [hardline, `case ${stringLiteral(name)}:`]);
  const known = [indent([cases, indent([hardline, "break;"])])];
  const rest = indent([
    hardline,
    "default: {",
    indent([hardline, printStatements(otherwise)]),
    hardline,
    "}",
  ]);
  return [`switch (${key}) {`, known, rest, hardline, "}"];
}

export function camelCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== "");
  const joined = words
    .map(
      (word, index) =>
        (index === 0 ? word.charAt(0).toLowerCase() : word.charAt(0).toUpperCase()) + word.slice(1),
    )
    .join("");
  return /^[A-Za-z]/.test(joined) ? joined.slice(0, 40) : "member";
}
