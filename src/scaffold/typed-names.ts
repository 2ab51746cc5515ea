/** Member names by type. In: a spread or a member with a computed name. Out: the names that its type has. */

import { Node, type Symbol as Member, type Type } from "ts-morph";

export interface TypedNames {
  readonly certain: readonly string[];
  readonly perhaps: readonly string[];
}

/** Undefined where the type does not say: `any`, a type parameter, an index signature. */
export function typedNames(member: Node): TypedNames | undefined {
  if (Node.isSpreadAssignment(member)) return namesOf(member.getExpression().getType());
  const name = Node.hasName(member) ? member.getNameNode() : undefined;
  if (!Node.isComputedPropertyName(name)) return undefined;
  const value = name.getExpression().getType().getLiteralValue();
  return typeof value === "string" ? { certain: [value], perhaps: [] } : undefined;
}

function namesOf(type: Type): TypedNames | undefined {
  // `...(open && handlers)`: what is nothing spreads nothing.
  const all = type.isUnion() ? type.getUnionTypes() : [type];
  const parts = all.filter((each) => !isNothing(each)).map(namesOfPart);
  const [first, ...others] = parts;
  if (first === undefined || parts.includes(undefined)) return undefined;
  const certain =
    parts.length < all.length
      ? []
      : first.certain.filter((name) => others.every((each) => each?.certain.includes(name)));
  const every = parts.flatMap((each) => [...(each?.certain ?? []), ...(each?.perhaps ?? [])]);
  return { certain, perhaps: every.filter((name) => !certain.includes(name)) };
}

function isNothing(type: Type): boolean {
  return type.isUndefined() || type.isNull() || type.isBooleanLiteral() || type.isLiteral();
}

function namesOfPart(type: Type): TypedNames | undefined {
  if (!type.isObject() && !type.isIntersection()) return undefined;
  if (type.getStringIndexType() !== undefined) return undefined;
  const properties = type.getApparentProperties().filter((each) => !isOfClass(each));
  const names = (optional: boolean): string[] =>
    properties.filter((each) => each.isOptional() === optional).map((each) => each.getName());
  return { certain: names(false), perhaps: names(true) };
}

/** Methods and accessors of a class are its prototype's: a spread leaves them behind. */
function isOfClass(member: Member): boolean {
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
