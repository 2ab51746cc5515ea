/** Prints the rules of objects: their members by name and the others, and what zod has no schema for. */

import {
  code,
  isUnconstrained,
  propertyName,
  regexLiteral,
  stringLiteral,
  type Code,
  type Doc,
  type Node,
  type Property,
} from "proto-gen/emitter/v1";
import {
  block,
  call,
  chained,
  exactOptional,
  generic,
  list,
  unknown,
  type Printed,
  type SchemaContext,
} from "./printed.js";

/** A member of such a name is inherited by every object, which zod takes for a member that is there. */
function isInherited(name: string): boolean {
  return name in Object.prototype;
}

export function printObject(node: Node, context: SchemaContext): Printed {
  const { properties, patternProperties, additionalProperties: rest } = node;
  const isApart = patternProperties.length > 0 || [...properties.keys()].some(isInherited);
  const members = [...properties].filter(([name]) => !isInherited(name));
  const base =
    members.length === 0 && rest !== undefined && rest.never === undefined && !isApart
      ? printMap(rest, context)
      : printMembers(members, isApart ? undefined : rest, context);
  return chained(base, [
    ...inheritedMembers(node, context),
    ...(isApart ? membersByName(node, context) : []),
    ...memberNames(node, context),
    ...memberCounts(node),
    ...node.dependentRequired.map(({ name, required }): Doc[] => [
      code`.refine((value) => !Object.hasOwn(value, ${stringLiteral(name)}) || `,
      list(required.value.map(stringLiteral)),
      code`.every((name) => Object.hasOwn(value, name)))`,
    ]),
  ]);
}

function printMap(rest: Node, context: SchemaContext): Printed {
  const { z } = context;
  const { value, type } = context.print(rest);
  return {
    value: call(code`${z}.record`, [code`${z}.string()`, value]),
    type: generic(code`${z}.ZodRecord`, [code`${z}.ZodString`, type]),
  };
}

function printMembers(
  members: readonly (readonly [string, Property])[],
  rest: Node | undefined,
  context: SchemaContext,
): Printed {
  const { z } = context;
  const open = rest === undefined || isUnconstrained(rest) ? undefined : context.print(rest);
  const shape = members.map(([name, { node, required, origins }]) => {
    // A member that is required and not declared is one of the others.
    const own = origins.length > 0 ? context.print(node) : (open ?? unknown(z));
    return [name, required === undefined ? exactOptional(own, z) : own] as const;
  });
  const literal = block(shape.map(([name, { value }]) => [propertyName(name), ": ", value, ","]));
  const type = block(shape.map(([name, own]) => [propertyName(name), ": ", own.type, ";"]));
  const object = (make: Code, config: Doc): Printed => ({
    value: [make, "(", literal, ")"],
    type: [code`${z}.ZodObject<`, type, code`, `, config, ">"],
  });
  if (open === undefined) return object(code`${z}.looseObject`, code`${z}.core.$loose`);
  if (rest?.never !== undefined) return object(code`${z}.strictObject`, code`${z}.core.$strict`);
  const typed = object(code`${z}.object`, [code`${z}.core.$catchall<`, open.type, ">"]);
  return { ...typed, value: [typed.value, code`.catchall(`, open.value, ")"] };
}

function inheritedMembers(node: Node, context: SchemaContext): Doc[] {
  const members = [...node.properties].filter(([name]) => isInherited(name));
  return members.map(([name, { node: each, required, origins }]): Doc => {
    const key = stringLiteral(name);
    const schema = context.declare(origins.length > 0 ? context.print(each) : unknown(context.z));
    const absent = required === undefined ? code`true` : code`false`;
    return code`.refine((value) => (Object.hasOwn(value, ${key}) ? ${schema}.safeParse(value[${key}]).success : ${absent}))`;
  });
}

/** Members by patterns of their names, and those that no name or pattern declares. */
function membersByName(node: Node, context: SchemaContext): Doc[] {
  const patterns = node.patternProperties.map(({ pattern }) => regexLiteral(pattern));
  const matched = node.patternProperties.map((each, index): Doc => {
    const schema = context.declare(context.print(each.node));
    return code`.refine((value) => Object.entries(value).every(([name, each]) => !${patterns[index]!}.test(name) || ${schema}.safeParse(each).success))`;
  });
  const rest = node.additionalProperties;
  if (rest === undefined || isUnconstrained(rest)) return matched;
  const declared = [...node.properties].filter(([, { origins }]) => origins.length > 0);
  const names = list(declared.map(([name]) => stringLiteral(name)));
  const tests = patterns.map((pattern) => code` || ${pattern}.test(name)`);
  const others = context.declare(context.print(rest));
  return [
    ...matched,
    [
      code`.refine((value) => Object.entries(value).every(([name, each]) => (`,
      names,
      code` as readonly string[]).includes(name)`,
      ...tests,
      code` || ${others}.safeParse(each).success))`,
    ],
  ];
}

function memberNames(node: Node, context: SchemaContext): Doc[] {
  return node.propertyNames.map((each): Doc => {
    const names = context.declare(context.print(each, ["string"]));
    return code`.refine((value) => Object.keys(value).every((name) => ${names}.safeParse(name).success))`;
  });
}

function memberCounts({ minProperties, maxProperties }: Node): Doc[] {
  return [
    ...(minProperties === undefined
      ? []
      : [code`.refine((value) => Object.keys(value).length >= ${minProperties.value})`]),
    ...(maxProperties === undefined
      ? []
      : [code`.refine((value) => Object.keys(value).length <= ${maxProperties.value})`]),
  ];
}
