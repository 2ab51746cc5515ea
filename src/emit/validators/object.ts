/** Rules of objects: members that are required first, then those that may be there, then all the others. */

import {
  code,
  hardline,
  identifier,
  indent,
  isUnconstrained,
  stringLiteral,
  type Code,
  type Doc,
  type Identifier,
  type Node,
  type Property,
} from "../v1.js";
import { MEMBER_STATES, type MemberState, type ContestedProperty } from "../../model/node.js";
import type { CheckedObject } from "./checked-value.js";
import { readMember } from "./read-member.js";
import { elementStatements, leftoverStatements, type Element } from "./element.js";
import { keyPointer, memberPointer } from "./pointer.js";
import { patternConstant, simpleStatements } from "./simple-rules.js";
import { block, declare, guard, printStatements, raw, when, type Statement } from "./statement.js";
import { unevaluatedPropertiesStatements } from "./unevaluated.js";
import { localName } from "../../text/words.js";
import { checkOf, memberCall, refusesAbsence } from "./member-call.js";
import { report } from "./report.js";
import { demandedStatements, valueStatements } from "./value.js";

const KEY = identifier("key");

export function objectStatements(node: Node, checked: CheckedObject): Statement[] {
  const { object } = checked;
  const ordered = [...node.properties].sort(
    ([, left], [, right]) =>
      Number(left.required === undefined) - Number(right.required === undefined),
  );
  return [
    ...ordered.flatMap(([name, property]) => propertyStatements(name, property, checked)),
    ...simpleStatements(node, "object", { ...checked, value: object }),
    ...dependentStatements(node, checked),
    ...otherStatements(node, checked),
    ...unevaluatedPropertiesStatements(node, checked),
  ];
}

function propertyStatements(name: string, property: Property, checked: CheckedObject): Statement[] {
  const { object, at, context } = checked;
  const { node, required, origins, contested } = property;
  if (contested !== undefined)
    return contestedStatements(name, { ...property, contested }, checked);
  const place = memberPointer(at, name);
  const [introduced] = origins;
  const owner = introduced && context.ownerOf(introduced.document);
  const missing = (): Statement =>
    guard(
      report(
        { at: place, context: context.ownedBy(owner) },
        { rule: "required", origin: required },
      ),
    );
  if (isUnconstrained(node)) {
    return required === undefined
      ? []
      : when([code`${readMember(object, name, context)} === undefined`], [missing()]);
  }
  const owned = context.ownedBy(owner).at(name);
  const saysAbsence =
    required !== undefined && refusesAbsence(node) && context.ownerOf(required.document) === owner;
  if (required === undefined || saysAbsence) {
    const read = readMember(object, name, context);
    const only = memberCall(node, {
      value: read,
      at: place,
      context: owned,
      isOptional: required === undefined,
    });
    if (only !== undefined) return [guard(only)];
  }
  const variable = context.variable(localName(name));
  const inBlock = !saysAbsence;
  const body = valueStatements(node, {
    value: variable,
    at: place,
    context: inBlock ? owned.nested() : owned,
  });
  if (body.length === 0 && required === undefined) return [];
  const read = raw(code`const ${variable} = ${readMember(object, name, context)};`);
  if (required === undefined) return [read, ...when([code`${variable} !== undefined`], body)];
  if (!inBlock) return declare(variable, readMember(object, name, context), body);
  return [read, ...when([code`${variable} === undefined`], [missing()], body)];
}

/** A member whose visibility the active extensions decide. */
function contestedStatements(
  name: string,
  { node, required, origins, contested }: Property & { readonly contested: ContestedProperty },
  { object, at, context }: CheckedObject,
): Statement[] {
  const place = memberPointer(at, name);
  const [introduced] = origins;
  const owned = context.ownedBy(introduced && context.ownerOf(introduced.document)).at(name);
  const state = context.visibility(name);
  const missing = guard(
    ...(required === undefined ? stateTests(contested.required.value, state) : []),
    report(
      { at: place, context: owned },
      { rule: "required", origin: required ?? contested.required.origin },
    ),
  );
  const isRequired = required !== undefined || contested.required.value.size > 0;
  const variable = context.variable(localName(name));
  const statements = (each: Node): Statement[] =>
    valueStatements(each, { value: variable, at: place, context: owned.nested() });
  const present = statements(node);
  const omitted = contested.omitted === node ? present : statements(contested.omitted);
  const body =
    contested.omitted === node ? present : when([code`${state} !== "omit"`], present, omitted);
  const only = body.length === 0 ? omitted : body;
  const checked =
    body.length > 0 || only.length === 0 ? body : when([code`${state} === "omit"`], omitted);
  if (!isRequired && checked.length === 0) return [];
  const read = raw(code`const ${variable} = ${readMember(object, name, context)};`);
  return [
    read,
    ...(isRequired
      ? when([code`${variable} === undefined`], [missing], checked)
      : when([code`${variable} !== undefined`], checked)),
  ];
}

/** Tests that hold in these states of a member, and in no other. */
function stateTests(states: ReadonlySet<MemberState>, state: Code): Code[] {
  const literal = (each: MemberState): Code =>
    each === "unset" ? code`undefined` : stringLiteral(each);
  const [only, ...others] = states;
  if (only !== undefined && others.length === 0) return [code`${state} === ${literal(only)}`];
  return MEMBER_STATES.filter((each) => !states.has(each)).map(
    (each) => code`${state} !== ${literal(each)}`,
  );
}

function dependentStatements(node: Node, checked: CheckedObject): Statement[] {
  const { object, at, context } = checked;
  const stays = (name: string, contested?: ReadonlySet<string>): Code[] =>
    contested?.has(name) === true ? [code`${context.visibility(name)} !== "omit"`] : [];
  const required = node.dependentRequired.flatMap(
    ({ name, required: { value: names, origin }, contested }) =>
      when(
        [code`${readMember(object, name, context)} !== undefined`],
        names.map((each) =>
          guard(
            ...stays(each, contested),
            code`${readMember(object, each, context)} === undefined`,
            report(
              { at: memberPointer(at, each), context },
              { rule: "dependentRequired", origin, expected: stringLiteral(name) },
            ),
          ),
        ),
      ),
  );
  const schemas = node.dependentSchemas.flatMap(({ name, node: dependent }) =>
    when(
      [code`${readMember(object, name, context)} !== undefined`],
      demandedStatements(dependent, { ...checked, context: context.nested() }),
    ),
  );
  return [...required, ...schemas];
}

/** Members that no `properties` names: patterns, `additionalProperties`, and the names themselves. */
function otherStatements(node: Node, { object, at, context }: CheckedObject): Statement[] {
  const { patternProperties, additionalProperties, propertyNames } = node;
  const closing =
    additionalProperties !== undefined && !isUnconstrained(additionalProperties)
      ? additionalProperties
      : undefined;
  const patterned = patternProperties.filter(({ node: each }) => !isUnconstrained(each));
  if (closing === undefined && patterned.length === 0 && propertyNames.length === 0) return [];
  const inner = context.nested();
  const key = inner.variable(KEY);
  const names = propertyNames.flatMap((each) => {
    const check = checkOf(each, "Name", context);
    const place = keyPointer(at, key, context.runtime("below"));
    return [
      guard(
        code`${check}(${key})`,
        report({ at: place, context }, { rule: "propertyNames", origin: each.origin }),
      ),
    ];
  });
  const matched = patterned.flatMap(({ pattern, node: each }) =>
    when(
      [code`${patternConstant(pattern, context)}.test(${key})`],
      elementStatements(each, {
        kind: "member",
        container: object,
        key,
        at,
        context: inner.nested(),
      }),
    ),
  );
  const rest =
    closing === undefined
      ? []
      : additionalStatements(closing, node, {
          kind: "member",
          container: object,
          key,
          at,
          context: inner.nested(),
        });
  return [
    raw(
      block(code`for (const ${key} of ${context.runtime("names")}(${object}))`, [
        ...names,
        ...matched,
        ...rest,
      ]),
    ),
  ];
}

function additionalStatements(additional: Node, node: Node, member: Element): Statement[] {
  const { key, context } = member;
  const body = leftoverStatements(additional, "additionalProperties", member);
  const unmatched = node.patternProperties.map(
    ({ pattern }) => code`!${patternConstant(pattern, context)}.test(${key})`,
  );
  const named = [...node.properties.keys()].filter((name) => isDeclared(node, name));
  const guarded = unmatched.length === 0 ? body : when(unmatched, body);
  return named.length === 0 ? guarded : [raw(switchOn(key, named, guarded))];
}

/** `required` alone declares nothing: the member is additional still. */
function isDeclared(node: Node, name: string): boolean {
  return (node.properties.get(name)?.origins.length ?? 0) > 0;
}

function switchOn(key: Identifier, names: readonly string[], otherwise: readonly Statement[]): Doc {
  const cases = names.map((name) => [hardline, code`case ${stringLiteral(name)}:`]);
  const known = [indent([cases, indent([hardline, code`break;`])])];
  const rest = indent([
    hardline,
    code`default: {`,
    indent([hardline, printStatements(otherwise)]),
    hardline,
    "}",
  ]);
  return [code`switch (${key}) {`, known, rest, hardline, "}"];
}
