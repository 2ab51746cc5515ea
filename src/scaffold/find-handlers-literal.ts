/**
 * Finds the handlers in a user's module: the one object literal that is typed as `Handlers`, by an annotation, by
 * `satisfies`, or as the argument of `createServer`.
 */

import { Node, type ObjectLiteralExpression, type SourceFile, type TypeNode } from "ts-morph";
import { failure, type SourceLocation } from "../errors.js";
import { constInitializer, isObjectFreeze, unwrapExpression } from "./expressions.js";
import type { ServerImport } from "./server-import.js";
import { resolveServerNames, type ServerNames } from "./server-names.js";

/** @throws ProtoGenError SCAFFOLD_HANDLERS_NOT_FOUND, at the expression that comes nearest */
export function findHandlersLiteral(
  source: SourceFile,
  file: string,
  server: ServerImport,
): ObjectLiteralExpression {
  const names = resolveServerNames(source, server);
  const expressions = source.getDescendants().filter((node) => isTypedAsHandlers(node, names));
  const literals = [...new Set(expressions.flatMap(resolveLiterals))];
  const outer = literals.filter((each) => !literals.some((other) => spreads(other, each)));
  const [literal, second] = outer;
  if (literal === undefined) throw noLiteralFailure(file, expressions[0], server);
  if (second === undefined) return literal;
  throw failure(
    "SCAFFOLD_HANDLERS_NOT_FOUND",
    "this module has two handlers objects; this is the second",
    {
      place: locateNode(file, second),
      hint: "spread one into the other, or move one to another module",
    },
  );
}

export function locateNode(file: string, node: Node): SourceLocation {
  return { file, ...node.getSourceFile().getLineAndColumnAtPos(node.getStart()) };
}

function isTypedAsHandlers(node: Node, names: ServerNames): boolean {
  if (!Node.isExpression(node)) return false;
  const parent = node.getParent();
  if (Node.isSatisfiesExpression(parent) || Node.isAsExpression(parent))
    return names.isHandlers(parent.getTypeNode()) || isTypedAsHandlers(parent, names);
  if (Node.isParenthesizedExpression(parent)) return isTypedAsHandlers(parent, names);
  if (Node.isVariableDeclaration(parent) || Node.isPropertyDeclaration(parent))
    return names.isHandlers(parent.getTypeNode()) && parent.getInitializer() === node;
  if (Node.isCallExpression(parent)) {
    if (parent.getArguments()[0] !== node) return false;
    return isObjectFreeze(parent)
      ? isTypedAsHandlers(parent, names)
      : names.isCreateServer(parent.getExpression());
  }
  if (Node.isArrowFunction(parent))
    return names.isHandlers(parent.getReturnTypeNode()) && parent.getBody() === node;
  return Node.isReturnStatement(parent) && names.isHandlers(enclosingReturnType(parent));
}

function enclosingReturnType(statement: Node): TypeNode | undefined {
  const owner = statement.getFirstAncestor(
    (each) => Node.isFunctionLikeDeclaration(each) || Node.isFunctionExpression(each),
  );
  return Node.isReturnTyped(owner) ? owner.getReturnTypeNode() : undefined;
}

/** The literal itself, or the one that a `const` of this module holds; none for other expressions. */
function resolveLiterals(expression: Node): ObjectLiteralExpression[] {
  const node = unwrapExpression(expression);
  if (Node.isObjectLiteralExpression(node)) return [node];
  const declared = Node.isIdentifier(node) ? constInitializer(node) : undefined;
  return Node.isObjectLiteralExpression(declared) ? [declared] : [];
}

function spreads(outer: ObjectLiteralExpression, inner: ObjectLiteralExpression): boolean {
  if (outer === inner) return false;
  return outer
    .getProperties()
    .some(
      (each) =>
        Node.isSpreadAssignment(each) && resolveLiterals(each.getExpression()).includes(inner),
    );
}

function noLiteralFailure(file: string, expression: Node | undefined, { specifier }: ServerImport) {
  if (expression !== undefined)
    return failure(
      "SCAFFOLD_HANDLERS_NOT_FOUND",
      "the handlers are not an object literal of this module",
      {
        place: locateNode(file, expression),
        hint: "name the module with the literal with --into, or write it here: { ... }",
      },
    );
  return failure("SCAFFOLD_HANDLERS_NOT_FOUND", "this module has no handlers object", {
    place: { file, line: 1, column: 1 },
    hint: `add: import type { Handlers } from "${specifier}"; export const handlers: Handlers = {};`,
  });
}
