/**
 * Where handlers stand in a user's module. In: the module. Out: the one object literal that is to be
 * `Handlers` by a type annotation, by `satisfies`, or as what `createServer` is given.
 */

import { Node, type ObjectLiteralExpression, type SourceFile, type TypeNode } from "ts-morph";
import { failure, type SourceLocation } from "../errors.js";
import { declaredAs, isFreeze, unwrapped } from "./declared.js";
import type { ServerImport } from "./server-import.js";
import { serverNames, type ServerNames } from "./server-names.js";

/** @throws ProtoGenError SCAFFOLD_NO_PLACE, with the place that comes nearest */
export function findPlace(
  source: SourceFile,
  file: string,
  server: ServerImport,
): ObjectLiteralExpression {
  const names = serverNames(source, server);
  const slots = source.getDescendants().filter((node) => isSlot(node, names));
  const literals = [...new Set(slots.flatMap(literalOf))];
  const outer = literals.filter((each) => !literals.some((other) => spreads(other, each)));
  const [found, second] = outer;
  if (found === undefined) throw noPlace(file, slots[0], server);
  if (second === undefined) return found;
  throw failure(
    "SCAFFOLD_NO_PLACE",
    "two objects are to be the handlers: this is the second",
    placeOf(file, second),
    "spread one into the other, or move it to another module",
  );
}

/** Line and column of a node. */
export function placeOf(file: string, node: Node): SourceLocation {
  return { file, ...node.getSourceFile().getLineAndColumnAtPos(node.getStart()) };
}

/** Whether an expression stands where `Handlers` are expected. */
function isSlot(node: Node, names: ServerNames): boolean {
  if (!Node.isExpression(node)) return false;
  const parent = node.getParent();
  if (Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent))
    return names.isHandlers(parent.getTypeNode()) || isSlot(parent, names);
  if (Node.isParenthesizedExpression(parent)) return isSlot(parent, names);
  if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent))
    return names.isHandlers(parent.getTypeNode()) && parent.getInitializer() === node;
  if (Node.isCallExpression(parent)) {
    if (parent.getArguments()[0] !== node) return false;
    return isFreeze(parent) ? isSlot(parent, names) : names.isCreateServer(parent.getExpression());
  }
  if (Node.isArrowFunction(parent))
    return names.isHandlers(parent.getReturnTypeNode()) && parent.getBody() === node;
  return Node.isReturnStatement(parent) && names.isHandlers(returnTypeOf(parent));
}

function returnTypeOf(statement: Node): TypeNode | undefined {
  const owner = statement.getFirstAncestor(
    (each) => Node.isFunctionLikeDeclaration(each) || Node.isFunctionExpression(each),
  );
  return Node.isReturnTyped(owner) ? owner.getReturnTypeNode() : undefined;
}

/** The literal itself, or the one that a name of this module stands for. */
function literalOf(slot: Node): ObjectLiteralExpression[] {
  const node = unwrapped(slot);
  if (Node.isObjectLiteralExpression(node)) return [node];
  const declared = Node.isIdentifier(node) ? declaredAs(node) : undefined;
  return Node.isObjectLiteralExpression(declared) ? [declared] : [];
}

function spreads(outer: ObjectLiteralExpression, inner: ObjectLiteralExpression): boolean {
  if (outer === inner) return false;
  return outer
    .getProperties()
    .some(
      (each) => Node.isSpreadAssignment(each) && literalOf(each.getExpression()).includes(inner),
    );
}

function noPlace(file: string, slot: Node | undefined, { specifier }: ServerImport) {
  if (slot !== undefined)
    return failure(
      "SCAFFOLD_NO_PLACE",
      "the handlers are no object that is written in this module",
      placeOf(file, slot),
      "give --into the module where the object is, or write it here: { ... }",
    );
  return failure(
    "SCAFFOLD_NO_PLACE",
    "no object in this module is to be the handlers",
    { file, line: 1, column: 1 },
    `write in it: import type { Handlers } from "${specifier}"; export const handlers: Handlers = {};`,
  );
}
