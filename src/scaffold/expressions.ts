/** Expressions by syntax alone, without a type checker: what they wrap, and the `const` that a name refers to. */

import { Node, type CallExpression, type Identifier } from "ts-morph";

/** Without parentheses, `satisfies`, `as`, `!` and `Object.freeze`. */
export function unwrapExpression(node: Node | undefined): Node | undefined {
  if (
    Node.isParenthesizedExpression(node) ||
    Node.isSatisfiesExpression(node) ||
    Node.isAsExpression(node) ||
    Node.isNonNullExpression(node) ||
    Node.isAwaitExpression(node)
  )
    return unwrapExpression(node.getExpression());
  return Node.isCallExpression(node) && isObjectFreeze(node)
    ? unwrapExpression(node.getArguments()[0])
    : node;
}

export function isObjectFreeze(call: CallExpression): boolean {
  return call.getExpression().getText() === "Object.freeze";
}

/** The initializer of the `const` that a name refers to; undefined for any other name. */
export function constInitializer(name: Identifier): Node | undefined {
  const declaration = name.getSymbol()?.getValueDeclaration();
  if (!Node.isVariableDeclaration(declaration)) return undefined;
  const isConst = declaration.getVariableStatement()?.getDeclarationKind() === "const";
  return isConst ? unwrapExpression(declaration.getInitializer()) : undefined;
}
