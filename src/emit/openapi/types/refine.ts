/**
 * Refine: a type as openapi-typescript spells it in, one out that says the same and helps more who
 * writes code against it. Schemas that are open get no index signature, as in the emitted types.
 */

import type { Declaration, Member, ObjectType, Type } from "../../source/layout/syntax.js";

/** @param declaration without unions in unions or intersections in intersections */
export function refineDeclaration(declaration: Declaration): Declaration {
  return { ...declaration, type: refine(declaration.type) };
}

function refine(type: Type): Type {
  switch (type.kind) {
    case "name":
      return { ...type, arguments: type.arguments.map(refine) };
    case "array":
      return { ...type, element: refine(type.element) };
    case "readonly":
      return { ...type, operand: refine(type.operand) };
    case "tuple":
      return {
        ...type,
        elements: type.elements.map((element) => ({ ...element, type: refine(element.type) })),
      };
    case "object":
      return refineObject(type);
    case "union":
      // `"a" | string` stays: of `string & {}`, which editors complete, openapi-fetch makes an object.
      return { kind: "union", types: type.types.map(refine) };
    case "intersection":
      return { kind: "intersection", types: telling(type.types.map(refine)) };
    case "literal":
    case "access":
      return type;
  }
}

function refineObject({ members }: ObjectType): ObjectType {
  return {
    kind: "object",
    members: members.map((member): Member => ({ ...member, type: refine(member.type) })),
  };
}

/** What says nothing beside the other parts of an intersection is left out. */
function telling(types: readonly Type[]): readonly Type[] {
  const known = types.filter((type) => !isNamed(type, "unknown"));
  const [first] = types;
  if (known.length === 0) return first === undefined ? [] : [first];
  const closed = known.filter((type) => !isOpenMap(type));
  if (closed.length === 0) return known.slice(0, 1);
  // No object literal has both: each member that is named would have to be of the map's type too.
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
