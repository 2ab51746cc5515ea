/**
 * The members of an object literal, including those that spreads bring. Syntax is enough for literals of the same module
 * and for the runtime's own handlers; for other spreads, a type checker may say.
 */

import { Node, type ObjectLiteralExpression } from "ts-morph";
import { constInitializer, unwrapExpression } from "./expressions.js";
import { COMMERCE_MODULE, HANDLERS_BY_FUNCTION } from "./commerce-handlers.js";
import type { MemberNames } from "./member-names.js";

export interface LiteralMembers {
  /** Members of the literal itself, by name. */
  readonly own: ReadonlyMap<string, Node>;
  /** Names that the object certainly has. */
  readonly certain: ReadonlySet<string>;
  /** Names that an optional or conditional part may bring, with that part. */
  readonly possible: ReadonlyMap<string, Node>;
  /** Parts whose names cannot be determined. */
  readonly unknown: readonly Node[];
}

/** @param typed asks a type checker for the names of a spread or a computed name */
export function readMembers(
  literal: ObjectLiteralExpression,
  typed: (node: Node) => MemberNames | undefined = () => undefined,
): LiteralMembers {
  const own = new Map<string, Node>();
  const certain = new Set<string>();
  const possible = new Map<string, Node>();
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
    for (const each of names?.possible ?? []) possible.set(each, member);
  }
  return { own, certain, possible, unknown };
}

/** A name without quotes; undefined for a computed name that is not a literal. */
function nameOf(node: Node): string | undefined {
  if (Node.isIdentifier(node)) return node.getText();
  const name = Node.isComputedPropertyName(node) ? node.getExpression() : node;
  return Node.isStringLiteral(name) || Node.isNoSubstitutionTemplateLiteral(name)
    ? name.getLiteralText()
    : Node.isNumericLiteral(name)
      ? String(name.getLiteralValue())
      : undefined;
}

/** @param seen literals that were read: one may be spread twice, or into itself */
function namesBySyntax(member: Node, seen: Set<Node>): MemberNames | undefined {
  if (!Node.isSpreadAssignment(member)) return undefined;
  const spread = unwrapExpression(member.getExpression());
  const generated = generatedHandlers(spread);
  if (generated !== undefined) return { certain: generated, possible: [] };
  const literal = Node.isIdentifier(spread) ? constInitializer(spread) : spread;
  if (!Node.isObjectLiteralExpression(literal)) return undefined;
  if (seen.has(literal)) return { certain: [], possible: [] };
  seen.add(literal);
  const names = literal.getProperties().map((each) => {
    if (Node.isSpreadAssignment(each)) return namesBySyntax(each, seen);
    const name = nameOf(each.getNameNode());
    return name === undefined ? undefined : { certain: [name], possible: [] };
  });
  // With one unknown part, the types have to say what the whole has.
  if (names.includes(undefined)) return undefined;
  return {
    certain: names.flatMap((each) => each?.certain ?? []),
    possible: names.flatMap((each) => each?.possible ?? []),
  };
}

/** Those of `checkouts.handlers`, where `checkouts` is the result of the generated `createCheckouts`; of the other functions likewise. */
function generatedHandlers(node: Node | undefined): readonly string[] | undefined {
  if (!Node.isPropertyAccessExpression(node) || node.getName() !== "handlers") return undefined;
  const object = unwrapExpression(node.getExpression());
  const call = Node.isIdentifier(object) ? constInitializer(object) : object;
  if (!Node.isCallExpression(call)) return undefined;
  const callee = call.getExpression().getText();
  const imported = call
    .getSourceFile()
    .getImportDeclarations()
    .filter((each) => COMMERCE_MODULE.test(each.getModuleSpecifierValue()))
    .flatMap((each) => each.getNamedImports())
    .find((each) => (each.getAliasNode()?.getText() ?? each.getName()) === callee);
  return imported && HANDLERS_BY_FUNCTION.get(imported.getName());
}
