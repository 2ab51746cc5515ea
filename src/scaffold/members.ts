/**
 * Which members an object literal has. In: the literal, and where a type checker could be started, what types
 * say. Out: names; those that it may have; and the parts of which nobody can say what they bring.
 */

import { Node, type ObjectLiteralExpression } from "ts-morph";
import { declaredAs, unwrapped } from "./declared.js";
import { KEEPER_FUNCTION, KEEPER_MODULE, KEPT_HANDLERS } from "./kept-handlers.js";
import type { TypedNames } from "./typed-names.js";

export interface Members {
  /** Written in the literal itself, with the place of each name. */
  readonly own: ReadonlyMap<string, Node>;
  /** All that it has for certain. */
  readonly certain: ReadonlySet<string>;
  /** What an optional or conditional part may bring. */
  readonly perhaps: ReadonlyMap<string, Node>;
  readonly unknown: readonly Node[];
}

/** @param typed what the types say of a spread or computed name; nothing where syntax has to do */
export function readMembers(
  literal: ObjectLiteralExpression,
  typed: (node: Node) => TypedNames | undefined = () => undefined,
): Members {
  const own = new Map<string, Node>();
  const certain = new Set<string>();
  const perhaps = new Map<string, Node>();
  const unknown: Node[] = [];
  for (const member of literal.getProperties()) {
    const name = Node.isSpreadAssignment(member) ? undefined : nameOf(member.getNameNode());
    if (name !== undefined) {
      own.set(name, member);
      certain.add(name);
      continue;
    }
    const names = namesBySyntax(member, new Set([literal])) ?? typed(member);
    if (names === undefined) unknown.push(member);
    for (const each of names?.certain ?? []) certain.add(each);
    for (const each of names?.perhaps ?? []) perhaps.set(each, member);
  }
  return { own, certain, perhaps, unknown };
}

/** A name as it is written, without quotes; undefined for a computed one that is no literal. */
function nameOf(node: Node): string | undefined {
  if (Node.isIdentifier(node)) return node.getText();
  const name = Node.isComputedPropertyName(node) ? node.getExpression() : node;
  return Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)
    ? name.getLiteralText()
    : Node.isNumericLiteral(name)
      ? String(name.getLiteralValue())
      : undefined;
}

/** @param seen literals that are counted: what two bring, or one brings to itself, is looked at once */
function namesBySyntax(member: Node, seen: Set<Node>): TypedNames | undefined {
  if (!Node.isSpreadAssignment(member)) return undefined;
  const spread = unwrapped(member.getExpression());
  if (isKept(spread)) return { certain: KEPT_HANDLERS, perhaps: [] };
  const literal = Node.isIdentifier(spread) ? declaredAs(spread) : spread;
  if (!Node.isObjectLiteralExpression(literal)) return undefined;
  if (seen.has(literal)) return { certain: [], perhaps: [] };
  seen.add(literal);
  const names = literal.getProperties().map((each) => {
    if (Node.isSpreadAssignment(each)) return namesBySyntax(each, seen);
    const name = nameOf(each.getNameNode());
    return name === undefined ? undefined : { certain: [name], perhaps: [] };
  });
  // One part that is not known, and types have to say what the whole is.
  if (names.includes(undefined)) return undefined;
  return {
    certain: names.flatMap((each) => each?.certain ?? []),
    perhaps: names.flatMap((each) => each?.perhaps ?? []),
  };
}

/** `checkouts.handlers`, where `checkouts` is what the runtime's keeper gives. */
function isKept(node: Node | undefined): boolean {
  if (!Node.isPropertyAccessExpression(node) || node.getName() !== "handlers") return false;
  const object = unwrapped(node.getExpression());
  const keeper = Node.isIdentifier(object) ? declaredAs(object) : object;
  if (!Node.isCallExpression(keeper)) return false;
  const callee = keeper.getExpression().getText();
  return keeper
    .getSourceFile()
    .getImportDeclarations()
    .filter((each) => each.getModuleSpecifierValue() === KEEPER_MODULE)
    .flatMap((each) => each.getNamedImports())
    .some(
      (each) =>
        each.getName() === KEEPER_FUNCTION &&
        (each.getAliasNode()?.getText() ?? each.getName()) === callee,
    );
}
