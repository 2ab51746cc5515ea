/**
 * Simplifies a type that openapi-typescript made, for those who write code against it. An open schema gets no index
 * signature, as in the emitted types.
 */

import type { Declaration, Member, ObjectType, Type } from "../../../source/layout/syntax.js";

/** @param declaration without unions in unions or intersections in intersections */
export function simplifyDeclaration(declaration: Declaration): Declaration {
  return { ...declaration, type: simplify(declaration.type) };
}

function simplify(type: Type): Type {
  switch (type.kind) {
    case "name":
      return { ...type, arguments: type.arguments.map(simplify) };
    case "array":
      return { ...type, element: simplify(type.element) };
    case "readonly":
      return { ...type, operand: simplify(type.operand) };
    case "tuple":
      return {
        ...type,
        elements: type.elements.map((element) => ({ ...element, type: simplify(element.type) })),
      };
    case "object":
      return simplifyObject(type);
    case "union":
      // `"a" | string` stays: editors would complete `string & {}`, but openapi-fetch makes an object of it.
      return { kind: "union", types: type.types.map(simplify) };
    case "intersection":
      return { kind: "intersection", types: withoutRedundant(type.types.map(simplify)) };
    case "literal":
    case "access":
      return type;
  }
}

function simplifyObject({ members }: ObjectType): ObjectType {
  return {
    kind: "object",
    members: members.map((member): Member => ({ ...member, type: simplify(member.type) })),
  };
}

/** The parts of an intersection, without those that the others make redundant. */
function withoutRedundant(types: readonly Type[]): readonly Type[] {
  const known = types.filter((type) => !isNamed(type, "unknown"));
  const [first] = types;
  if (known.length === 0) return first === undefined ? [] : [first];
  const closed = known.filter((type) => !isOpenMap(type));
  if (closed.length === 0) return known.slice(0, 1);
  // No object literal could have both: each named member would have to be of the map's type, too.
  const hasMembers = closed.some((type) => type.kind === "object" && !isMap(type));
  return hasMembers ? closed.filter((type) => !isMap(type)) : closed;
}

function isOpenMap(type: Type): boolean {
  if (type.kind === "name" && type.name === "Record")
    return isNamed(type.arguments[1], "unknown") && isNamed(type.arguments[0], "string");
  return isMap(type) && type.members.every((member) => isNamed(member.type, "unknown"));
}

function isMap(type: Type): type is ObjectType {
  return (
    type.kind === "object" &&
    type.members.length > 0 &&
    type.members.every(({ key }) => key.kind === "index")
  );
}

function isNamed(type: Type | undefined, name: string): boolean {
  return type?.kind === "name" && type.name === name && type.arguments.length === 0;
}
