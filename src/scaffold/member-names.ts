/** The names of members by type, for spreads and computed names that syntax says nothing of. */

import { Node, type Symbol as Member, type Type } from "ts-morph";

export interface MemberNames {
  readonly certain: readonly string[];
  readonly possible: readonly string[];
}

/** @returns undefined where the type does not determine them: `any`, a type parameter, an index signature */
export function resolveMemberNames(member: Node): MemberNames | undefined {
  if (Node.isSpreadAssignment(member)) return namesOf(member.getExpression().getType());
  const name = Node.hasName(member) ? member.getNameNode() : undefined;
  if (!Node.isComputedPropertyName(name)) return undefined;
  const value = name.getExpression().getType().getLiteralValue();
  return typeof value === "string" ? { certain: [value], possible: [] } : undefined;
}

function namesOf(type: Type): MemberNames | undefined {
  // `...(open && handlers)`: a falsy value spreads nothing.
  const all = type.isUnion() ? type.getUnionTypes() : [type];
  const parts = all.filter((each) => !spreadsNothing(each)).map(namesOfObject);
  const [first, ...others] = parts;
  if (first === undefined || parts.includes(undefined)) return undefined;
  const certain =
    parts.length < all.length
      ? []
      : first.certain.filter((name) => others.every((each) => each?.certain.includes(name)));
  const every = parts.flatMap((each) => [...(each?.certain ?? []), ...(each?.possible ?? [])]);
  return { certain, possible: every.filter((name) => !certain.includes(name)) };
}

function spreadsNothing(type: Type): boolean {
  return type.isUndefined() || type.isNull() || type.isBooleanLiteral() || type.isLiteral();
}

function namesOfObject(type: Type): MemberNames | undefined {
  if (!type.isObject() && !type.isIntersection()) return undefined;
  if (type.getStringIndexType() !== undefined) return undefined;
  const properties = type.getApparentProperties().filter((each) => !isPrototypeMember(each));
  const names = (optional: boolean): string[] =>
    properties.filter((each) => each.isOptional() === optional).map((each) => each.getName());
  return { certain: names(false), possible: names(true) };
}

/** A spread leaves out methods and accessors of a class, which are its prototype's. */
function isPrototypeMember(member: Member): boolean {
  return member
    .getDeclarations()
    .some(
      (each) =>
        (Node.isMethodDeclaration(each) ||
          Node.isGetAccessorDeclaration(each) ||
          Node.isSetAccessorDeclaration(each)) &&
        Node.isClassLikeDeclarationBase(each.getParent()),
    );
}
